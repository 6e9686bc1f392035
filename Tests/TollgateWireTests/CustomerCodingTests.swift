import Foundation
import Testing
import Tollgate

@testable import TollgateWire

@Suite("A customer on the wire")
struct CustomerCodingTests {
  private static let start = Instant.start

  private static func use(
    _ number: Int, of feature: Feature.ID = "scan", by origin: Customer.ID = "a"
  )
    -> Fact
  {
    .use(
      Use(
        feature: feature, key: Idempotency.Key("use-\(number)"), origin: origin,
        at: start.adding(milliseconds: Int64(number))))
  }

  private static func item(
    _ number: Int, by key: Idempotency.Key? = nil, isHeld: Bool
  ) -> Fact {
    .item(
      ItemChange(
        feature: "add-plant", item: Item.ID("plant-\(number)"), key: key, isHeld: isHeld,
        origin: "me", at: start.adding(milliseconds: Int64(number))))
  }

  private static func dismissal(_ number: Int, of prompt: Prompt.ID = "card") -> Fact {
    .dismissal(
      Dismissal(
        prompt: prompt, key: Idempotency.Key("tap-\(number)"),
        at: start.adding(milliseconds: Int64(number))))
  }

  private static func spend(
    _ number: Int, cost: Int = 3, unpaid: Int = 0, owed: Int = 0, rest: [CreditPayment] = []
  ) -> Fact {
    .spend(
      Spend(
        wallet: "coins", feature: "draw", key: Idempotency.Key("spend-\(number)"), origin: "me",
        amount: cost, unpaid: unpaid, owed: owed, rest: rest,
        at: start.adding(milliseconds: Int64(number))))
  }

  private static func size(
    _ number: Int, of item: Item.ID? = nil, amount: Int, in parent: Parent.ID? = nil
  ) -> Fact {
    .size(
      UseSize(
        feature: "store", key: Idempotency.Key("use-\(number)"), item: item, origin: "me",
        amount: amount, parent: parent, at: start.adding(milliseconds: Int64(number))))
  }

  static let facts: [[Fact]] = [
    [
      size(1, amount: 5), size(2, amount: 7), size(3, of: "a", amount: 9),
      size(4, of: "b", amount: 9),
    ],
    [size(1, of: "a", amount: 5), size(1, amount: 5), size(2, of: "a", amount: 3)],
    [
      size(1, of: "a", amount: 5, in: "p"), size(2, of: "b", amount: 5, in: "p"),
      size(3, of: "c", amount: 5, in: "q"), size(4, amount: 1, in: "p"),
      size(5, amount: 1, in: "p"), size(6, amount: 1, in: ""), size(7, amount: 1),
    ],
    [spend(1), spend(2), spend(3), spend(4, cost: 5), spend(5, cost: 5, unpaid: 1)],
    [spend(1, owed: 2), spend(2, owed: 2), spend(3)],
    [
      spend(1), spend(2), spend(3, rest: [CreditPayment(wallet: "gems", amount: 1)]),
      spend(4, rest: [CreditPayment(wallet: "gems", amount: 1)]),
      spend(5, rest: [CreditPayment(wallet: "gems", amount: 2, owed: 1)]),
    ],
    [],
    [use(1)],
    [use(1), use(2), use(3)],
    [use(1), use(2), use(1, by: "b"), use(2, by: "b"), use(1, of: "drill")],
    [item(1, isHeld: true), item(2, isHeld: true), item(1, isHeld: false), item(3, isHeld: false)],
    [
      item(1, isHeld: true), item(2, by: "b", isHeld: true), item(3, by: " 1", isHeld: true),
      item(2, by: "b", isHeld: false),
    ],
    [dismissal(1), dismissal(2), dismissal(3, of: "banner")],
    [
      use(1), item(1, isHeld: true), dismissal(1),
      .milestone(MilestoneReached(milestone: "m", at: start)),
    ]
      + [use(2), item(2, isHeld: true), dismissal(2), factsOfEveryKind[5]],
  ]

  @Test("decodes as it was encoded, and so do its facts one by one", arguments: facts)
  func roundTrip(facts: [Fact]) throws {
    let customer = Customer(facts)
    let written = try JSONEncoder().encode(WireCustomer(customer))
    #expect(try JSONDecoder().decode(WireCustomer.self, from: written).customer == customer)
    let single = try JSONEncoder().encode(WireFacts(wrappedValue: customer.facts))
    #expect(try JSONDecoder().decode(WireCustomer.self, from: single).customer == customer)
  }

  @Test("uses, items and dismissals that differ in name and instant alone are one run")
  func runs() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let customer = Customer([Self.use(1), Self.use(2), Self.use(3, by: "b"), Self.dismissal(4)])
    let at = Self.start.milliseconds
    #expect(
      try String(decoding: encoder.encode(WireCustomer(customer)), as: UTF8.self) == """
        [{"at":[\(at + 1),\(at + 2)],"feature":"scan","kind":"uses","names":["use-1","use-2"],"origin":"a"},\
        {"at":\(at + 3),"feature":"scan","key":"use-3","kind":"use","origin":"b"},\
        {"at":\(at + 4),"key":"tap-4","kind":"dismissal","prompt":"card"}]
        """)
  }

  @Test("RA-6 sizes are one run, with the amount of each, and of items the key of each")
  func sizes() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let customer = Customer([
      Self.size(1, amount: 5), Self.size(2, amount: 7), Self.size(3, of: "a", amount: 9),
      Self.size(4, of: "b", amount: 2),
    ])
    let at = Self.start.milliseconds
    #expect(
      try String(decoding: encoder.encode(WireCustomer(customer)), as: UTF8.self) == """
        [{"amounts":[5,7],"at":[\(at + 1),\(at + 2)],"feature":"store","kind":"sizes","names":["use-1","use-2"],"origin":"me"},\
        {"amounts":[9,2],"at":[\(at + 3),\(at + 4)],"feature":"store","keys":["use-3","use-4"],"kind":"sizes","names":["a","b"],"origin":"me"}]
        """)
  }

  @Test(
    "a run of uses gives the facts that it lists, in any order, with any keys, and more than once",
    arguments: [
      ["a", "b", "c"], ["c", "a", "b"], ["a", "a", "b"], ["", "", "a"], ["é", "a", "e\u{301}"],
      ["0b7e4c12-5d6f-4a8b-9c0d-1e2f3a4b5c6d", "1b7e4c12-5d6f-4a8b-9c0d-1e2f3a4b5c6d"],
      ["0B7E4C12-5D6F-4A8B-9C0D-1E2F3A4B5C6D", "0b7e4c12-5d6f-4a8b-9c0d-1e2f3a4b5c6d", "z"],
      ["0b7e4c12-5d6f-4a8b-9c0d-1E2F3A4B5C6D", "0b7e4c12+5d6f-4a8b-9c0d-1e2f3a4b5c6d"],
    ], [[1, 2, 3], [3, 2, 1]])
  func uses(keys: [String], instants: [Int64]) throws {
    let names = String(decoding: try JSONEncoder().encode(keys), as: UTF8.self)
    let at = Array(instants.prefix(keys.count))
    let run = #"{"kind":"uses","feature":"scan","origin":"a","names":\#(names),"at":\#(at)}"#
    let one = Customer(
      zip(keys, at).map {
        .use(
          Use(
            feature: "scan", key: Idempotency.Key($0), origin: "a", at: Instant(milliseconds: $1)))
      })
    for text in ["[\(run)]", "[\(run),\(run)]"] {
      let decoded = try JSONDecoder().decode(WireCustomer.self, from: Data(text.utf8)).customer
      #expect(decoded == one)
      #expect(decoded.facts == one.facts)
    }
  }

  @Test(
    "a run that lacks an instant, a name or all of them is refused",
    arguments: [
      #"[{"kind":"uses","feature":"scan","origin":"a","names":["1","2"],"at":[1]}]"#,
      #"[{"kind":"uses","feature":"scan","origin":"a","names":["1"],"at":[1,2]}]"#,
      #"[{"kind":"dismissals","prompt":"card","names":[],"at":[]}]"#,
      #"[{"kind":"items","feature":"scan","names":["1"],"at":[1]}]"#,
      #"[{"kind":"wishes","names":["1"],"at":[1]}]"#,
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WireCustomer.self, from: Data(text.utf8))
    }
  }
}
