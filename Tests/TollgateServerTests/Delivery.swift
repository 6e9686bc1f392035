import AppStoreSimulatorTestSupport
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

extension Correspondence {
  /// Anna's membership in the end, as the server returns it, and the same later, with every text.
  struct Answer: Hashable, Sendable {
    let body: String
    let now: Membership
    let later: [Membership]
    let texts: [String?]
  }

  /// Posts to one router of one server, repeatedly.
  struct NotificationSender: Sendable {
    let letters: Correspondence
    let client: any TestClientProtocol

    /// Resets the server to a state, as if nothing later had ever happened.
    func rewind(to writes: [LedgerWrite]) async throws {
      for write in letters.ledger.writes { forget(write) }
      try await letters.ledger.rewind(to: writes)
    }

    private func forget(_ write: LedgerWrite) {
      let cache = letters.server.service.records.cache
      for id in write.touched {
        cache.remove(CustomerKey(app: write.app, customer: id))
      }
    }

    /// Posts one message; every one is accepted, whatever came before.
    func deliver(_ number: Int) async throws {
      let message = letters.messages[number]
      var headers: HTTPFields = [:]
      if message.isOfPhone { headers[.authorization] = "Bearer \(letters.phoneToken)" }
      let response = try await client.executeRequest(
        uri: message.endpoint.path(app: letters.server.app), method: .post, headers: headers,
        body: ByteBuffer(string: message.body))
      try #require(response.status == .ok, "\(String(buffer: response.body))")
    }

    /// Anna's current membership.
    func answer() async throws -> Answer {
      let server = letters.server
      let response = try await client.executeRequest(
        uri: Endpoint.membership.path(app: server.app), method: .get,
        headers: [.authorization: "Bearer \(letters.readerToken)"], body: nil)
      try #require(response.status == .ok)
      let record = try #require(
        try await letters.ledger.record(of: letters.reader, in: server.app))
      let later = [0, 20, 60].map { (days: Int64) in
        Membership(
          of: record.customer, in: server.blueprint,
          at: server.now.adding(milliseconds: days * Market.day))
      }
      return Answer(
        body: String(buffer: response.body), now: later[0], later: Array(later.dropFirst()),
        texts: later.flatMap { membership in
          server.blueprint.definition.texts.map { membership.text($0.id) }
        })
    }
  }

  /// Opens the router for the duration of a test.
  func withSender<Value: Sendable>(
    _ body: @Sendable (NotificationSender) async throws -> Value
  ) async throws -> Value {
    let application = buildServer(server.service, logger: quietLogger)
    return try await application.test(.router) { client in
      try await body(NotificationSender(letters: self, client: client))
    }
  }
}
