public import Foundation
public import Tollgate

extension TollgateClient.Configuration {
  /// The only key in ``serverKeys``, or the first of several; setting it pins no other.
  public var serverKey: String? {
    get { serverKeys?.first }
    set { serverKeys = newValue.map { [$0] } }
  }

  #if canImport(StoreKit) || Server
    /// Creates a configuration for an app that pins several keys and buys from the App Store.
    ///
    /// - Parameters:
    ///   - app: The app's name in its blueprint.
    ///   - server: The server's root address.
    ///   - serverKeys: The keys that the server may sign its answers with, as in ``serverKeys``.
    ///   - storage: Where the device stores what must survive a launch; nil means ``AppDeviceStorage``.
    ///   - bundledBlueprint: The file with the blueprint that ships in the app.
    ///   - nudges: Schedules local notifications; if nil, none are scheduled.
    ///   - log: The log for problems that a developer should know about.
    public init(
      app: Blueprint.App.ID, server: URL, serverKeys: [String],
      storage: (any DeviceStorage)? = nil, bundledBlueprint: URL? = Self.shippedBlueprint,
      nudges: (any NudgeScheduler)? = Self.systemNudges, log: ClientLog = .system
    ) {
      self.init(
        app: app, server: server, serverKeys: serverKeys, store: StoreKitStore(),
        storage: storage, bundledBlueprint: bundledBlueprint, nudges: nudges, log: log)
    }
  #endif

  /// Creates a configuration for an app that pins several keys and buys from a custom store.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - server: The server's root address.
  ///   - serverKeys: The keys that the server may sign its answers with, as in ``serverKeys``.
  ///   - store: The store to buy from.
  ///   - storage: Where the device stores what must survive a launch; nil means ``AppDeviceStorage``.
  ///   - bundledBlueprint: The file with the blueprint that ships in the app.
  ///   - nudges: Schedules local notifications; if nil, none are scheduled.
  ///   - log: The log for problems that a developer should know about.
  public init(
    app: Blueprint.App.ID, server: URL, serverKeys: [String],
    store: any PurchaseStore, storage: (any DeviceStorage)? = nil,
    bundledBlueprint: URL? = Self.shippedBlueprint,
    nudges: (any NudgeScheduler)? = Self.systemNudges, log: ClientLog = .system
  ) {
    self.init(
      app: app, server: server, serverKey: "", store: store, storage: storage,
      bundledBlueprint: bundledBlueprint, nudges: nudges, log: log)
    self.serverKeys = serverKeys
  }
}
