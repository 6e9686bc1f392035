import Tollgate
import TollgateWire

/// A snapshot as JSON, reused with the time of each response until the membership changes.
struct EncodedSnapshot: Sendable {
  /// The greatest number of bytes that are kept: a longer snapshot, which only a customer who has bought something can
  /// have, is encoded for each response.
  static let byteLimit = 4 * 1024 * 1024

  /// The member that differs from response to response.
  ///
  /// It is the first of the last two members, which are both numbers.
  private static let marker = Array(#""serverTime":"#.utf8)

  /// The email address that the caller's token carried.
  private let email: String?
  /// The revision of the blueprint that decided.
  private let revision: String
  /// The instant it was decided at; it is not valid earlier.
  private let from: Instant
  /// The membership's next change, at which it is no longer valid; nil if it never changes by itself.
  private let until: Instant?
  /// The JSON before and after the time.
  private let head, tail: ArraySlice<UInt8>

  /// Keeps a snapshot; nil if it is too long.
  ///
  /// - Parameter body: The snapshot in the form of ``JSON``, with sorted keys.
  init?(_ body: [UInt8], of snapshot: CustomerSnapshot) {
    let time = Array("\(snapshot.serverTime.milliseconds)".utf8)
    guard body.count <= Self.byteLimit,
      let position = body.indices.last(where: { body[$0...].starts(with: Self.marker + time) })
    else { return nil }
    email = snapshot.email
    revision = snapshot.blueprintRevision
    from = snapshot.serverTime
    until = snapshot.membership.nextChange
    head = body[..<(position + Self.marker.count)]
    tail = body[(position + Self.marker.count + time.count)...]
  }

  /// How many bytes it takes.
  var byteCount: Int { head.count + tail.count }

  /// The snapshot's JSON at an instant; nil if it is not valid then, not for a caller with this address, or not decided
  /// by this revision of the blueprint.
  func body(at now: Instant, email: String?, under revision: String) -> [UInt8]? {
    guard from <= now, until.map({ now < $0 }) ?? true, self.email == email,
      self.revision == revision
    else { return nil }
    var body: [UInt8] = []
    body.reserveCapacity(head.count + tail.count + 20)
    body += head
    body += "\(now.milliseconds)".utf8
    body += tail
    return body
  }
}
