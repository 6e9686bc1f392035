import Foundation
import Synchronization

@testable import TollgateClient

/// A phone's storage that protects its data before the first unlock, and counts how often it is asked.
final class LockableStorage: DeviceStorage {
  /// When it is locked.
  enum Lock: Hashable, Sendable {
    case never
    case always
    /// From the read with that number on.
    case fromRead(Int)
    /// During the read with that number.
    case atRead(Int)
    /// From the change with that number on.
    case fromChange(Int)
    /// During the change with that number.
    case atChange(Int)
  }

  private struct State {
    var lock: Lock
    var reads = 0
    var changes = 0

    var isLocked: Bool {
      switch lock {
      case .never: false
      case .always: true
      case .fromRead(let number): reads >= number
      case .atRead(let number): reads == number
      case .fromChange(let number): changes >= number
      case .atChange(let number): changes == number
      }
    }
  }

  /// What is really stored.
  let contents: MemoryDeviceStorage
  private let state: Mutex<State>

  init(_ contents: MemoryDeviceStorage = MemoryDeviceStorage(), lock: Lock = .never) {
    self.contents = contents
    state = Mutex(State(lock: lock))
  }

  /// The number of reads.
  var reads: Int { state.withLock { $0.reads } }

  /// The number of changes that were tried.
  var changes: Int { state.withLock { $0.changes } }

  var writesImmediately: Bool { true }

  func unlock() { state.withLock { $0.lock = .never } }

  func read(_ name: String, from area: StorageArea) throws -> Data? {
    try count(\.reads)
    return contents.read(name, from: area)
  }

  func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try count(\.changes)
    contents.write(data, as: name, to: area)
  }

  func remove(_ name: String, from area: StorageArea) throws {
    try count(\.changes)
    contents.remove(name, from: area)
  }

  private func count(_ operations: any WritableKeyPath<State, Int> & Sendable) throws {
    try state.withLock { state in
      state[keyPath: operations] += 1
      if state.isLocked { throw DeviceStorageError.unavailable }
    }
  }
}

extension DeviceChange {
  /// A change that writes text.
  static func writing(_ text: String, as name: String) -> DeviceChange {
    DeviceChange(.write(Contents(records: nil) { Data(text.utf8) }), of: name, in: .files)
  }
}

extension MemoryDeviceStorage {
  /// All that is stored, byte for byte.
  var everything: [String: Data] {
    var everything: [String: Data] = [:]
    for area in StorageArea.allCases {
      for name in names(in: area) { everything["\(area)/\(name)"] = read(name, from: area) }
    }
    return everything
  }

  /// A copy, which changes by itself.
  func copy() -> MemoryDeviceStorage {
    let copy = MemoryDeviceStorage()
    for area in StorageArea.allCases {
      for name in names(in: area) {
        if let data = read(name, from: area) { copy.write(data, as: name, to: area) }
      }
    }
    return copy
  }
}
