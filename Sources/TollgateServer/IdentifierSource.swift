public import Tollgate
import TollgateMutex

/// A source of new identifiers and secrets.
public struct IdentifierSource: Sendable {
  public let customer: @Sendable () -> Customer.ID
  public let account: @Sendable () -> Account.ID
  /// Creates a number of bytes for salts and keys.
  public let bytes: @Sendable (Int) -> [UInt8]

  public init(
    customer: @escaping @Sendable () -> Customer.ID,
    account: @escaping @Sendable () -> Account.ID, bytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.customer = customer
    self.account = account
    self.bytes = bytes
  }

  /// Identifiers of 128 random bits and random bytes, from the system's generator.
  public static var random: IdentifierSource {
    IdentifierSource(
      customer: { Customer.ID("cus_" + randomBytes(16).hexadecimal) },
      account: { Account.ID("acc_" + randomBytes(16).hexadecimal) }, bytes: randomBytes)
  }

  /// The same identifiers and bytes in every run, counted from 1: for tests and scenarios, never for secrets.
  ///
  /// Two or more bytes do not repeat before the 65,536th time.
  public static func counting() -> IdentifierSource {
    let customers = Counter()
    let accounts = Counter()
    let bytes = Counter()
    return IdentifierSource(
      customer: { Customer.ID("customer-\(customers.next())") },
      account: { Account.ID("account-\(accounts.next())") },
      bytes: { count in
        let number = bytes.next()
        return (0..<count).map {
          UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* 17 &+ (number >> 8) &* ($0 + 1))
        }
      })
  }

  /// The same as ``counting()``, with customers named as real ones are, so that a store can sign them into purchases.
  package static func numbered() -> IdentifierSource {
    let customers = Counter()
    let counted = counting()
    return IdentifierSource(
      customer: {
        let number = String(customers.next())
        return Customer.ID("cus_" + String(repeating: "0", count: 32 - number.count) + number)
      }, account: counted.account, bytes: counted.bytes)
  }

  private static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
