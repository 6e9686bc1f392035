import Synchronization
import Tollgate
import TollgateLedger

/// The records of the customers seen last; this process is the ledger's only writer, so they are the newest.
final class RecordCache: Sendable {
  /// How many customers are remembered.
  static let limit = 10_000

  /// A membership written as JSON, and the time in which it holds.
  struct WrittenMembership: Sendable {
    let from: Instant
    let until: Instant?
    let body: [UInt8]

    func holds(at now: Instant) -> Bool { from <= now && until.map { now < $0 } ?? true }
  }

  private struct Entry: Sendable {
    var record: CustomerRecord
    var membership: WrittenMembership?
  }

  private let entries = Mutex(LRUCache<CustomerKey, Entry>(limit: RecordCache.limit))

  func record(_ key: CustomerKey) -> CustomerRecord? { entries.withLock { $0[key]?.record } }

  /// The written membership, where the record it was made of is still the newest.
  func membership(_ key: CustomerKey, version: Int) -> WrittenMembership? {
    entries.withLock { entries in
      guard let entry = entries[key], entry.record.version == version else { return nil }
      return entry.membership
    }
  }

  /// Keeps a record unless a newer one is kept.
  func keep(_ record: CustomerRecord, _ key: CustomerKey) {
    entries.withLock { entries in
      if let entry = entries[key], entry.record.version >= record.version { return }
      entries[key] = Entry(record: record)
    }
  }

  func keep(_ membership: WrittenMembership, _ key: CustomerKey, version: Int) {
    entries.withLock { entries in
      guard var entry = entries[key], entry.record.version == version else { return }
      entry.membership = membership
      entries[key] = entry
    }
  }

  func forget(_ key: CustomerKey) { entries.withLock { $0[key] = nil } }
}
