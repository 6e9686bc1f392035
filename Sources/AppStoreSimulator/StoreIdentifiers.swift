/// A generator of a simulated store's numbers and UUIDs, the same for the same seed and order.
package struct StoreIdentifiers: Hashable, Sendable {
  private let seed: UInt64
  private let base: UInt64
  private var issued: UInt32 = 0

  package init(seed: UInt64) {
    self.seed = seed
    base = 2_000_000_000_000_000 + Self.mixed(seed) % 900_000_000 * 1_000_000
  }

  /// The next transaction.
  package mutating func transaction() -> TransactionNumber {
    issued += 1
    return TransactionNumber(value: issued)
  }

  /// The identifier of a transaction, with sixteen digits as in the sandbox.
  func text(of transaction: TransactionNumber) -> String {
    String(base + UInt64(transaction.value))
  }

  /// The transaction with an identifier; nil if it was never assigned.
  func transaction(_ text: String) -> TransactionNumber? {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = UInt64(text), number > base, number - base <= issued
    else { return nil }
    return TransactionNumber(value: UInt32(number - base))
  }

  /// The identifier of the charge behind a transaction.
  func webOrderLineItem(of transaction: TransactionNumber) -> String {
    String(base + UInt64(transaction.value) - 1_000_000_000_000_000)
  }

  /// The identifier of an account's download of the app, which never changes.
  func appTransaction(of account: AccountID) -> String {
    let mixed = account.rawValue.utf8.reduce(seed) { Self.mixed($0 ^ UInt64($1)) }
    return "70\(mixed % 9_000_000_000_000_000 + 1_000_000_000_000_000)"
  }

  /// The UUID of the notification at a position.
  func uuid(of sequence: Int) -> String {
    Self.uuid(Self.mixed(seed ^ UInt64(truncatingIfNeeded: sequence)))
  }

  /// The UUID of the claim of a seat at a position.
  func seatClaim(_ position: Int) -> String {
    Self.uuid(Self.mixed(seed &+ 0x5EA7 ^ UInt64(truncatingIfNeeded: position)))
  }

  /// The UUID of the group of people that a subscription with an original transaction makes.
  func group(of original: TransactionNumber) -> String {
    Self.uuid(Self.mixed(seed &+ 0x6409 ^ UInt64(original.value)))
  }

  private static func uuid(_ high: UInt64) -> String {
    let low = Self.mixed(high)
    let digits =
      Self.hex(high & ~0xF000 | 0x4000) + Self.hex(low & ~(0b11 << 62) | 0b10 << 62)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(digits[$0]) }.joined(separator: "-")
  }

  /// The one-time code at a position: 18 letters and digits, without those that look alike.
  func code(_ position: Int) -> String {
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    let first = Self.mixed(seed &+ 0xC0DE ^ UInt64(truncatingIfNeeded: position))
    let second = Self.mixed(first)
    return String(
      [first, second].flatMap { part in
        (0..<9).map { letters[Int(part >> UInt64($0 * 5) & 31)] }
      })
  }

  private static func hex(_ value: UInt64) -> [Character] {
    let digits = Array(String(value, radix: 16))
    return Array(repeating: "0", count: 16 - digits.count) + digits
  }

  /// One step of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
