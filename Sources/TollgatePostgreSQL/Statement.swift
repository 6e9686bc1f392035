import Tollgate
import TollgateLedger

/// A parameterized SQL statement; its values are never part of its text.
///
/// It is sent unnamed, unless it is worth preparing and the connection keeps its session: a named one belongs to one
/// server connection, which [pgbouncer](https://www.pgbouncer.org/features.html) in transaction mode hands to another
/// client after each transaction.
struct Statement: Sendable {
  enum Value: Sendable {
    /// SQL's `NULL`.
    case null
    /// A text, or anything that PostgreSQL reads from its text form, such as JSON.
    case text(String)
    /// A number, for `integer` and `bigint`.
    case integer(Int64)
    /// For `bytea`.
    case bytes([UInt8])
    case texts([String])
    /// An array of any type, given as the texts of its elements; nil is null.
    case array([String?])
  }

  /// The SQL, with `$1`, `$2` and so on for the values.
  let sql: String
  let values: [Value]
  /// Whether it calls a function that many callers can share: every parameter is an array of the callers' values, and
  /// every row begins with the caller's position, from 1.
  let isShared: Bool
  /// Whether a connection that keeps its session prepares it, since it is part of many transactions.
  let isPrepared: Bool

  /// Creates a statement.
  ///
  /// - Parameters:
  ///   - sql: One statement; several in one text are not possible in pipeline mode.
  ///   - values: Its values, in order; if it is shared, those of one caller.
  ///   - isShared: Whether a ``StatementGroup`` can join it with others of the same text.
  ///   - isPrepared: Whether it is worth preparing; there are few such texts.
  init(
    _ sql: String, _ values: [Value] = [], isShared: Bool = false, isPrepared: Bool = false
  ) {
    self.sql = sql
    self.values = values
    self.isShared = isShared
    self.isPrepared = isPrepared
  }
}

extension Statement.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  static func int(_ integer: Int?) -> Self { integer.map { .integer(Int64($0)) } ?? .null }

  /// A name in the form in which rows store it.
  static func name(_ name: String?) -> Self { Self(name.map(StoredText.encode)) }
  static func name<Kind>(_ name: Identifier<Kind>?) -> Self { .name(name?.rawValue) }
  static func names<Kind>(_ names: [Identifier<Kind>]) -> Self {
    .texts(names.map { StoredText.encode($0.rawValue) })
  }

  /// Milliseconds since 1970.
  static func instant(_ instant: Instant?) -> Self {
    instant.map { .integer($0.milliseconds) } ?? .null
  }

  /// The value in PostgreSQL's text format; nil is null.
  var text: String? {
    switch self {
    case .null: nil
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .bytes(let bytes): #"\x"# + Self.hexadecimal(bytes)
    case .texts(let texts): "{" + texts.map(Self.element).joined(separator: ",") + "}"
    case .array(let texts):
      "{" + texts.map { $0.map(Self.element) ?? "NULL" }.joined(separator: ",") + "}"
    }
  }

  /// An element of an [array's text form](https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
  private static func element(_ text: String) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    quoted.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        quoted.append(UInt8(ascii: "\\"))
      }
      quoted.append(byte)
    }
    quoted.append(UInt8(ascii: "\""))
    return String(decoding: quoted, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Bytes as PostgreSQL reads them in text.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
