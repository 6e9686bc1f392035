public import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// The configuration of a client.
  ///
  /// It contains no wall clock: the client's time is the server's, carried forward by `uptime`.
  public struct Configuration: Sendable {
    public var app: Blueprint.App.ID
    /// The keys that the server signs its answers with, at most eight: the current one and, while it is being replaced,
    /// the next or the previous one; each in Base64 as `tollgate serve` prints it.
    ///
    /// Only what one of them signed is trusted, whether it is a response or cached; nothing is trusted if one of them
    /// is invalid or the list is empty. If nil, everything the transport delivers is trusted.
    public var serverKeys: [String]?
    /// Carries requests to the server.
    public var transport: any HTTPTransport
    /// The store to buy from.
    public var store: any PurchaseStore
    /// Where the device stores what must survive a launch.
    public var storage: any DeviceStorage
    /// The file with the blueprint that ships in the app, as `tollgate bundle` writes it.
    ///
    /// The client uses it until the server has sent a blueprint, as on a first launch without a network, and whenever
    /// it was signed later than everything that the server has sent. It must be signed with one of the ``serverKeys``.
    public var bundledBlueprint: URL?
    /// Schedules local notifications; if nil, none are scheduled.
    public var nudges: (any NudgeScheduler)?
    /// The device's monotonic clock, which keeps running during sleep.
    public var uptime: @Sendable () -> Duration
    /// Waits for the membership's next change, between polls for a purchase, and before retrying what the server did
    /// not accept; if nil, all of it is left to ``TollgateClient/reevaluate()``.
    public var sleep: (@Sendable (Duration) async throws -> Void)?
    /// Creates a unique, unguessable identifier in the form of a random UUID.
    public var makeID: @Sendable () -> String
    /// A number from 0 up to 1 that spreads out the requests of many devices after an outage.
    public var random: @Sendable () -> Double
    /// The log for problems that a developer should know about.
    public var log: ClientLog
    /// The customer's language and region, for texts, prices and dates.
    public var locale: Locale
    /// The time zone that dates are shown in and that quiet hours are in.
    public var timeZone: TimeZone
    /// How much time must pass between a response with the whole customer and the next refresh by
    /// ``TollgateClient/cameToForeground(showing:)``; one minute by default.
    public var refreshPause = Duration.seconds(60)

    /// Creates a configuration with every part given; tests and simulated phones supply their own clock and
    /// identifiers.
    public init(
      app: Blueprint.App.ID, serverKey: String? = nil, transport: any HTTPTransport,
      store: any PurchaseStore, storage: any DeviceStorage, bundledBlueprint: URL? = nil,
      nudges: (any NudgeScheduler)? = nil,
      uptime: @escaping @Sendable () -> Duration,
      sleep: (@Sendable (Duration) async throws -> Void)? = nil,
      makeID: @escaping @Sendable () -> String,
      random: @escaping @Sendable () -> Double = { 0 },
      log: ClientLog = .none, locale: Locale = Locale(identifier: "en_US"),
      timeZone: TimeZone = .gmt
    ) {
      self.app = app
      serverKeys = serverKey.map { [$0] }
      self.transport = transport
      self.store = store
      self.storage = storage
      self.bundledBlueprint = bundledBlueprint
      self.nudges = nudges
      self.uptime = uptime
      self.sleep = sleep
      self.makeID = makeID
      self.random = random
      self.log = log
      self.locale = locale
      self.timeZone = timeZone
    }

    #if canImport(StoreKit) || Server
      /// Creates a configuration for an app on a real device that buys from the App Store.
      ///
      /// Most apps need only the first three parameters. On Linux it requires the package trait `Server`, which
      /// provides `OpenStoreKit` as the store.
      ///
      /// - Parameters:
      ///   - app: The app's name in its blueprint.
      ///   - server: The server's root address.
      ///   - serverKey: The key that the server signs its answers with, as `tollgate serve` prints it.
      ///   - storage: Where the device stores what must survive a launch; nil means ``AppDeviceStorage``.
      ///   - bundledBlueprint: The file with the blueprint that ships in the app; the default is the file
      ///     `Tollgate.blueprint.json` of the app's bundle, if there is one.
      ///   - nudges: Schedules local notifications; if nil, none are scheduled.
      ///   - log: The log for problems that a developer should know about.
      public init(
        app: Blueprint.App.ID, server: URL, serverKey: String,
        storage: (any DeviceStorage)? = nil, bundledBlueprint: URL? = Self.shippedBlueprint,
        nudges: (any NudgeScheduler)? = Self.systemNudges, log: ClientLog = .system
      ) {
        self.init(
          app: app, server: server, serverKey: serverKey, store: StoreKitStore(),
          storage: storage, bundledBlueprint: bundledBlueprint, nudges: nudges, log: log)
      }
    #endif

    /// Creates a configuration for an app on a real device that buys from a custom store.
    ///
    /// - Parameters:
    ///   - app: The app's name in its blueprint.
    ///   - server: The server's root address.
    ///   - serverKey: The key that the server signs its answers with, as `tollgate serve` prints it.
    ///   - store: The store to buy from.
    ///   - storage: Where the device stores what must survive a launch; nil means ``AppDeviceStorage``.
    ///   - bundledBlueprint: The file with the blueprint that ships in the app; the default is the file
    ///     `Tollgate.blueprint.json` of the app's bundle, if there is one.
    ///   - nudges: Schedules local notifications; if nil, none are scheduled.
    ///   - log: The log for problems that a developer should know about.
    public init(
      app: Blueprint.App.ID, server: URL, serverKey: String,
      store: any PurchaseStore, storage: (any DeviceStorage)? = nil,
      bundledBlueprint: URL? = Self.shippedBlueprint,
      nudges: (any NudgeScheduler)? = Self.systemNudges, log: ClientLog = .system
    ) {
      self.init(
        app: app, serverKey: serverKey, transport: URLSessionTransport(server: server),
        store: store, storage: storage ?? AppDeviceStorage(app: app),
        bundledBlueprint: bundledBlueprint, nudges: nudges, uptime: SystemUptime.sinceStart,
        sleep: { try await Task.sleep(for: $0) }, makeID: { UUID().uuidString.lowercased() },
        random: { Double.random(in: 0..<1) }, log: log, locale: .autoupdatingCurrent,
        timeZone: .autoupdatingCurrent)
    }

    /// The file `Tollgate.blueprint.json` in the app's bundle; nil if there isn't one.
    public static var shippedBlueprint: URL? {
      let file = URL(filePath: BlueprintBundle.fileName)
      return Bundle.main.url(
        forResource: file.deletingPathExtension().lastPathComponent,
        withExtension: file.pathExtension)
    }

    /// The IANA name of the time zone.
    var timeZoneName: String { timeZone.identifier }

    /// The system's notifications, in an app on a platform that has them; otherwise nil.
    ///
    /// They are scheduled only if the app has permission to send notifications.
    public static var systemNudges: (any NudgeScheduler)? {
      #if canImport(UserNotifications) && !os(tvOS)
        return Bundle.main.bundleIdentifier == nil ? nil : UserNotificationScheduler(title: "")
      #else
        return nil
      #endif
    }
  }
}

#if canImport(StoreKit) || Server
  extension TollgateClient {
    /// Creates a client for an app on a real device that buys from the App Store, with the defaults of ``Configuration``.
    ///
    /// On Linux it requires the package trait `Server`, which provides `OpenStoreKit` as the store.
    ///
    /// - Parameters:
    ///   - app: The app's name in its blueprint.
    ///   - server: The server's root address.
    ///   - serverKey: The key that the server signs its answers with, as `tollgate serve` prints it.
    public convenience init(app: Blueprint.App.ID, server: URL, serverKey: String) {
      self.init(Configuration(app: app, server: server, serverKey: serverKey))
    }
  }
#endif
