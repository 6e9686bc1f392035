import Tollgate
import TollgateLedger
import TollgateMutex

/// A cache of recently used customers' records.
///
/// They are current if this process is the ledger's only writer; otherwise ``CustomerRecords`` checks their version.
final class RecordCache: Sendable {
  /// The greatest number of cached customers.
  static let limit = 10_000

  /// A membership as JSON, with the time span in which it is valid.
  struct EncodedMembership: Sendable {
    /// The instant it was decided at; it is not valid earlier.
    let from: Instant
    /// The membership's next change, at which it is no longer valid; nil if it never changes by itself.
    let until: Instant?
    /// The membership's JSON, sent as it is.
    let body: [UInt8]

    /// Whether it holds at an instant: the time span includes its start and excludes its end.
    func isValid(at now: Instant) -> Bool { from <= now && until.map { now < $0 } ?? true }
  }

  /// A class, so that passing it around does not copy the record.
  private final class Entry: Sendable {
    let record: CustomerRecord
    let membership: EncodedMembership?

    init(_ record: CustomerRecord, _ membership: EncodedMembership? = nil) {
      self.record = record
      self.membership = membership
    }
  }

  private let entries = Mutex(LRUCache<CustomerKey, Entry>(limit: RecordCache.limit))

  /// The cached record; nil means that the ledger has to be read.
  func record(_ key: CustomerKey) -> CustomerRecord? {
    entries.withLock { $0[key] }?.record
  }

  /// The cached membership, if the record that it was derived from is still current.
  func membership(_ key: CustomerKey, version: Int) -> EncodedMembership? {
    entries.withLock { entries in
      guard let entry = entries[key], entry.record.version == version else { return nil }
      return entry.membership
    }
  }

  /// Caches a record, unless a newer one is cached.
  func insert(_ record: CustomerRecord, _ key: CustomerKey) {
    entries.withLock { entries in
      // An entry of the same version stays, since it may have the encoded membership too.
      if let entry = entries[key], entry.record.version >= record.version { return }
      entries[key] = Entry(record)
    }
  }

  /// Caches a membership beside the record it was derived from, unless a newer record is cached by now.
  func insert(_ membership: EncodedMembership, _ key: CustomerKey, version: Int) {
    entries.withLock { entries in
      guard let entry = entries[key], entry.record.version == version else { return }
      entries[key] = Entry(entry.record, membership)
    }
  }

  func remove(_ key: CustomerKey) { entries.withLock { $0[key] = nil } }
}
