// accepted
import Foundation
import TollgateClient

// An app whose types are main-actor isolated by default supplies parts of its own, and follows the client.
struct CountingTransport: HTTPTransport {
  func send(_ request: TransportRequest) async throws -> TransportAnswer {
    throw CancellationError()
  }
}

@MainActor
final class Screen {
  var lines: [String] = []

  func follow(_ client: TollgateClient) async {
    for await membership in client.membershipChanges { lines.append("\(membership.phase)") }
  }

  func track(_ client: TollgateClient) async {
    for await event in client.events { lines.append("\(event.name) \(event.properties)") }
  }

  func log(to configuration: inout TollgateClient.Configuration) {
    configuration.log = ClientLog { self.lines.append("\($0)") }
  }

  func gate(_ client: TollgateClient) async {
    await client.gate("analytics") { lines.append("analytics") }
    await client.register("garden") {
      lines.append("garden")
    } onShow: { presentation in
      self.lines.append("\(presentation.paywall)")
    }
  }
}
