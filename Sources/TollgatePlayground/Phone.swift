import AppStoreSimulator
import Foundation
import OpenStoreKit
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

/// A simulated phone: its store account, network, storage and settings, and the app that runs on it.
@MainActor
final class Phone {
  /// The phone as StoreKit knows it: its store account, and what the visitor does with the purchase sheet.
  let storeKit: StoreSession
  let network: SwitchableTransport
  let nudges: PhoneNudges
  let confirmation: PurchaseConfirmation
  /// What each of the person's devices stores.
  private var storages: [WorldChange.Device: MemoryDeviceStorage] = [
    .first: MemoryDeviceStorage(), .second: MemoryDeviceStorage(),
  ]
  /// The running app's client; nil while the app does not run.
  private(set) var client: TollgateClient?
  var session = AppSession()
  /// The nudge that the phone shows.
  var nudge: PhoneNudges.Notification?
  var settings = PhoneSettings()
  private(set) var device = WorldChange.Device.first
  private var person = 0
  private var listening: Task<Void, Never>?
  /// The number of launches of the app; each launch uses different identifiers.
  private var launches = 0
  private let start: Instant

  /// Creates a phone without a running app; `pause` is how long the store takes for a purchase.
  init(
    store: AppStoreSimulator, server: URL, clock: ManualClock,
    pause: @escaping @Sendable () async -> Void
  ) {
    start = clock.now
    let confirmation = PurchaseConfirmation()
    self.confirmation = confirmation
    storeKit = StoreSession(joining: store, as: Self.account(of: 0))
    storeKit.change { settings in
      settings.answer = { product in
        let answer = await confirmation.ask(CatalogProduct.ID(product.id))
        if answer != .cancel { await pause() }
        return try answer.outcome
      }
    }
    nudges = PhoneNudges(clock: clock)
    network = SwitchableTransport(URLSessionTransport(server: server), pause: pause)
  }

  var isRunning: Bool { client != nil }

  /// Whether the layout runs from right to left, and the app's texts do not.
  var isMirrored: Bool {
    settings.language == .rightToLeft && client?.layoutDirection != .rightToLeft
  }

  /// The running app's models; nil while it does not run.
  var models: AppModels? {
    guard let client else { return nil }
    if let models = session.models, models.client === client { return models }
    let models = AppModels(client)
    session.models = models
    return models
  }

  // MARK: The app's life

  /// Starts the app, which listens to the store from now on.
  func launch(app: Blueprint.App, serverKey: String, clock: ManualClock) -> TollgateClient {
    launches += 1
    nudge = nil
    session = AppSession()
    let client = TollgateClient(
      TollgateClient.Configuration(
        app: app.id, serverKey: serverKey, transport: network,
        store: StoreKitStore(simulating: [
          .appVersion: settings.appVersion, .device: settings.deviceKind.rawValue,
          .ageRange: settings.ageRange,
        ]),
        storage: storages[device] ?? MemoryDeviceStorage(), nudges: nudges,
        uptime: { [start] in start.duration(to: clock.now) },
        makeID: CountedIDs(prefix: launches).next,
        locale: settings.language.locale(for: app),
        timeZone: TimeZone(identifier: settings.timeZone) ?? .gmt)
    )
    self.client = client
    stopListening()
    listening = Task { await client.listenToStore() }
    return client
  }

  func kill() {
    stopListening()
    client = nil
    session = AppSession()
  }

  /// Stops the app's listener to the store.
  func stopListening() {
    listening?.cancel()
    storeKit.relaunch()
  }

  /// Deletes what iOS deletes with an app; the app must not be running.
  func deleteApp() {
    storages[device]?.reinstall()
    nudges.forget()
    nudge = nil
  }

  // MARK: The owner and the network

  var account: AccountID { storeKit.account }

  var personName: String { "Person \(["A", "B", "C", "D", "E"][person % 5])" }

  /// Gives the phone to another person, who has a store account of their own.
  func changePerson() {
    person += 1
    storeKit.signIn(Self.account(of: person))
  }

  /// Gives another person a phone of their own, on which the app has never run; the app must not be running.
  func startAnew() {
    changePerson()
    storages = [.first: MemoryDeviceStorage(), .second: MemoryDeviceStorage()]
    take(.first)
  }

  var isFirstPerson: Bool { person == 0 }

  /// The store account of the person after this one.
  var nextAccount: AccountID { Self.account(of: person + 1) }

  /// Gives the phone back to its first owner.
  func returnToFirstPerson() {
    person = 0
    storeKit.signIn(Self.account(of: 0))
  }

  /// Puts another device of the same person in hand; the app must not be running.
  func take(_ device: WorldChange.Device) {
    self.device = device
    nudges.forget()
    nudge = nil
  }

  private static func account(of person: Int) -> AccountID {
    AccountID(
      rawValue:
        "person-\(["a", "b", "c", "d", "e"][person % 5])\(person / 5 == 0 ? "" : "\(person / 5)")")
  }

  /// Disconnects the app and the store from the network, or connects them again.
  func setOffline(_ isOffline: Bool) {
    network.isOffline = isOffline
    let failure = isOffline ? StoreKitError.networkError(URLError(.notConnectedToInternet)) : nil
    for operation in StoreSession.Operation.allCases { storeKit.setFailure(failure, of: operation) }
  }

  /// Tells StoreKit the country of the account's storefront, an ISO 3166-1 alpha-3 code.
  func setStorefront(country: String) {
    storeKit.change { $0.storefront = .init(countryCode: country) }
  }
}
