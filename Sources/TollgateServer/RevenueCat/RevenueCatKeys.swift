public import Tollgate

/// The public API keys with which apps built with RevenueCat's SDK name themselves, each with its app.
///
/// The server answers RevenueCat's requests if there is a key. A key is part of the app that people download, so it
/// proves nothing about them.
public struct RevenueCatKeys: Hashable, Sendable {
  /// The greatest number of characters in a key.
  public static let lengthLimit = 128

  private var appsByKey: [String: Blueprint.App.ID] = [:]

  /// Creates an empty set of keys: RevenueCat's requests are then not answered.
  public init() {}

  /// Whether there is no key.
  public var isEmpty: Bool { appsByKey.isEmpty }

  public var apps: Set<Blueprint.App.ID> { Set(appsByKey.values) }

  /// Adds a key.
  ///
  /// - Parameter key: The public key, such as `appl_` and letters; a secret key is refused.
  /// - Returns: Whether it was added: it has 1 to ``lengthLimit`` printable ASCII characters, is not a secret key and
  ///   names no other app.
  public mutating func add(_ key: String, for app: Blueprint.App.ID) -> Bool {
    guard (1...Self.lengthLimit).contains(key.utf8.count),
      key.utf8.allSatisfy({ (33...126).contains($0) }), !key.hasPrefix(SecretKey.prefix),
      appsByKey[key] == nil || appsByKey[key] == app
    else { return false }
    appsByKey[key] = app
    return true
  }

  /// The app that a key names; nil if there is no such key.
  func app(of key: String) -> Blueprint.App.ID? { appsByKey[key] }
}
