import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tollgate
import TollgateWire

/// The requests that a backend makes to its Tollgate server.
struct TollgateBackend: Sendable {
  /// The greatest size of an answer in bytes.
  static let sizeLimit = 1 << 20
  /// How long a request may take.
  static let timeout = TimeAmount.seconds(10)

  /// The address of the Tollgate server, such as `http://127.0.0.1:8080`.
  let address: String
  /// The app, as its blueprint names it.
  let app: Blueprint.App.ID
  /// The secret key, as `tollgate keys create` printed it.
  let secretKey: String
  let client: HTTPClient

  /// Who sent a request: the customer of the token that the app got from `client.authorization()`.
  func customer(_ authorization: String) async throws -> CustomerSnapshot {
    try await send(.me, authorization)
  }

  /// The customer's access to a feature; checking it changes nothing.
  func access(to feature: Feature.ID, of customer: Customer.ID) async throws -> AccessSummary {
    let response: AccessResponse = try await send(.forCustomer(customer, .access(feature)))
    return response.access
  }

  /// Uses a feature once; a repeated key counts once.
  ///
  /// - Throws: `Problem` with a denial if the blueprint denies it.
  func use(_ feature: Feature.ID, by customer: Customer.ID, key: String) async throws {
    let _: UseResponse = try await send(.forCustomer(customer, .use(feature)), key: key)
  }

  /// Records that a customer reached a milestone; the first report counts.
  func reach(_ milestone: Milestone.ID, by customer: Customer.ID) async throws {
    let _: CustomerSnapshot = try await send(.forCustomer(customer, .milestone(milestone)))
  }

  private func send<Answer: Decodable>(
    _ endpoint: Endpoint, _ authorization: String? = nil, key: String? = nil
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: address + endpoint.path(app: app))
    request.method = HTTPMethod(rawValue: endpoint.method.rawValue)
    request.headers.add(
      name: Header.authorization, value: authorization ?? "Bearer \(secretKey)")
    if let key { request.headers.add(name: Header.idempotencyKey, value: key) }
    let response = try await client.execute(request, timeout: Self.timeout)
    let body = Data(try await response.body.collect(upTo: Self.sizeLimit).readableBytesView)
    guard response.status == .ok else {
      throw try JSONDecoder().decode(Problem.self, from: body)
    }
    return try JSONDecoder().decode(Answer.self, from: body)
  }
}
