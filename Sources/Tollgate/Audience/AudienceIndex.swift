/// The audience tests of a blueprint's conditions, each with a bit.
///
/// A standing has the bits of those that hold, so that a decision compares bits instead of values.
struct AudienceIndex: Sendable {
  /// A test, and the key of the value that it tests.
  private struct Entry: Sendable {
    let key: AttributeFacts.Key
    let test: AudienceTest
  }

  /// The tests by bit.
  private let entries: [Entry]
  private let bits: [AudienceTest: UInt64]

  init(_ definition: Blueprint.Definition) {
    let setters = Dictionary(definition.attributes.map { ($0.id, $0.setBy) }) { first, _ in first }
    var bits: [AudienceTest: UInt64] = [:]
    var entries: [Entry] = []
    for test in definition.audienceTests.prefix(BlueprintIndex.limit) {
      bits[test] = 1 << UInt64(entries.count)
      let name = test.property?.attribute ?? test.attribute ?? ""
      let setter = test.attribute.map { setters[$0] ?? .app } ?? .device
      entries.append(
        Entry(key: AttributeFacts.Key(attribute: name, setBy: setter), test: test))
    }
    self.bits = bits
    self.entries = entries
  }

  /// The bits of everything that a condition requires of the customer.
  func bits(_ audience: Audience) -> UInt64 {
    audience.tests.reduce(0) { $0 | (bits[$1] ?? 0) }
  }

  /// The bits of the tests that hold for a customer.
  func holding(for customer: Customer) -> UInt64 {
    if customer.attributes.newest.isEmpty { return 0 }
    var holding: UInt64 = 0
    for (position, entry) in entries.enumerated() {
      if let value = customer.attributes[entry.key]?.value, entry.test.holds(for: value) {
        holding |= 1 << UInt64(position)
      }
    }
    return holding
  }
}
