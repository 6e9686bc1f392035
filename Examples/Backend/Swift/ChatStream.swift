import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateWire

/// A coach's chat, whose server enforces access itself.
///
/// No client can chat for free: not one that skips the paywall, and not one that never reports the end of the free
/// discovery session.
struct ChatStream: Sendable {
  /// How many messages the free discovery session has.
  static let discoveryMessages = 3
  /// The greatest number of bytes in a message.
  static let messageLimit = 16 * 1024

  let tollgate: TollgateBackend
  let reply: @Sendable (String) -> AsyncStream<String>
  private let discovery = Discovery()

  init(
    tollgate: TollgateBackend, reply: @escaping @Sendable (String) -> AsyncStream<String>
  ) {
    self.tollgate = tollgate
    self.reply = reply
  }

  /// `POST /chat-stream`, with the app's `Authorization` and the message's id as `Idempotency-Key`.
  func respond(to request: Request) async throws -> Response {
    guard let authorization = request.headers[.authorization] else {
      return try problem(.unauthorized, "missing_token")
    }
    guard let name = HTTPField.Name(Header.idempotencyKey), let id = request.headers[name] else {
      return try problem(.badRequest, "missing_idempotency_key")
    }
    let message = String(buffer: try await request.body.collect(upTo: Self.messageLimit))
    do {
      // The token identifies the sender; the client's word is not enough.
      let customer = try await tollgate.customer(authorization)
      // Decides and counts in one step. A message that is sent again counts once.
      let key = Self.key(of: message, id: id)
      try await tollgate.use("send-message", by: customer.id, key: key)
      if customer.membership.phase == .onboarding { try await countDiscovery(customer.id, key) }
    } catch let error as Problem {
      if let denial = error.denial {
        return try problem(.forbidden, "denied", paywall: denial.paywall)
      }
      // The app renews an invalid token; an invalid secret key is a mistake of this server.
      if error.status == 401, !error.code.rawValue.hasSuffix("secret_key") {
        return try problem(.unauthorized, error.code.rawValue)
      }
      return try problem(.serviceUnavailable, "unavailable")
    } catch {
      return try problem(.serviceUnavailable, "unavailable")
    }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        for await part in reply(message) {
          let data = String(decoding: try JSONEncoder().encode(part), as: UTF8.self)
          try await writer.write(ByteBuffer(string: "data: \(data)\n\n"))
        }
        try await writer.finish(nil)
      })
  }

  /// Ends discovery with its last message, before the reply, so that disconnecting during the reply gains nothing.
  private func countDiscovery(_ customer: Customer.ID, _ message: String) async throws {
    guard await discovery.count(message, of: customer) >= Self.discoveryMessages else { return }
    try await tollgate.reach("discovery-complete", by: customer)
    await discovery.forget(customer)
  }

  /// Identifies a message by its id and text: with the id alone, a client could send any number of messages as one use.
  private static func key(of message: String, id: String) -> String {
    SHA256.hash(data: Data("\(id)\n\(message)".utf8)).map { String(format: "%02x", $0) }.joined()
  }

  private func problem(
    _ status: HTTPResponse.Status, _ code: String, paywall: Paywall.ID? = nil
  ) throws -> Response {
    var members = ["code": code]
    members["paywall"] = paywall?.rawValue
    var headers: HTTPFields = [.contentType: "application/problem+json"]
    if status == .serviceUnavailable { headers[.retryAfter] = "1" }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(members))))
  }
}

/// The messages of each discovery session, by customer. Keep them in your database.
private actor Discovery {
  private var messages: [Customer.ID: Set<String>] = [:]

  /// Adds a message, and returns how many the customer's session has.
  func count(_ message: String, of customer: Customer.ID) -> Int {
    messages[customer, default: []].insert(message)
    return messages[customer]?.count ?? 0
  }

  func forget(_ customer: Customer.ID) { messages[customer] = nil }
}
