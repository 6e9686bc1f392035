/// The audience tests of a blueprint's conditions, each with a bit.
///
/// A standing has the bits of those that hold, so that a decision compares bits instead of values.
struct AudienceIndex: Sendable {
  /// A test, and the key of the value that it tests.
  private struct Entry: Sendable {
    let key: AttributeFacts.Key
    let test: AudienceTest
  }

  /// The tests of values, by bit up to those of the download.
  private let entries: [Entry]
  /// The tests of the customer's copy of the app, whose bits follow.
  private let downloadTests: [AudienceTest]
  private let bits: [AudienceTest: UInt64]

  init(_ definition: Blueprint.Definition) {
    var bits: [AudienceTest: UInt64] = [:]
    var entries: [Entry] = []
    let tests = definition.audienceTests.prefix(BlueprintIndex.limit)
    for test in tests {
      guard let value = test.recordedValue(declaring: definition.attributes) else { continue }
      bits[test] = 1 << UInt64(entries.count)
      entries.append(
        Entry(
          key: AttributeFacts.Key(attribute: value.attribute, setBy: value.setBy), test: test))
    }
    downloadTests = tests.filter(\.isOfDownload)
    for (position, test) in downloadTests.enumerated() {
      bits[test] = 1 << UInt64(entries.count + position)
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
    if customer.attributes.newest.isEmpty, customer.downloads.isEmpty { return 0 }
    var holding: UInt64 = 0
    for (position, entry) in entries.enumerated() {
      if let value = customer.attributes[entry.key]?.value, entry.test.holds(for: value) {
        holding |= 1 << UInt64(position)
      }
    }
    for (position, test) in downloadTests.enumerated()
    where customer.downloads.values.contains(where: { test.holds(for: $0) }) {
      holding |= 1 << UInt64(entries.count + position)
    }
    return holding
  }
}
