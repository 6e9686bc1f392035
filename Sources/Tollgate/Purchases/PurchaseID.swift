/// The identifier of a purchase: its original transaction id, in the environment of the store that signed it.
///
/// Every transaction of one subscription shares it. Identifiers of different environments never collide: the sandbox
/// may use a number that production uses too.
public struct PurchaseID: Hashable, Sendable {
  /// The identifier shared by every transaction of one purchase.
  public typealias OriginalID = Identifier<Original>
  /// The first transaction of a purchase, which identifies it.
  public enum Original {}

  /// The store that signed the purchase.
  public let environment: StoreEnvironment
  /// The identifier shared by its transactions.
  public let originalID: OriginalID

  public init(
    _ originalID: OriginalID, in environment: StoreEnvironment = .production
  ) {
    self.environment = environment
    self.originalID = originalID
  }
}

extension PurchaseID: Comparable {
  /// Orders purchases by environment, then by identifier.
  public static func < (left: Self, right: Self) -> Bool {
    left.environment == right.environment
      ? left.originalID < right.originalID : left.environment.rank > right.environment.rank
  }
}

extension PurchaseID: ExpressibleByStringLiteral {
  /// Creates the identifier of a purchase in production.
  public init(stringLiteral value: String) {
    self.init(OriginalID(value))
  }
}

extension PurchaseID: LosslessStringConvertible, Codable {
  /// The identifier alone in production, otherwise prefixed with its environment: `sandbox:2000000123`.
  public var description: String {
    switch environment {
    case .production: originalID.rawValue
    case .sandbox, .xcode: "\(environment.rawValue):\(originalID)"
    }
  }

  /// Parses ``description``; never fails, as an unknown environment is part of the identifier.
  public init(_ description: String) {
    for environment in [StoreEnvironment.sandbox, .xcode]
    where description.hasPrefix("\(environment.rawValue):") {
      let id = description.dropFirst(environment.rawValue.count + 1)
      self.init(OriginalID(String(id)), in: environment)
      return
    }
    self.init(OriginalID(description))
  }

  /// Decodes ``description`` from a single string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes ``description`` as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
