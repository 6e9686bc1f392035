public import Foundation
public import Tollgate

extension TollgateClient {
  /// What a client is made of.
  ///
  /// There is no wall clock in it: the client's time is the server's, carried on by `uptime`.
  public struct Configuration: Sendable {
    /// The app.
    public var app: Blueprint.App.ID
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
    /// Waits for the membership's next change; nil leaves it to ``TollgateClient/timePassed()``.
    public var sleep: (@Sendable (Duration) async throws -> Void)?
    /// Makes a new unique name, of the form of a UUID.
    public var makeID: @Sendable () -> String
    /// The customer's language and region, for texts, prices and dates.
    public var locale: Locale
    /// The time zone dates are shown in.
    public var timeZone: TimeZone

    /// Describes a client in every part; tests and simulated phones give their own clock and names.
    public init(
      app: Blueprint.App.ID, transport: any HTTPTransport, store: any PurchaseStore,
      storage: any DeviceStorage, nudges: (any NudgeScheduler)? = nil,
      uptime: @escaping @Sendable () -> Int64,
      sleep: (@Sendable (Duration) async throws -> Void)? = nil,
      makeID: @escaping @Sendable () -> String, locale: Locale = Locale(identifier: "en_US"),
      timeZone: TimeZone = .gmt
    ) {
      self.app = app
      self.transport = transport
      self.store = store
      self.storage = storage
      self.nudges = nudges
      self.uptime = uptime
      self.sleep = sleep
      self.makeID = makeID
      self.locale = locale
      self.timeZone = timeZone
    }

    /// Describes a client of an app on a real device.
    ///
    /// - Parameters:
    ///   - app: The app's name in its blueprint.
    ///   - server: The server's root address.
    ///   - store: The store to buy from.
    ///   - storage: Where the device keeps what must be remembered.
    ///   - nudges: Schedules local notifications; nil schedules none.
    public init(
      app: Blueprint.App.ID, server: URL, store: any PurchaseStore, storage: any DeviceStorage,
      nudges: (any NudgeScheduler)? = nil
    ) {
      self.init(
        app: app, transport: URLSessionTransport(server: server), store: store, storage: storage,
        nudges: nudges, uptime: SystemUptime.milliseconds,
        sleep: { try await Task.sleep(for: $0) }, makeID: { UUID().uuidString.lowercased() },
        locale: .autoupdatingCurrent, timeZone: .autoupdatingCurrent)
    }
  }
}
