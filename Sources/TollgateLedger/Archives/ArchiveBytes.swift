import Foundation

/// A value whose bytes in memory are those in an archive, on the little-endian processors that Swift supports.
protocol ArchivedBytes: BitwiseCopyable {}

extension UInt8: ArchivedBytes {}
extension UInt32: ArchivedBytes {}
extension Int64: ArchivedBytes {}

/// Writes the parts of an archive: counts of 4 bytes, and columns preceded by their counts.
struct ArchiveWriter {
  private(set) var data = Data()

  mutating func append(_ count: Int) {
    withUnsafeBytes(of: UInt32(count).littleEndian) { data.append(contentsOf: $0) }
  }

  /// Appends a column, preceded by its count.
  mutating func append(_ column: [some ArchivedBytes]) {
    append(column.count)
    column.withUnsafeBytes { data.append(contentsOf: $0) }
  }

  /// Appends a text as a column of UTF-8 bytes.
  mutating func append(_ text: String) { append(Array(text.utf8)) }
}

/// Reads the parts of an archive; each is nil if the bytes end before it does.
struct ArchiveReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads a number.
  mutating func count() -> Int? {
    guard bytes.count - position >= 4 else { return nil }
    defer { position += 4 }
    return Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }

  /// Reads a column; the bytes need not be aligned for its elements.
  mutating func array<Element: ArchivedBytes>(of type: Element.Type) -> [Element]? {
    guard let count = count(),
      case let size = count * MemoryLayout<Element>.stride, size <= bytes.count - position
    else { return nil }
    defer { position += size }
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + size)]))
      initialized = count
    }
  }

  /// Reads a column, unless its elements are not in order.
  mutating func array<Element: ArchivedBytes>(
    of type: Element.Type, orderedBy isOrdered: (Element, Element) -> Bool
  ) -> [Element]? {
    guard let array = array(of: type) else { return nil }
    for index in array.indices.dropFirst() where !isOrdered(array[index - 1], array[index]) {
      return nil
    }
    return array
  }

  /// Reads a text; nil if it is not valid UTF-8.
  mutating func text() -> String? {
    array(of: UInt8.self).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
