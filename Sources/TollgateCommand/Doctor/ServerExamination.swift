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
      let ready = try await status(client, .GET, Endpoint.ready.path(app: app))
      guard ready == 200 else {
        return diagnoses + [
          Diagnosis(
            verdict: .error, subject: "server",
            message: "\(address) is not ready: /ready answers \(ready)",
            advice: "Open \(address)/ready, which says what is wrong.")
        ]
      }
      // Without signed data nothing is recorded: a server of the app refuses it as unreadable.
      let refused = try await status(client, .POST, Endpoint.appStoreNotifications.path(app: app))
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

  private func status(
    _ client: HTTPClient, _ method: HTTPMethod, _ path: String
  ) async throws -> Int {
    var request = HTTPClientRequest(url: address + path)
    request.method = method
    if method == .POST {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(string: "{}"))
    }
    let response = try await client.execute(request, timeout: Self.timeout)
    return Int(response.status.code)
  }
}
