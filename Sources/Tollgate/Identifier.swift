/// The name of one thing of a kind, so that a product's name can never stand where a feature's is meant.
public struct Identifier<Kind>: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as written in the blueprint, on the wire and in the ledger.
  public let rawValue: String

  /// Names a thing by its written form.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Names a thing by its written form.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Names a thing by a literal.
  public init(stringLiteral value: String) { rawValue = value }
}

extension Identifier: CustomStringConvertible {
  /// The name as written.
  public var description: String { rawValue }
}

extension Identifier: Comparable {
  /// Orders names by their written form.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Identifier: Codable {
  /// Reads a name from a single string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the name as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension KeyedDecodingContainer {
  // Synthesized initializers read members by these: names and instants are most of what there is to read, and a
  // decoder for each would cost more than its value.

  func decode<Kind>(_ type: Identifier<Kind>.Type, forKey key: Key) throws -> Identifier<Kind> {
    Identifier(try decode(String.self, forKey: key))
  }

  func decodeIfPresent<Kind>(
    _ type: Identifier<Kind>.Type, forKey key: Key
  ) throws -> Identifier<Kind>? {
    try decodeIfPresent(String.self, forKey: key).map { Identifier(rawValue: $0) }
  }

  func decode(_ type: Instant.Type, forKey key: Key) throws -> Instant {
    Instant(milliseconds: try decode(Int64.self, forKey: key))
  }

  func decodeIfPresent(_ type: Instant.Type, forKey key: Key) throws -> Instant? {
    try decodeIfPresent(Int64.self, forKey: key).map { Instant(milliseconds: $0) }
  }
}

/// A right that products give and features ask for, such as `premium`.
public enum Entitlement {
  /// The entitlement's name.
  public typealias ID = Identifier<Entitlement>
}

/// A point in the customer's life that the app reports once, such as the end of a discovery session.
public enum Milestone {
  /// The milestone's name.
  public typealias ID = Identifier<Milestone>
}

/// One physical device, named by an identifier that survives a reinstall.
public enum Device {
  /// The device's identifier.
  public typealias ID = Identifier<Device>
}

/// A person's account, embedded or an issuer's.
public enum Account {
  /// The account's identifier.
  public typealias ID = Identifier<Account>
}

/// A thing that is counted while it is held, such as a plant in a garden.
public enum Item {
  /// The item's identifier, chosen by the app.
  public typealias ID = Identifier<Item>
}

/// Products of which a customer holds one at a time, and share one introductory offer.
public enum SubscriptionGroup {
  /// The group's identifier in the store.
  public typealias ID = Identifier<SubscriptionGroup>
}

/// What a client says to make a repeated request count once.
public enum Idempotency {
  /// The key, unique among the requests of one customer.
  public typealias Key = Identifier<Idempotency>
}
