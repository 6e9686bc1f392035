import Tollgate
import TollgateLedger
import TollgateMutex

/// A cache of recently used customers' records, limited by the memory they take.
///
/// They are current if this process is the ledger's only writer; otherwise ``CustomerRecords`` checks their version.
///
/// A record that was read or written before its customer was removed may be older than what made the cache remove it.
/// So reads and writes ``begin(_:)`` before they ask the ledger, and cache nothing if the customer has been removed
/// since.
final class RecordCache: Sendable {
  /// How many bytes of records are cached by default, about: 256 MiB.
  static let defaultBytes = 256 * 1024 * 1024

  /// A membership as JSON, with the time span in which it is valid.
  struct EncodedMembership: Sendable {
    /// The instant it was decided at; it is not valid earlier.
    let from: Instant
    /// The membership's next change, at which it is no longer valid; nil if it never changes by itself.
    let until: Instant?
    /// The revision of the blueprint that decided.
    let revision: String
    /// The membership's JSON, sent as it is.
    let body: [UInt8]

    /// Whether it holds at an instant: the time span includes its start and excludes its end.
    func isValid(at now: Instant, under revision: String) -> Bool {
      from <= now && until.map { now < $0 } ?? true && self.revision == revision
    }
  }

  /// A class, so that passing it around copies neither the membership nor the snapshot.
  private final class Entry: Sendable {
    let record: CustomerRecord
    let membership: EncodedMembership?
    let snapshot: EncodedSnapshot?
    /// About how much memory the entry takes.
    let bytes: Int

    init(
      _ record: CustomerRecord, _ membership: EncodedMembership? = nil,
      _ snapshot: EncodedSnapshot? = nil
    ) {
      self.record = record
      self.membership = membership
      self.snapshot = snapshot
      bytes =
        512 + record.customer.estimatedBytes + (membership?.body.count ?? 0)
        + (snapshot?.byteCount ?? 0)
    }
  }

  /// A read or a write of a customer that has begun.
  struct Access: Sendable {
    fileprivate let key: CustomerKey
    /// How often the customer had been removed when this access began, counted while any access is open.
    fileprivate let removals: Int
  }

  /// The open reads and writes of a customer, and how often the customer was removed during them.
  private struct Accesses {
    var count = 0
    var removals = 0

    /// Counts one more access, and returns the removals before it.
    mutating func begin() -> Int {
      count += 1
      return removals
    }
  }

  /// The entries and the sum of their sizes.
  private struct Entries {
    private var cache = LRUCache<CustomerKey, Entry>()
    private var accesses: [CustomerKey: Accesses] = [:]
    private(set) var bytes = 0
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { cache.count }

    /// The entry of a customer, who becomes the most recently used; assigning nil removes it.
    subscript(key: CustomerKey) -> Entry? {
      mutating get { cache[key] }
      set {
        let former = cache.updateValue(newValue, forKey: key)
        bytes += (newValue?.bytes ?? 0) - (former?.bytes ?? 0)
        if newValue == nil { accesses[key]?.removals += 1 }
        // A record that is larger than the cache removes all others, and then itself.
        while bytes > limit, let (key, oldest) = cache.removeOldest() {
          bytes -= oldest.bytes
          accesses[key]?.removals += 1
        }
      }
    }

    mutating func begin(_ key: CustomerKey) -> Access {
      Access(key: key, removals: accesses[key, default: Accesses()].begin())
    }

    /// Ends an access, and returns whether its customer was not removed since it began.
    mutating func end(_ access: Access) -> Bool {
      guard let position = accesses.index(forKey: access.key) else { return false }
      let isCurrent = accesses.values[position].removals == access.removals
      accesses.values[position].count -= 1
      if accesses.values[position].count == 0 { accesses.remove(at: position) }
      return isCurrent
    }
  }

  private let entries: Mutex<Entries>

  /// Creates an empty cache.
  ///
  /// - Parameter limit: About how many bytes of records it keeps.
  init(limit: Int = RecordCache.defaultBytes) { entries = Mutex(Entries(limit: limit)) }

  /// How many customers are cached, and about how much memory they take.
  var size: (customers: Int, bytes: Int) { entries.withLock { ($0.count, $0.bytes) } }

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

  /// Begins to read or write a customer; each access ends once, with ``end(_:caching:)``.
  func begin(_ key: CustomerKey) -> Access { entries.withLock { $0.begin(key) } }

  /// Ends an access, and caches what was read or written, unless a newer record is cached or the customer was removed
  /// since the access began.
  func end(_ access: Access, caching record: CustomerRecord?) {
    let new = record.map { Entry($0) }
    // The entry that is replaced is returned, so that it is freed after the lock is released.
    _ = entries.withLock { entries -> Entry? in
      guard entries.end(access), let new else { return nil }
      let former = entries[access.key]
      // An entry of the same version stays, since it may have the encoded membership too.
      if let former, former.record.version >= new.record.version { return nil }
      entries[access.key] = new
      return former
    }
  }

  /// Caches a membership with the record it was derived from, unless a newer record is already cached.
  func insert(_ membership: EncodedMembership, _ key: CustomerKey, version: Int) {
    entries.withLock { entries in
      guard let entry = entries[key], entry.record.version == version else { return }
      entries[key] = Entry(entry.record, membership, entry.snapshot)
    }
  }

  /// The cached record, with the snapshot that was last encoded from it.
  func encoded(_ key: CustomerKey) -> (record: CustomerRecord, snapshot: EncodedSnapshot?)? {
    entries.withLock { $0[key] }.map { ($0.record, $0.snapshot) }
  }

  /// Caches a snapshot with the record it was derived from, unless a newer record is already cached.
  func insert(_ snapshot: EncodedSnapshot, _ key: CustomerKey, version: Int) {
    entries.withLock { entries in
      guard let entry = entries[key], entry.record.version == version else { return }
      entries[key] = Entry(entry.record, entry.membership, snapshot)
    }
  }

  func remove(_ key: CustomerKey) { entries.withLock { $0[key] = nil } }
}
