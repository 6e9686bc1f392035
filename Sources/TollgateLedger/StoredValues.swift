import GRDB
import Tollgate

// Names and instants are arguments of statements and values of rows as they are.

extension Identifier: DatabaseValueConvertible {
  /// The name as ``StoredText`` encodes it.
  var databaseValue: DatabaseValue { StoredText.encode(rawValue).databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    String.fromDatabaseValue(value).map { Self(StoredText.decode($0)) }
  }
}

extension Instant: DatabaseValueConvertible {
  /// The milliseconds since 1970.
  var databaseValue: DatabaseValue { milliseconds.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(value).map(Instant.init(milliseconds:))
  }
}
