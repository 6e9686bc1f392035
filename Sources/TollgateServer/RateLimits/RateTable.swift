import Tollgate
import TollgateMutex

/// A bounded table of token buckets; each holds a minute's requests.
///
/// A bucket is one instant: the theoretical arrival time of the
/// [generic cell rate algorithm](https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). The table's memory is
/// fixed. If its place is taken, a bucket displaces the fullest of the ways of its set: a flood of subjects can relax
/// the limit of others, and never tightens it.
final class RateTable<Subject: Hashable & Sendable>: Sendable {
  /// The number of locks, so that requests rarely wait for each other.
  private static var shardCount: Int { 64 }
  /// The number of sets in a shard; with all shards and ways 65,536 buckets.
  private static var setCount: Int { 256 }
  /// The number of buckets that a subject may have its place among.
  private static var wayCount: Int { 4 }
  /// The length of the burst that a full bucket allows, in microseconds.
  private static var burst: Int64 { 60_000_000 }

  private struct Bucket {
    /// The hash of the subject.
    var subject = 0
    /// When the bucket is full again, in microseconds since 1970.
    var fullAt = Int64.min
  }

  private final class Shard: Sendable {
    let buckets: Mutex<[Bucket]>

    init(_ count: Int) { buckets = Mutex(Array(repeating: Bucket(), count: count)) }
  }

  /// The time that one request takes out of a bucket, in microseconds.
  private let interval: Int64
  private let shards: [Shard]

  /// Creates a table; nil for a rate of 0, which limits nothing.
  ///
  /// - Parameter perMinute: The number of requests a minute, at most 60 million.
  init?(perMinute: Int) {
    guard perMinute > 0 else { return nil }
    interval = max(1, Self.burst / Int64(perMinute))
    shards = (0..<Self.shardCount).map { _ in Shard(Self.setCount * Self.wayCount) }
  }

  /// Takes a request out of the subject's bucket.
  ///
  /// - Parameters:
  ///   - now: The server's clock; one that was set back by more than a burst refills the bucket.
  ///   - isTaken: Whether the request is taken out, or only checked.
  /// - Returns: Nil if there was room for it; otherwise after how many seconds there will be.
  func admit(_ subject: Subject, at now: Instant, taking isTaken: Bool = true) -> Int? {
    let now = now.milliseconds * 1000
    let interval = interval
    return withBucket(of: subject, at: now) { bucket in
      let wait = bucket.fullAt - now - (Self.burst - interval)
      guard wait <= 0 else { return Int((wait + 999_999) / 1_000_000) }
      if isTaken { bucket.fullAt += interval }
      return nil
    }
  }

  /// Takes requests out of the subject's bucket that were admitted as one, and leaves it empty if there are too few.
  func charge(_ subject: Subject, _ requests: Int, at now: Instant) {
    let now = now.milliseconds * 1000
    let (time, overflow) = interval.multipliedReportingOverflow(by: Int64(requests))
    withBucket(of: subject, at: now) { bucket in
      bucket.fullAt = min(
        bucket.fullAt + (overflow ? Self.burst : min(time, Self.burst)), now + Self.burst)
    }
  }

  /// Reads and changes the bucket of a subject, which takes its place in the table if it is changed.
  private func withBucket<Value: Sendable>(
    of subject: Subject, at now: Int64, _ body: (inout Bucket) -> Value
  ) -> Value {
    // Hashes are seeded for each process, so nobody can choose subjects that share a place.
    let hash = subject.hashValue
    let bits = UInt(bitPattern: hash)
    let shard = shards[Int(bits % UInt(Self.shardCount))]
    let first = Int((bits / UInt(Self.shardCount)) % UInt(Self.setCount)) * Self.wayCount
    let interval = interval
    return shard.buckets.withLock { buckets in
      var place = first
      for way in first..<first + Self.wayCount {
        if buckets[way].subject == hash, buckets[way].fullAt != .min {
          place = way
          break
        }
        if buckets[way].fullAt < buckets[place].fullAt { place = way }
      }
      var fullAt = buckets[place].subject == hash ? buckets[place].fullAt : now
      if fullAt < now || fullAt > now + Self.burst + interval { fullAt = now }
      var bucket = Bucket(subject: hash, fullAt: fullAt)
      let value = body(&bucket)
      if bucket.fullAt != fullAt { buckets[place] = bucket }
      return value
    }
  }
}
