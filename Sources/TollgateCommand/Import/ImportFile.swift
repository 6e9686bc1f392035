import Foundation
import TollgateAppStore

/// A file with one purchase a row, read a piece at a time.
struct ImportFile {
  /// The greatest number of bytes in a row.
  static let rowLimit = 1024 * 1024
  /// How many bytes are read at once.
  private static let chunk = 256 * 1024

  /// A row of the file.
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

  /// Reads one record of CSV ([RFC 4180](https://www.rfc-editor.org/rfc/rfc4180)); nil at the end.
  ///
  /// The header decides between commas and semicolons.
  private mutating func nextRecord() throws -> (line: Int, fields: [String])? {
    guard try peek() != nil else { return nil }
    let start = line
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var size = 0
    while let byte = try peek() {
      advance(byte)
      size += 1
      guard size <= Self.rowLimit else {
        throw Unreadable(line: start, reason: "is longer than \(Self.rowLimit) bytes")
      }
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if try peek() == byte {
          advance(byte)
          field.append(byte)
        } else {
          isQuoted = false
        }
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case UInt8(ascii: ";") where header.isEmpty && fields.isEmpty && !isQuoted:
        separator = byte
        fields.append(Self.text(&field))
      case separator where !isQuoted: fields.append(Self.text(&field))
      case UInt8(ascii: "\n") where !isQuoted:
        fields.append(Self.text(&field))
        return fields == [""] ? try nextRecord() : (start, fields)
      case UInt8(ascii: "\r") where !isQuoted: break
      default: field.append(byte)
      }
    }
    fields.append(Self.text(&field))
    return fields == [""] ? nil : (start, fields)
  }

  private static func text(_ field: inout [UInt8]) -> String {
    defer { field = [] }
    return String(decoding: field, as: UTF8.self)
  }
}

extension [String: JSONValue] {
  /// The members that are one value, as texts.
  fileprivate var texts: [String: String] {
    compactMapValues { value in
      switch value {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .number(let number): "\(number)"
      case .bool(let flag): "\(flag)"
      case .null, .array, .object: nil
      }
    }
  }
}
