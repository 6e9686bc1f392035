public import Foundation
public import Tollgate

/// The membership as an app has stored it, for widgets and extensions: read once, without a network, never changed.
///
/// It reads the storage that the app shares in an app group, trusts only what the server signed, and evaluates with the
/// same engine. What it cannot read is unknown, which differs from no: before the first unlock after a restart, and
/// before the app has a customer, ``membership(at:)`` is nil or its phase is `unknown`. The app may write at the same
/// time.
///
/// ```swift
/// let reader = MembershipReader(configuration)
/// let isPro = reader.membership()?.entitlement("pro").isActive
/// ```
public struct MembershipReader: Sendable {
  /// The best estimate of the server's time when the storage was read, never later than the server's own clock; nil if
  /// there isn't one.
  public let now: Instant?
  /// Why something is unknown: `storageUnavailable` before the first unlock, or what is wrong with the storage; nil if
  /// nothing is.
  public let problem: ClientError?
  private let cache: MembershipCache
  private let writes: [PendingWrite]

  /// Reads what an app has stored, with the configuration of the app's client.
  ///
  /// - Parameter configuration: The configuration, whose storage is shared in an app group:
  ///   ``AppDeviceStorage/init(app:group:directory:)``.
  public init(_ configuration: TollgateClient.Configuration) {
    self.init(
      app: configuration.app, serverKeys: configuration.serverKeys, storage: configuration.storage,
      bundledBlueprint: configuration.bundledBlueprint, uptime: configuration.uptime())
  }

  /// Reads what an app has stored, if the app pins one key.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - serverKey: The key that the server signs its answers with; nil means that everything stored is trusted.
  ///   - storage: The app's storage, such as ``AppDeviceStorage/init(app:group:directory:)``.
  ///   - bundledBlueprint: The file with the blueprint that ships in the extension, as in
  ///     ``TollgateClient/Configuration/bundledBlueprint``.
  ///   - uptime: The device's monotonic clock; nil means the system's.
  public init(
    app: Blueprint.App.ID, serverKey: String?, storage: any DeviceStorage,
    bundledBlueprint: URL? = TollgateClient.Configuration.shippedBlueprint,
    uptime: Duration? = nil
  ) {
    self.init(
      app: app, serverKeys: serverKey.map { [$0] }, storage: storage,
      bundledBlueprint: bundledBlueprint, uptime: uptime)
  }

  /// Reads what an app has stored.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - serverKeys: The keys that the server may have signed its answers with, as in
  ///     ``TollgateClient/Configuration/serverKeys``; nil means that everything stored is trusted.
  ///   - storage: The app's storage, such as ``AppDeviceStorage/init(app:group:directory:)``.
  ///   - bundledBlueprint: The file with the blueprint that ships in the extension, as in
  ///     ``TollgateClient/Configuration/bundledBlueprint``.
  ///   - uptime: The device's monotonic clock; nil means the system's.
  public init(
    app: Blueprint.App.ID, serverKeys: [String]?, storage: any DeviceStorage,
    bundledBlueprint: URL? = TollgateClient.Configuration.shippedBlueprint,
    uptime: Duration? = nil
  ) {
    let uptime = uptime ?? SystemUptime.sinceStart()
    var cache = MembershipCache()
    do throws(ClientError) {
      // What the reader would change in the storage is left to the app.
      var reader = try CacheReader(storage, Signatures(app: app, keys: serverKeys))
      // Without the marker, a session in the keychain is that of an earlier installation.
      let isInstalled = reader.load(.installation) ?? false
      let session = isInstalled ? reader.session(into: &cache).current : nil
      cache.clock = reader.clock(for: cache.customer, uptime: uptime)
      writes = reader.outbox(for: session).writes
      if let blueprint = reader.blueprint(shipped: bundledBlueprint, for: cache.customer) {
        cache.adopt(blueprint)
      }
      problem = reader.notices.first
    } catch {
      writes = []
      problem = error
    }
    self.cache = cache
    now = cache.now(uptime: uptime)
  }

  /// The membership at an instant; nil while the app's rules are unknown, and `unknown` while there is no customer.
  ///
  /// - Parameter instant: The instant, such as that of an entry in a widget's timeline; nil means ``now``.
  /// - Returns: The membership. Its `nextChange` is when the widget should be drawn again.
  public func membership(at instant: Instant? = nil) -> Membership? {
    cache.evaluate(writes, at: instant ?? now).membership
  }

  /// The access to a feature; `unknown` until something is known.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - instant: The instant; nil means ``now``.
  public func access(to feature: Feature.ID, at instant: Instant? = nil) -> Access {
    membership(at: instant)?.access(to: feature) ?? .unknown
  }

  /// How long after ``now`` the membership next changes by itself, which is when a widget should be drawn again; nil if
  /// no change is scheduled.
  public var nextChange: Duration? {
    guard let now, let next = membership()?.nextChange else { return nil }
    return now.duration(to: next)
  }
}
