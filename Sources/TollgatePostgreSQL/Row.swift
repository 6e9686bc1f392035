import Tollgate
import TollgateLedger

/// A row of a result, in PostgreSQL's text format.
struct Row: Sendable {
  /// The columns; nil is null.
  let columns: [String?]

  /// A text column that must not be null.
  ///
  /// - Parameter index: The column's position, from 0.
  /// - Returns: The text, as it is stored.
  /// - Throws: ``LedgerError`` with code `corrupt`.
  func text(_ index: Int) throws(LedgerError) -> String {
    guard let text = columns[index] else { throw Self.unreadable }
    return text
  }

  /// An integer column that must not be null.
  ///
  /// - Parameter index: The column's position, from 0.
  /// - Throws: ``LedgerError`` with code `corrupt`.
  func integer(_ index: Int) throws(LedgerError) -> Int64 {
    guard let integer = Int64(try text(index)) else { throw Self.unreadable }
    return integer
  }

  func int(_ index: Int) throws(LedgerError) -> Int { Int(try integer(index)) }

  /// An integer column; nil is null.
  func optionalInteger(_ index: Int) throws(LedgerError) -> Int64? {
    columns[index] == nil ? nil : try integer(index)
  }

  /// A column of milliseconds since 1970 that must not be null.
  func instant(_ index: Int) throws(LedgerError) -> Instant {
    Instant(milliseconds: try integer(index))
  }

  /// A column of milliseconds since 1970; nil is null.
  func optionalInstant(_ index: Int) throws(LedgerError) -> Instant? {
    columns[index] == nil ? nil : try instant(index)
  }

  /// A column that ``Statement/Value/name(_:)`` wrote and that must not be null.
  func name(_ index: Int) throws(LedgerError) -> String { StoredText.decode(try text(index)) }
  func name<Kind>(_ index: Int) throws(LedgerError) -> Identifier<Kind> {
    Identifier(try name(index))
  }

  /// A column that ``Statement/Value/name(_:)`` wrote; nil is null.
  func optionalName(_ index: Int) -> String? { columns[index].map(StoredText.decode) }
  func optionalName<Kind>(_ index: Int) -> Identifier<Kind>? {
    optionalName(index).map { Identifier($0) }
  }

  /// A boolean column that must not be null.
  func bool(_ index: Int) throws(LedgerError) -> Bool {
    switch try text(index) {
    case "t": true
    case "f": false
    default: throw Self.unreadable
    }
  }

  /// A column of bytes, which PostgreSQL sends as `\x` and hexadecimal digits.
  ///
  /// - Parameter index: The column's position, from 0.
  /// - Throws: ``LedgerError`` with code `corrupt`.
  func bytes(_ index: Int) throws(LedgerError) -> [UInt8] {
    let digits = Array(try text(index).utf8)
    guard digits.starts(with: #"\x"#.utf8), digits.count.isMultiple(of: 2) else {
      throw Self.unreadable
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2 - 1)
    for index in stride(from: 2, to: digits.count, by: 2) {
      guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1])
      else { throw Self.unreadable }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The only row of a write that was accepted with all others of its group.
  static let accepted = Row(columns: [nil])

  static let unreadable = LedgerError(.corrupt, "The database holds a row that cannot be read.")
}
