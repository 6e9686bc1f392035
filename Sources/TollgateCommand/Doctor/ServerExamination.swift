import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tollgate
import TollgateAppStore
import TollgateWire

/// Asks a server that runs whether it is ready, and whether it takes the app's notifications.
struct ServerExamination {
  /// The server's address, without a path.
  let address: String
  let app: Blueprint.App.ID
  /// Whether the address must be one that the App Store and phones accept.
  let isForProduction: Bool

  /// How long to wait for an answer.
  static let timeout = Duration.seconds(10)

  /// The URL to enter in App Store Connect.
  var notificationURL: String { address + Endpoint.appStoreNotifications.path(app: app) }

  /// What was found, in order.
  func diagnoses() async -> [Diagnosis] {
    var diagnoses: [Diagnosis] = []
    if isForProduction, !address.hasPrefix("https://") {
      diagnoses.append(
        Diagnosis(
          verdict: .error, subject: "server", message: "\(address) is not HTTPS",
          advice: "The App Store and phones accept HTTPS alone; see Documentation/Deployment.md."))
    }
    do {
      let (ready, body) = try await answer(.GET, Endpoint.ready.path(app: app))
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
      let (refused, _) = try await answer(.POST, Endpoint.appStoreNotifications.path(app: app))
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
          verdict: .error, subject: "server", message: "\(address) does not answer: \(error)",
          advice:
            "Check that the server runs, and that this machine reaches it: its certificate, DNS and firewall."
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
  static func warnings(in body: Data) -> [Diagnosis] {
    guard let ready = try? JSONDecoder().decode(ReadinessResponse.self, from: body) else {
      return []
    }
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

  /// The greatest number of bytes in an answer: 1 MiB, more than any of ours has.
  private static let byteLimit = 1024 * 1024

  /// Sends a request, which may go by HTTP inside a network of the operator's: it has no secret.
  private func answer(
    _ method: HTTPMethod, _ path: String
  ) async throws -> (status: Int, body: Data) {
    var request = HTTPClientRequest(url: address + path)
    request.method = method
    if method == .POST {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(string: "{}"))
    }
    let response = try await OutgoingHTTP.shared.send(
      request, byHTTP: true, within: Self.timeout, reading: Self.byteLimit)
    return (response.status, response.body)
  }
}
