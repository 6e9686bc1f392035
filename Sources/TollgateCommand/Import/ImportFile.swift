import Foundation
import TollgateAppStore

/// A file with one purchase a row, read a piece at a time.
struct ImportFile {
  /// The greatest number of bytes in a row.
  static let rowLimit = 1024 * 1024
  /// How many bytes are read at once.
  private static let chunk = 256 * 1024

  struct Row {
    /// Its line, from 1; the first of several.
    let line: Int
    /// Its values by column.
    let fields: [String: String]
  }

  /// A row that is not in the file's form.
  struct Unreadable: Error {
    let line: Int
    let reason: String
  }

  private let handle: FileHandle
  private let isJSON: Bool
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var header: [String] = []
  private var separator = UInt8(ascii: ",")

  /// The names of the columns; empty for JSON.
  var columns: [String] { header }

  /// Opens a file, and reads its header unless it is JSON.
  ///
  /// - Throws: ``Failure`` if there isn't one, or ``Unreadable``.
  init(path: String, isJSON: Bool) throws {
    try requireFile(path)
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(in: path, "the file cannot be read")
    }
    self.handle = handle
    self.isJSON = isJSON
    guard !isJSON else { return }
    guard let first = try nextRecord() else { throw Failure(in: path, "the file is empty") }
    header = first.fields.map { $0.trimmingCharacters(in: .whitespaces) }
    if header.first?.hasPrefix("\u{FEFF}") == true { header[0].removeFirst() }
  }

  /// Returns the next row; nil at the end.
  ///
  /// - Throws: ``Unreadable``; the row after it can be read.
  mutating func next() throws -> Row? {
    isJSON ? try nextObject() : try nextFields()
  }

  private mutating func nextFields() throws -> Row? {
    guard let record = try nextRecord() else { return nil }
    guard record.fields.count == header.count else {
      throw Unreadable(
        line: record.line, reason: "has \(record.fields.count) columns instead of \(header.count)")
    }
    return Row(
      line: record.line,
      fields: Dictionary(zip(header, record.fields)) { first, _ in first })
  }

  private mutating func nextObject() throws -> Row? {
    while let byte = try peek() {
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { break }
      advance(byte)
    }
    let start = line
    var text: [UInt8] = []
    while let byte = try peek(), byte != UInt8(ascii: "\n") {
      advance(byte)
      if text.count < Self.rowLimit { text.append(byte) }
    }
    guard !text.isEmpty else { return nil }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text)),
      case .object(let members) = value
    else { throw Unreadable(line: start, reason: "is not a JSON object") }
    // An event has what it is about in a member.
    if case .object(let data)? = members["data"] { return Row(line: start, fields: data.texts) }
    return Row(line: start, fields: members.texts)
  }
}

extension ImportFile {
  private mutating func peek() throws -> UInt8? {
    if position == bytes.count {
      bytes = Array(try handle.read(upToCount: Self.chunk) ?? Data())
      position = 0
    }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func advance(_ byte: UInt8) {
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
  }

  /// Reads the next record of CSV ([RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)) that is not empty; nil at the
  /// end.
  private mutating func nextRecord() throws -> (line: Int, fields: [String])? {
    while try peek() != nil {
      let start = line
      let fields = try fields()
      if fields != [""] { return (start, fields) }
    }
    return nil
  }

  /// Where a field stands in its quotation marks.
  private enum Quotation {
    case none, open
    /// After a mark that ends the field, unless another one follows it.
    case closed
  }

  /// Reads the fields up to the end of a line that no quotation marks enclose.
  ///
  /// The header decides between commas and semicolons. A record that is broken costs one line: the next one begins
  /// after it, whatever quotation marks were open.
  private mutating func fields() throws -> [String] {
    let start = line
    var fields: [String] = []
    var field: [UInt8] = []
    var quotation = Quotation.none
    var record: [UInt8] = []
    while let byte = try peek() {
      advance(byte)
      record.append(byte)
      guard record.count <= Self.rowLimit else {
        throw try broken(record, from: start, "is longer than \(Self.rowLimit) bytes")
      }
      if header.isEmpty, fields.isEmpty, byte == UInt8(ascii: ";"), quotation != .open {
        separator = byte
      }
      switch (byte, quotation) {
      case (UInt8(ascii: "\""), .open): quotation = .closed
      case (UInt8(ascii: "\""), .closed):
        field.append(byte)
        quotation = .open
      case (UInt8(ascii: "\""), .none) where field.isEmpty: quotation = .open
      case (_, .open): field.append(byte)
      case (separator, _):
        fields.append(Self.text(&field))
        quotation = .none
      case (UInt8(ascii: "\n"), _): return fields + [Self.text(&field)]
      case (UInt8(ascii: "\r"), _): break
      case (_, .closed):
        throw try broken(record, from: start, "has text after a closing quotation mark")
      case (_, .none): field.append(byte)
      }
    }
    guard quotation != .open else {
      throw try broken(record, from: start, "has a quotation mark that is not closed")
    }
    return fields + [Self.text(&field)]
  }

  /// Continues after the first line of a broken record.
  private mutating func broken(
    _ record: [UInt8], from start: Int, _ reason: String
  ) throws -> Unreadable {
    if let end = record.firstIndex(of: UInt8(ascii: "\n")) {
      bytes = Array(record[(end + 1)...]) + Array(bytes[position...])
      position = 0
      line = start + 1
    } else {
      while line == start, let byte = try peek() { advance(byte) }
    }
    return Unreadable(line: start, reason: reason)
  }

  private static func text(_ field: inout [UInt8]) -> String {
    defer { field = [] }
    return String(decoding: field, as: UTF8.self)
  }
}

extension [String: JSONValue] {
  /// The members as texts, objects and arrays as JSON.
  fileprivate var texts: [String: String] {
    compactMapValues { value in
      switch value {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .number(let number): "\(number)"
      case .bool(let flag): "\(flag)"
      case .array, .object:
        (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) }
      case .null: nil
      }
    }
  }
}
