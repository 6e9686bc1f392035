import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tollgate
import TollgateWire

/// Asks a server that runs whether it is ready, and whether it takes the app's notifications.
struct ServerExamination {
  /// The server's address, without a path.
  let address: String
  let app: Blueprint.App.ID
  /// Whether the address must be one that the App Store and phones accept.
  let isForProduction: Bool

  /// How long to wait for an answer.
  static let timeout = TimeAmount.seconds(10)

  /// The URL to enter in App Store Connect.
  var notificationURL: String { address + Endpoint.appStoreNotifications.path(app: app) }

  /// What was found, in order.
  func diagnoses() async -> [Diagnosis] {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(configuration: configuration)
    let diagnoses = await diagnoses(client)
    do {
      try await client.shutdown()
    } catch {
      // The process ends, and its connections with it.
    }
    return diagnoses
  }

  private func diagnoses(_ client: HTTPClient) async -> [Diagnosis] {
    var diagnoses: [Diagnosis] = []
    if isForProduction, !address.hasPrefix("https://") {
      diagnoses.append(
        Diagnosis(
          verdict: .error, subject: "server", message: "\(address) is not HTTPS",
          advice: "The App Store and phones accept HTTPS alone; see Documentation/Deployment.md."))
    }
    do {
      let (ready, body) = try await answer(client, .GET, Endpoint.ready.path(app: app))
      guard ready == 200 else {
        return diagnoses + [
          Diagnosis(
            verdict: .error, subject: "server",
            message: "\(address) is not ready: /ready answers \(ready)",
            advice: "Open \(address)/ready, which says what is wrong.")
        ]
      }
      diagnoses += Self.warnings(in: body)
      // Without signed data nothing is recorded: a server of the app refuses it as unreadable.
      let (refused, _) = try await answer(
        client, .POST, Endpoint.appStoreNotifications.path(app: app))
      guard (400...422).contains(refused), refused != 404, refused != 405 else {
        return diagnoses + [
          Diagnosis(
            verdict: .error, subject: "server",
            message: "\(notificationURL) answers \(refused)",
            advice:
              "The server is not one that serves the app `\(app)`, or something in front of it changes paths."
          )
        ]
      }
    } catch {
      return diagnoses + [
        Diagnosis(
          verdict: .error, subject: "server", message: "\(address) gives no answer: \(error)",
          advice:
            "Look whether the server runs, and at its certificate, DNS and firewall, as this machine sees them."
        )
      ]
    }
    return diagnoses + [
      Diagnosis(
        verdict: .good, subject: "server",
        message: "\(address) is ready, and takes notifications at \(notificationURL)")
    ]
  }

  /// What the server itself says an operator should look at.
  static func warnings(in body: ByteBuffer) -> [Diagnosis] {
    guard
      let ready = try? JSONDecoder().decode(
        ReadinessResponse.self, from: Data(body.readableBytesView))
    else { return [] }
    return ready.checks.filter { $0.result == .warn }.map { check in
      check.name == "blueprint"
        ? Diagnosis(
          verdict: .warning, subject: "server",
          message: "what is served has mistakes by the server's version",
          advice: "Open Blueprint at /admin, which lists them, and publish a corrected file.")
        : Diagnosis(
          verdict: .warning, subject: "server",
          message: "/ready warns about `\(check.name)`\(check.code.map { ": \($0)" } ?? "")"
            + (check.names.map { " (\($0.joined(separator: ", ")))" } ?? ""),
          advice: "Documentation/Operations.md says what each check means.")
    }
  }

  /// The greatest number of bytes of an answer that are read: 64 KiB.
  private static let byteLimit = 64 * 1024

  private func answer(
    _ client: HTTPClient, _ method: HTTPMethod, _ path: String
  ) async throws -> (status: Int, body: ByteBuffer) {
    var request = HTTPClientRequest(url: address + path)
    request.method = method
    if method == .POST {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(string: "{}"))
    }
    let response = try await client.execute(request, timeout: Self.timeout)
    // A longer answer is not one of ours; its status says enough.
    let body = (try? await response.body.collect(upTo: Self.byteLimit)) ?? ByteBuffer()
    return (Int(response.status.code), body)
  }
}
