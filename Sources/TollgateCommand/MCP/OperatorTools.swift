import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateWire

/// The tools that ask a server about its customers, with the secret key of an operator.
struct OperatorTools: Sendable {
  /// How long to wait for an answer.
  private static let timeout = Duration.seconds(60)
  /// The greatest number of bytes in an answer: 4 MiB.
  private static let byteLimit = 4 * 1024 * 1024

  /// The server's address, without a path.
  let address: String
  let app: Blueprint.App.ID
  let key: String

  private static let customer = MCPTool.Parameter(
    name: "customer", summary: "The customer's id.", isRequired: true)
  private static let instant = MCPTool.Parameter(
    name: "at", summary: "The instant, as in 2026-03-02T10:30:00Z; now without it.")

  /// What only reads.
  var reading: [MCPTool] {
    let searches = CustomerSearch.names
    return [
      MCPTool(
        name: "find_customer",
        summary: "Finds customers by exactly one of \(searches.joined(separator: ", ")).",
        parameters: searches.map { .init(name: $0, summary: "The customer's \($0), exactly.") }
      ) { values in
        await send(.GET, .findCustomers, query: values)
      },
      MCPTool(
        name: "customer_history",
        summary: "Reads what was recorded for a customer, and the membership at an instant.",
        parameters: [Self.customer, Self.instant]
      ) { values in
        await send(
          .GET, .life(Customer.ID(values["customer"]?.text ?? "")),
          query: values.filter { $0.key == "at" })
      },
      MCPTool(
        name: "explain_customer",
        summary:
          "Explains a customer's access to a feature: the rule that decides, what earlier rules lack, and the facts behind it.",
        parameters: [
          Self.customer,
          .init(name: "feature", summary: "The feature's name in the blueprint.", isRequired: true),
          Self.instant,
        ]
      ) { values in
        await send(
          .GET,
          .reason(
            Customer.ID(values["customer"]?.text ?? ""), Feature.ID(values["feature"]?.text ?? "")),
          query: values.filter { $0.key == "at" })
      },
    ]
  }

  /// What changes something, as far as the key's scope allows it.
  var changing: [MCPTool] {
    [
      MCPTool(
        name: "grant_entitlement",
        summary:
          "Gives a customer an entitlement for a number of days. It is recorded with the key and the reason.",
        parameters: [
          Self.customer,
          .init(name: "entitlement", summary: "The entitlement's name.", isRequired: true),
          .init(name: "days", kind: .number, summary: "For how many days.", isRequired: true),
          .init(name: "reason", summary: "Why, in 3 to 500 characters.", isRequired: true),
        ], isReadOnly: false
      ) { values in
        guard case .integer(let days)? = values["days"], (1...36_500).contains(days) else {
          return MCPTool.Answer(text: "`days` is from 1 to 36500.", isError: true)
        }
        return await send(
          .POST, .grant(Customer.ID(values["customer"]?.text ?? "")),
          body: .object([
            "entitlement": values["entitlement"] ?? "", "lasts": .string("P\(days)D"),
            "reason": values["reason"] ?? "",
          ]))
      }
    ]
  }

  /// Asks the server, and returns what it answers.
  private func send(
    _ method: HTTPMethod, _ endpoint: Endpoint, query: [String: JSONValue] = [:],
    body: JSONValue? = nil
  ) async -> MCPTool.Answer {
    let words = query.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=\(Endpoint.percentEncoded(value.text ?? ""))"
    }
    var request = HTTPClientRequest(
      url: address + endpoint.path(app: app)
        + (words.isEmpty ? "" : "?" + words.joined(separator: "&")))
    request.method = method
    request.headers.add(name: "Authorization", value: "Bearer \(key)")
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.headers.add(name: "Idempotency-Key", value: UUID().uuidString)
      request.body = .bytes(ByteBuffer(string: body.line))
    }
    do {
      let response = try await OutgoingHTTP.shared.send(
        request, within: Self.timeout, reading: Self.byteLimit)
      return MCPTool.Answer(
        text: String(decoding: response.body, as: UTF8.self), isError: response.status >= 300)
    } catch {
      return MCPTool.Answer(text: "\(address) does not answer: \(error)", isError: true)
    }
  }
}
