/// A typed name, so that the name of one kind of thing cannot be used in place of another's.
public struct Identifier<Kind>: RawRepresentable, Hashable, Sendable,
  ExpressibleByStringInterpolation
{
  /// The name as written in the blueprint, on the wire and in the ledger.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates a name from a literal.
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
  /// Decodes a name from a single string.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  /// Encodes the name as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension KeyedDecodingContainer {
  // Most members are names and instants, and a separate decoder for each would cost more than its value.

  package func decode<Kind>(
    _ type: Identifier<Kind>.Type, forKey key: Key
  ) throws -> Identifier<Kind> {
    Identifier(try decode(String.self, forKey: key))
  }

  package func decodeIfPresent<Kind>(
    _ type: Identifier<Kind>.Type, forKey key: Key
  ) throws -> Identifier<Kind>? {
    try decodeIfPresent(String.self, forKey: key).map { Identifier(rawValue: $0) }
  }

  package func decode(_ type: Instant.Type, forKey key: Key) throws -> Instant {
    Instant(milliseconds: try decode(Int64.self, forKey: key))
  }

  package func decodeIfPresent(_ type: Instant.Type, forKey key: Key) throws -> Instant? {
    try decodeIfPresent(Int64.self, forKey: key).map { Instant(milliseconds: $0) }
  }
}

/// A right that products give and features require, such as `premium`.
public enum Entitlement {
  /// The entitlement's name.
  public typealias ID = Identifier<Entitlement>
}

/// A point in the customer's lifecycle that the app reports once, such as the end of a discovery session.
public enum Milestone {
  /// The milestone's name.
  public typealias ID = Identifier<Milestone>
}

/// One physical device, identified by a value that survives a reinstall.
public enum Device {
  public typealias ID = Identifier<Device>
}

/// A person's account, either embedded or from an external issuer.
public enum Account {
  public typealias ID = Identifier<Account>
}

/// An item that is counted while it is held, such as a plant in a garden.
public enum Item {
  /// The item's identifier, chosen by the app.
  public typealias ID = Identifier<Item>
}

/// What uses and items can belong to where a limit counts for each of them, such as the project of a goal.
public enum Parent {
  /// The parent's identifier, chosen by the app; empty for all uses and items that name none.
  public typealias ID = Identifier<Parent>
  /// What parents of a feature are, such as `project`.
  public typealias Kind = Identifier<Kinds>

  public enum Kinds {}
}

/// What limits of one name count: the uses of several features together, or those of a rule apart from others.
public enum CountedUses {
  /// The blueprint's name for what is counted, such as `actions`.
  public typealias ID = Identifier<CountedUses>
}

/// A group of products that share one introductory offer; a customer holds one of them at a time.
public enum SubscriptionGroup {
  /// The group's identifier in the store.
  public typealias ID = Identifier<SubscriptionGroup>
}

/// A client's token that makes a repeated request count once.
public enum Idempotency {
  /// The key, unique among the requests of one customer.
  public typealias Key = Identifier<Idempotency>
}
