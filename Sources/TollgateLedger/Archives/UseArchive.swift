import Foundation
import Tollgate

/// The uses in a range of a customer's facts, in a form that is read at once.
///
/// A body is, with little-endian integers: the form's version (8 bytes, 1), a checksum of the rest (8 bytes), the number
/// of sections (4 bytes), and the sections. A section is the feature, whether it was used without a limit (4 bytes, 0 or 1),
/// the customer who used it, the columns of a ``UseChunk``, and the uses whose keys are not ASCII.
struct UseArchive: Sendable {
  /// A feature, and whether it was used without a limit.
  struct Series: Hashable, Sendable {
    let feature: Feature.ID
    var isUnlimited = false
  }

  /// The uses of one series by one customer.
  struct Section: Sendable {
    let series: Series
    /// The customer who used it, who may have been merged into the one whose facts these are.
    let origin: Customer.ID
    /// The uses with ASCII keys, which are shared with every copy of the customer; possibly none.
    let chunk: UseChunk
    /// The uses with other keys, by key.
    let others: [(key: Idempotency.Key, at: Instant)]
  }

  /// The version of the form; a body of another one is treated as damaged, and read from the facts.
  private static let version: UInt64 = 1
  /// The bytes before the sections' number.
  private static let headerSize = 16

  /// The sections, by series and customer, at most one for each pair of them.
  let sections: [Section]

  init(_ uses: [Series: UseLog<Customer.ID>]) {
    let empty = UseChunk(ends: [], keys: [], instants: [], sorted: [])
    sections = uses.sorted { $0.key.order < $1.key.order }.flatMap { series, log in
      log.tables.sorted { $0.key < $1.key }.map { origin, table in
        Section(
          series: series, origin: origin, chunk: table.merged ?? empty,
          others: table.others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      }
    }
  }

  /// Reads a body; nil if it is damaged.
  init?(_ body: Data) {
    let sections: [Section]? = body.withUnsafeBytes { bytes in
      guard bytes.count >= Self.headerSize else { return nil }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[Self.headerSize...])
      guard
        UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) == Self.version,
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
          == Self.checksum(rest)
      else { return nil }
      var reader = ArchiveReader(rest)
      guard let count = reader.count() else { return nil }
      var sections: [Section] = []
      for _ in 0..<count {
        guard let section = Section(&reader) else { return nil }
        sections.append(section)
      }
      return sections
    }
    guard let sections else { return nil }
    self.sections = sections
  }

  /// The archive as bytes.
  var body: Data {
    var writer = ArchiveWriter()
    writer.append(sections.count)
    for section in sections {
      writer.append(section.series.feature.rawValue)
      writer.append(section.series.isUnlimited ? 1 : 0)
      writer.append(section.origin.rawValue)
      writer.append(section.chunk.ends)
      writer.append(section.chunk.instants.map(\.milliseconds))
      writer.append(section.chunk.sorted.map(\.milliseconds))
      writer.append(section.chunk.keys)
      writer.append(section.others.count)
      for (key, at) in section.others {
        writer.append(key.rawValue)
        writer.append([at.milliseconds])
      }
    }
    let checksum = writer.data.withUnsafeBytes(Self.checksum)
    var body = Data(capacity: Self.headerSize + writer.data.count)
    for word in [Self.version, checksum] {
      withUnsafeBytes(of: word.littleEndian) { body.append(contentsOf: $0) }
    }
    body.append(writer.data)
    return body
  }

  /// A checksum by which damage is noticed; it does not protect from anybody who can write to the file.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = UInt64(bytes.count)
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 32
    }
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    for byte in bytes[offset...] { add(UInt64(byte)) }
    return sum
  }
}

extension UseArchive.Series {
  init(_ use: Use) {
    self.init(feature: use.feature, isUnlimited: use.isUnlimited)
  }

  /// Sorts by name, and then uses within limits before others.
  fileprivate var order: (Feature.ID, Int) { (feature, isUnlimited ? 1 : 0) }
}

extension UseArchive.Section {
  /// Reads a section; nil if its columns are not those of a chunk, so that a chunk never reads beyond its keys.
  fileprivate init?(_ reader: inout ArchiveReader) {
    guard let feature = reader.text(), let unlimited = reader.count(), unlimited <= 1,
      let origin = reader.text(),
      let ends = reader.array(of: UInt32.self, orderedBy: <=),
      let instants = reader.array(of: Int64.self),
      let sorted = reader.array(of: Int64.self, orderedBy: <=),
      let keys = reader.array(of: UInt8.self), let count = reader.count(),
      ends.count == instants.count, sorted.count == instants.count,
      ends.last.map(Int.init) ?? 0 == keys.count
    else { return nil }
    var others: [(key: Idempotency.Key, at: Instant)] = []
    for _ in 0..<count {
      guard let key = reader.text(), let at = reader.array(of: Int64.self)?.first else {
        return nil
      }
      others.append((Idempotency.Key(key), Instant(milliseconds: at)))
    }
    self.init(
      series: UseArchive.Series(feature: Feature.ID(feature), isUnlimited: unlimited == 1),
      origin: Customer.ID(origin),
      chunk: UseChunk(
        ends: ends, keys: keys, instants: instants.map(Instant.init(milliseconds:)),
        sorted: sorted.map(Instant.init(milliseconds:))), others: others)
  }
}

extension Customer {
  /// Joins an archive's uses.
  ///
  /// - Parameter isNew: Whether none of the uses is known.
  mutating func join(_ archive: UseArchive, isNew: Bool) {
    for section in archive.sections {
      let series = section.series
      join(
        section.chunk, of: series.feature, by: section.origin, isUnlimited: series.isUnlimited,
        isNew: isNew)
      for (key, at) in section.others {
        join(
          .use(
            Use(
              feature: series.feature, key: key, origin: section.origin,
              isUnlimited: series.isUnlimited, at: at)))
      }
    }
  }
}
