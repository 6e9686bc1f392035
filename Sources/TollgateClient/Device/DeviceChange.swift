import Foundation

/// A change to a device's storage, whose data is encoded only when the change is made, in the background.
struct DeviceChange: Sendable {
  /// The data to store under a name.
  struct Contents: Sendable {
    /// How many records it has, if it is a journal.
    var records: Int?
    let data: @Sendable () throws -> Data
  }

  enum Operation: Sendable {
    /// Replace what is stored.
    case write(Contents)
    /// Remove what is stored.
    case remove
    /// Append records to a journal, or else replace it with its complete contents.
    case append([@Sendable () throws -> Data], orWrite: Contents)
  }

  /// The greatest number of records that are appended in one write: 64; with more, the journal is rewritten.
  static let recordLimit = 64

  let name: String
  let area: StorageArea
  private(set) var operation: Operation
  /// The numbers of the requests that it fulfils.
  private(set) var numbers: [Int] = []

  init(_ operation: Operation, of name: String, in area: StorageArea) {
    self.operation = operation
    self.name = name
    self.area = area
  }

  /// Whether it changes what is stored under the same name.
  func concerns(_ other: DeviceChange) -> Bool { name == other.name && area == other.area }

  /// Adds the number of another request for it.
  mutating func number(_ number: Int) { numbers.append(number) }

  /// The single change equivalent to an earlier change of the same name followed by this one.
  func merged(after earlier: DeviceChange) -> DeviceChange {
    var merged = self
    merged.numbers = earlier.numbers + numbers
    switch (earlier.operation, operation) {
    case (_, .write), (_, .remove): break
    case (.append(let first, _), .append(let next, let whole)):
      merged.operation =
        first.count + next.count <= Self.recordLimit
        ? .append(first + next, orWrite: whole) : .write(whole)
    case (.write, .append(_, let whole)), (.remove, .append(_, let whole)):
      merged.operation = .write(whole)
    }
    return merged
  }
}
