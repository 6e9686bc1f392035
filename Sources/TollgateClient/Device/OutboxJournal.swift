import Foundation
import Tollgate

/// The stored form of the outbox: a record for each report that is added, changed or removed.
///
/// A record is a line: a line break, the format, the CRC-32 of the rest in hexadecimal, and the record as JSON. The
/// line break comes first, so that a record truncated by a killed process or a full disk ends where the next one
/// begins.
struct OutboxJournal {
  /// The format of a record.
  static let format = 1

  /// A change to the waiting reports.
  enum Record: Hashable, Sendable {
    /// The report waits, in place of one with the same key.
    case put(PendingWrite)
    /// The report no longer waits.
    case remove(Idempotency.Key)
  }

  private(set) var writes: [PendingWrite] = []
  /// How many records it has.
  private(set) var records = 0
  /// Whether records can be appended to it: it is in this format, and no record is damaged or truncated.
  private(set) var isClean = true
  /// Why parts of it could not be read.
  private(set) var notices: [ClientError] = []
}

extension OutboxJournal {
  /// A record as it is stored.
  static func data(_ record: Record) throws -> Data { try line(record, JSONEncoder.journal()) }

  /// All waiting reports as they are stored.
  static func data(_ writes: [PendingWrite]) throws -> Data {
    let encoder = JSONEncoder.journal()
    return try writes.reduce(into: Data()) { $0 += try line(.put($1), encoder) }
  }

  /// A record as a line, with its checksum.
  private static func line(_ record: Record, _ encoder: JSONEncoder) throws -> Data {
    let json = try encoder.encode(record)
    let digits = String(Checksum.crc32(json), radix: 16)
    let sum = String(repeating: "0", count: 8 - digits.count) + digits
    return Data("\n\(format) \(sum) ".utf8) + json
  }
}

extension OutboxJournal {
  /// Reads what is stored.
  ///
  /// A truncated last record is skipped, because nothing relied on it. A damaged record anywhere else is skipped with a
  /// notice.
  init(_ data: Data) {
    let lines = data.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    var positions: [Idempotency.Key: Int] = [:]
    var kept: [PendingWrite?] = []
    for (number, line) in lines.enumerated() {
      do throws(ClientError) {
        switch try Self.record(line, decoder) {
        case .put(let write):
          if let position = positions[write.key] {
            kept[position] = write
          } else {
            positions[write.key] = kept.count
            kept.append(write)
          }
        case .remove(let key):
          if let position = positions.removeValue(forKey: key) { kept[position] = nil }
        }
        records += 1
      } catch {
        isClean = false
        let isCutShort = number == lines.count - 1 && line.starts(with: "\(Self.format)".utf8)
        if !isCutShort { notices.append(error) }
      }
    }
    writes = kept.compactMap { $0 }
  }

  /// Reads a record.
  ///
  /// - Throws: ``ClientError`` with code `cacheCorrupt` or `cacheOfOtherVersion`.
  private static func record(_ line: Data, _ decoder: JSONDecoder) throws(ClientError) -> Record {
    let parts = line.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let version = Int(String(decoding: parts[0], as: UTF8.self)),
      let sum = UInt32(String(decoding: parts[1], as: UTF8.self), radix: 16), parts[1].count == 8,
      sum == Checksum.crc32(parts[2])
    else { throw ClientError(.cacheCorrupt) }
    guard version == format else { throw ClientError(.cacheOfOtherVersion) }
    do { return try decoder.decode(Record.self, from: parts[2]) } catch {
      throw ClientError(.cacheCorrupt)
    }
  }
}

extension OutboxJournal.Record: Codable {
  private enum Key: String, CodingKey { case put, remove }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let key = try container.decodeIfPresent(Idempotency.Key.self, forKey: .remove) {
      self = .remove(key)
    } else {
      self = .put(try container.decode(PendingWrite.self, forKey: .put))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .put(let write): try container.encode(write, forKey: .put)
    case .remove(let key): try container.encode(key, forKey: .remove)
    }
  }
}

extension JSONEncoder {
  /// An encoder whose JSON is the same for the same value.
  fileprivate static func journal() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
