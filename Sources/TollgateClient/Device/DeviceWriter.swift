import Foundation
import TollgateMutex

/// Makes the changes to a device's storage: one at a time, in order, and away from the thread that requests them.
///
/// While protected data is not available, changes wait, combined into at most one for each name.
final class DeviceWriter: Sendable {
  fileprivate struct State {
    /// The pending changes, oldest first.
    var waiting: [DeviceChange] = []
    /// Whether one is being made now.
    var isMaking = false
    /// Whether a task is about to make them.
    var isScheduled = false
    /// How many changes were requested.
    var requests = 0
    /// The requests that failed, newest last.
    var failed: [Int] = []
    /// How many of them were not noted yet.
    var unnoted = 0
  }

  /// The greatest number of failed requests that are stored: 1,000.
  fileprivate static let failureLimit = 1000

  private let storage: any DeviceStorage
  private let state = Mutex(State())
  /// How many records each journal is known to have; one that is not listed is replaced at its next change.
  ///
  /// The lock is held while a change is made.
  private let journals = Mutex<[String: Int]>([:])

  init(_ storage: any DeviceStorage) { self.storage = storage }

  /// Requests a change, which is made soon.
  ///
  /// - Returns: The number of the request.
  @discardableResult
  func make(_ change: DeviceChange) -> Int {
    let (number, needsTask) = state.withLock { state in
      defer { state.isScheduled = true }
      return (state.add(change), !state.isScheduled)
    }
    if storage.writesImmediately {
      makeChanges()
    } else if needsTask {
      Task.detached(priority: .utility) { [self] in makeChanges() }
    }
    return number
  }

  /// The number of the next request.
  var nextRequest: Int { state.withLock { $0.requests } }

  /// Makes all changes requested so far; those that need protected data wait while it is not available.
  @concurrent
  func settle() async { makeChanges() }

  /// Makes all changes requested so far if this takes no waiting.
  ///
  /// - Returns: Whether it was made.
  func settleImmediately() -> Bool {
    guard storage.writesImmediately else { return state.withLock { $0.isIdle } }
    makeChanges()
    return true
  }

  /// Whether any of some requests failed.
  func hasFailed(_ requests: Range<Int>) -> Bool {
    state.withLock { state in state.failed.contains { requests.contains($0) } }
  }

  /// The number of requests that failed since the last call.
  func takeFailures() -> Int {
    state.withLock { state in
      defer { state.unnoted = 0 }
      return state.unnoted
    }
  }

  /// A journal was read completely, and can be appended to.
  func opened(journal name: String, records: Int) { journals.withLock { $0[name] = records } }

  /// Makes the changes that wait, oldest first, until none is left or protected data is needed.
  private func makeChanges() {
    journals.withLock { journals in
      while let change = state.withLock({ $0.begin() }) {
        do {
          try make(change, &journals)
          state.withLock { $0.end() }
        } catch DeviceStorageError.unavailable {
          journals[change.name] = nil
          return state.withLock { $0.putBack(change) }
        } catch {
          journals[change.name] = nil
          state.withLock { $0.fail(change) }
        }
      }
    }
  }

  private func make(_ change: DeviceChange, _ journals: inout [String: Int]) throws {
    switch change.operation {
    case .write(let contents):
      try storage.write(try contents.data(), as: change.name, to: change.area)
      journals[change.name] = contents.records
    case .remove:
      try storage.remove(change.name, from: change.area)
      journals[change.name] = nil
    case .append(let records, let whole):
      let count = (journals[change.name] ?? 0) + records.count
      // A journal is rewritten when most of its records are obsolete, so that each is written about twice.
      if journals[change.name] != nil,
        count <= max(DeviceChange.recordLimit, 2 * (whole.records ?? 0))
      {
        var data = Data()
        for record in records { data += try record() }
        try storage.append(data, to: change.name, in: change.area)
        journals[change.name] = count
      } else {
        try storage.write(try whole.data(), as: change.name, to: change.area)
        journals[change.name] = whole.records
      }
    }
  }
}

extension DeviceWriter.State {
  /// Whether everything was made.
  var isIdle: Bool { waiting.isEmpty && !isMaking }

  /// Adds a change to those that wait, in place of an earlier one of the same name.
  ///
  /// - Returns: The number of the request.
  mutating func add(_ change: DeviceChange) -> Int {
    var change = change
    let number = requests
    change.number(number)
    requests += 1
    if let index = waiting.firstIndex(where: { $0.concerns(change) }) {
      change = change.merged(after: waiting.remove(at: index))
    }
    waiting.append(change)
    return number
  }

  /// The oldest change, which is now being made.
  mutating func begin() -> DeviceChange? {
    isScheduled = false
    guard !waiting.isEmpty else { return nil }
    isMaking = true
    return waiting.removeFirst()
  }

  /// The change was made.
  mutating func end() { isMaking = false }

  /// The change cannot be made yet; one that is requested in the meantime is made with it.
  mutating func putBack(_ change: DeviceChange) {
    isMaking = false
    if let index = waiting.firstIndex(where: { $0.concerns(change) }) {
      waiting[index] = waiting[index].merged(after: change)
    } else {
      waiting.insert(change, at: 0)
    }
  }

  /// The change cannot be made, now or later.
  mutating func fail(_ change: DeviceChange) {
    isMaking = false
    unnoted += change.numbers.count
    failed = (failed + change.numbers).suffix(DeviceWriter.failureLimit)
  }
}
