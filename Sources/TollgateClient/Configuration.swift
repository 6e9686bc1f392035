public import Foundation
public import Tollgate

extension TollgateClient {
  /// What a client is made of.
  ///
  /// There is no wall clock in it: the client's time is the server's, carried on by `uptime`.
  public struct Configuration: Sendable {
    /// The app.
    public var app: Blueprint.App.ID
    /// The key that the server signs its answers with, in Base64 as `tollgate serve` prints it.
    ///
    /// Nothing it did not sign is believed, neither as an answer nor from the device's memory. Nil believes whatever the
    /// transport brings.
    public var serverKey: String?
    /// Carries requests to the server.
    public var transport: any HTTPTransport
    /// The store to buy from.
    public var store: any PurchaseStore
    /// Where the device keeps what must be remembered.
    public var storage: any DeviceStorage
    /// Schedules local notifications; nil schedules none.
    public var nudges: (any NudgeScheduler)?
    /// Milliseconds of the device's monotonic clock, which runs on while it sleeps.
    public var uptime: @Sendable () -> Int64
    /// Waits: for the membership's next change, between the questions about a purchase, and before sending again what the
    /// server did not take; nil leaves all of it to ``TollgateClient/timePassed()``.
    public var sleep: (@Sendable (Duration) async throws -> Void)?
    /// Makes a new unique name that nobody can guess, of the form of a random UUID.
    public var makeID: @Sendable () -> String
    /// A number from 0 up to 1 that spreads the requests of many devices after an outage.
    public var random: @Sendable () -> Double
    /// The customer's language and region, for texts, prices and dates.
    public var locale: Locale
    /// The time zone dates are shown in.
    public var timeZone: TimeZone

    /// Describes a client in every part; tests and simulated phones give their own clock and names.
    public init(
      app: Blueprint.App.ID, serverKey: String? = nil, transport: any HTTPTransport,
      store: any PurchaseStore, storage: any DeviceStorage, nudges: (any NudgeScheduler)? = nil,
      uptime: @escaping @Sendable () -> Int64,
      sleep: (@Sendable (Duration) async throws -> Void)? = nil,
      makeID: @escaping @Sendable () -> String,
      random: @escaping @Sendable () -> Double = { 0 },
      locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt
    ) {
      self.app = app
      self.serverKey = serverKey
      self.transport = transport
      self.store = store
      self.storage = storage
      self.nudges = nudges
      self.uptime = uptime
      self.sleep = sleep
      self.makeID = makeID
      self.random = random
      self.locale = locale
      self.timeZone = timeZone
    }

    /// Describes a client of an app on a real device; the first three are all that most apps say.
    ///
    /// - Parameters:
    ///   - app: The app's name in its blueprint.
    ///   - server: The server's root address.
    ///   - serverKey: The key that the server signs its answers with, as `tollgate serve` prints it.
    ///   - store: The store to buy from.
    ///   - storage: Where the device keeps what must be remembered; nil is ``AppDeviceStorage``.
    ///   - nudges: Schedules local notifications; nil schedules none.
    public init(
      app: Blueprint.App.ID, server: URL, serverKey: String,
      store: any PurchaseStore = StoreKitStore(), storage: (any DeviceStorage)? = nil,
      nudges: (any NudgeScheduler)? = Self.systemNudges
    ) {
      self.init(
        app: app, serverKey: serverKey, transport: URLSessionTransport(server: server),
        store: store, storage: storage ?? AppDeviceStorage(app: app),
        nudges: nudges, uptime: SystemUptime.milliseconds,
        sleep: { try await Task.sleep(for: $0) }, makeID: { UUID().uuidString.lowercased() },
        random: { Double.random(in: 0..<1) }, locale: .autoupdatingCurrent,
        timeZone: .autoupdatingCurrent)
    }

    /// The system's notifications, in an app of a platform that has them; nil elsewhere.
    ///
    /// They are scheduled only where the app was permitted to send any.
    public static var systemNudges: (any NudgeScheduler)? {
      #if canImport(UserNotifications)
        return Bundle.main.bundleIdentifier == nil ? nil : UserNotificationScheduler(title: "")
      #else
        return nil
      #endif
    }
  }
}
