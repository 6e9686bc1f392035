import Foundation
import TollgateMutex

/// A device's storage whose changes wait while protected data is not available.
///
/// What waits is what a read returns. At most one change waits for each name: the latest.
final class DeferringStorage: DeviceStorage {
  private struct Change {
    let name: String
    let area: StorageArea
    /// The data to write; nil removes what is stored.
    let data: Data?
  }

  private struct State {
    /// Whether changes wait although they could be made.
    var isInTransaction = false
    /// The changes that wait, oldest first.
    var changes: [Change] = []
  }

  private let storage: any DeviceStorage
  private let state = Mutex(State())

  init(_ storage: any DeviceStorage) { self.storage = storage }

  func read(_ name: String, from area: StorageArea) throws -> Data? {
    if let change = state.withLock({ state in
      state.changes.last { $0.name == name && $0.area == area }
    }) {
      return change.data
    }
    return try storage.read(name, from: area)
  }

  func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try make(Change(name: name, area: area, data: data))
  }

  func remove(_ name: String, from area: StorageArea) throws {
    try make(Change(name: name, area: area, data: nil))
  }

  /// Makes the changes of an operation only if it returns.
  ///
  /// - Throws: What the operation throws; nothing was changed.
  func transaction<Value>(
    _ operation: () throws(ClientError) -> Value
  ) throws(ClientError) -> Value {
    state.withLock { $0.isInTransaction = true }
    defer { state.withLock { $0.isInTransaction = false } }
    do {
      return try operation()
    } catch {
      state.withLock { $0.changes = [] }
      throw error
    }
  }

  /// Makes the changes that wait, as far as protected data is available now.
  ///
  /// - Throws: The first other error; the changes that failed no longer wait.
  func makeWaitingChanges() throws {
    try state.withLock { try makeChanges(&$0) }
  }

  private func make(_ change: Change) throws {
    try state.withLock { state in
      state.changes.removeAll { $0.name == change.name && $0.area == change.area }
      state.changes.append(change)
      try makeChanges(&state)
    }
  }

  private func makeChanges(_ state: inout State) throws {
    guard !state.isInTransaction else { return }
    var failure: (any Error)?
    while let change = state.changes.first {
      do {
        if let data = change.data {
          try storage.write(data, as: change.name, to: change.area)
        } else {
          try storage.remove(change.name, from: change.area)
        }
      } catch DeviceStorageError.unavailable {
        break
      } catch {
        failure = failure ?? error
      }
      state.changes.removeFirst()
    }
    if let failure { throw failure }
  }
}
