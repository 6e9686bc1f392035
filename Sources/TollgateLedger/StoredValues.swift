public import GRDB
public import Tollgate

// Names and instants are arguments of statements and values of rows as they are.

extension Identifier: DatabaseValueConvertible {
  /// The name as ``StoredText`` encodes it.
  public var databaseValue: DatabaseValue { StoredText.encode(rawValue).databaseValue }

  public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    String.fromDatabaseValue(value).map { Self(StoredText.decode($0)) }
  }
}

extension Instant: DatabaseValueConvertible {
  /// The milliseconds since 1970.
  public var databaseValue: DatabaseValue { milliseconds.databaseValue }

  public static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(value).map { Instant(milliseconds: $0) }
  }
}
