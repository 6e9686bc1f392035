import Foundation
import Testing
import Tollgate

@testable import TollgateServer

@Suite("The stored state of webhooks")
struct WebhookStateTests {
  @Test(
    "the state of webhooks is stored as the JSON encoder writes it",
    arguments: [
      [], ["ann"], ["ann", "b\"e/n", "store:1", "zoë", "", "a\\b", "l\nn"],
    ] as [[String]])
  func text(customers: [String]) throws {
    let start = Instant(milliseconds: 1_772_442_000_000)
    var state = WebhookState(since: start)
    for (index, customer) in customers.enumerated() {
      state.add(index + 1, of: Customer.ID(customer), at: start)
    }
    if !customers.isEmpty { state.failed(1, at: start, isAlone: true, jitter: 0.5) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let expected = String(decoding: try encoder.encode(state), as: UTF8.self)
    let text = try state.text()
    #expect(text == expected)
    let read = try WebhookState(text, at: .distantPast)
    #expect(read == state)
  }
}
