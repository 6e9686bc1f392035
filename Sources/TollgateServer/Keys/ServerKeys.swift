public import Tollgate
public import TollgateWire

/// A server's secret keys: a person who has them can create tokens and sign answers as the server.
///
/// They are kept apart from the ledger, in a ``KeyFile`` or an environment variable, so that a copy of the ledger alone
/// is not enough for that. The ledger contains their ids, by which wrong or outdated keys are noticed at the start.
///
/// For each use there is one current key. To replace it without interrupting anybody, ``add(_:at:identifiers:)`` the
/// next one, release an app that pins both, ``promote(_:at:)`` the next one, and ``retire(_:)`` the previous one when
/// devices have new tokens and everybody has the new app:
///
/// ```swift
/// let next = try file.change { keys in try keys.add(.answers, at: now) }
/// // … release an app that pins both …
/// try file.change { keys in try keys.promote(next.id, at: now) }
/// ```
public struct ServerKeys: Hashable, Sendable {
  /// The greatest number of keys; a further one takes the place of the oldest retired one.
  public static let limit = 64

  /// The keys, the oldest first; retired ones are listed without their secrets.
  public private(set) var keys: [ServerKey]

  /// Creates new keys, one for each use.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys` if the source returns another number of bytes than requested.
  public init(
    at now: Instant, identifiers: IdentifierSource = .random
  ) throws(ConfigurationError) {
    keys = []
    for use in ServerKey.Use.allCases {
      var key = try ServerKey(
        for: use, secret: identifiers.bytes(ServerKey.secretByteCount), createdAt: now,
        state: .current)
      key.currentSince = now
      keys.append(key)
    }
  }

  /// Creates a set of keys after checking its rules.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys`.
  init(_ keys: [ServerKey]) throws(ConfigurationError) {
    guard keys.count <= Self.limit, Set(keys.map(\.id)).count == keys.count else {
      throw ConfigurationError(
        .keys,
        """
        There are more than \(Self.limit) server keys, or two with the same id: retire some, or restore the keys from \
        their backup.
        """)
    }
    for use in ServerKey.Use.allCases {
      let states = keys.filter { $0.use == use }.map(\.state)
      guard states.count(where: { $0 == .current }) == 1,
        states.count(where: { $0 == .next }) <= 1
      else {
        throw ConfigurationError(
          .keys,
          """
          There must be one current key for \(use), and at most one next key: restore the keys from their backup.
          """)
      }
    }
    self.keys = keys
  }

  /// The key that signs now.
  public func current(_ use: ServerKey.Use) -> ServerKey {
    guard let key = keys.first(where: { $0.use == use && $0.state == .current }) else {
      preconditionFailure("a set of keys has a current one for each use")
    }
    return key
  }

  /// The key for answers that signs next, for clients to pin next to the current one; nil if there isn't one.
  public var nextAnswerKey: AnswerKey? {
    keys.first { $0.use == .answers && $0.state == .next }?.publicKey
  }

  /// Returns the key with an id; nil if there isn't one.
  public subscript(id: String) -> ServerKey? { keys.first { $0.id == id } }

  /// Adds the key that will sign next.
  ///
  /// - Throws: ``ConfigurationError`` with code `keys` if there is a next key already, or too many that are not retired.
  @discardableResult
  public mutating func add(
    _ use: ServerKey.Use, at now: Instant, identifiers: IdentifierSource = .random
  ) throws(ConfigurationError) -> ServerKey {
    if let next = keys.first(where: { $0.use == use && $0.state == .next }) {
      throw ConfigurationError(
        .keys, "There is a next key for \(use) already: promote or retire \(next.id).")
    }
    let key = try ServerKey(
      for: use, secret: identifiers.bytes(ServerKey.secretByteCount), createdAt: now, state: .next)
    if keys.count == Self.limit, let oldest = keys.firstIndex(where: { $0.state == .retired }) {
      keys.remove(at: oldest)
    }
    self = try ServerKeys(keys + [key])
    return key
  }

  /// Makes the next key, or a previous one again, the current one; what was current becomes a previous key.
  ///
  /// - Parameter id: The key's id; nothing changes if it is current.
  /// - Throws: ``ConfigurationError`` with code `keys` if there is no such key, or it is retired.
  public mutating func promote(_ id: String, at now: Instant) throws(ConfigurationError) {
    let index = try index(of: id)
    let use = keys[index].use
    switch keys[index].state {
    case .retired:
      throw ConfigurationError(
        .keys,
        """
        The key \(id) is retired, and its secret was erased: add a new one with `tollgate server-keys add \(use)`.
        """)
    case .current: return
    case .next, .previous: keys[index].currentSince = now
    }
    for other in keys.indices where keys[other].use == use && keys[other].state == .current {
      keys[other].state = .previous
    }
    keys[index].state = .current
  }

  /// Erases a key's secret: tokens that it signed are no longer valid.
  ///
  /// - Parameter id: The key's id; nothing changes if it is retired.
  /// - Throws: ``ConfigurationError`` with code `keys` if there is no such key, or it is current.
  public mutating func retire(_ id: String) throws(ConfigurationError) {
    let index = try index(of: id)
    guard keys[index].state != .current else {
      throw ConfigurationError(
        .keys, "The key \(id) is the current one: promote another key for \(keys[index].use) first."
      )
    }
    keys[index] = keys[index].retired
  }

  private func index(of id: String) throws(ConfigurationError) -> Int {
    guard let index = keys.firstIndex(where: { $0.id == id }) else {
      throw ConfigurationError(
        .keys, "There is no server key \(id): `tollgate server-keys list` shows them.")
    }
    return index
  }
}
