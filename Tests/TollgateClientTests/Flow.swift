import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient

/// One of StrikeLab's flows: a person and a phone, from the first launch to where it must end.
struct Flow: Sendable, CustomTestStringConvertible {
  let name: String
  /// The state before the phone is switched on.
  let prepare: @MainActor @Sendable (World) async throws -> Void
  let run: @MainActor @Sendable (Script) async throws -> Void

  var testDescription: String { name }

  static let password = "correct horse"
  static let ada = "ada@example.com"

  static let all = [
    newUserBuys, newUserDismisses, returningSubscribed, returningNotSubscribed, anonymousPurchase,
    signOut, slowSandbox,
  ]

  /// The flows for which every request fails and every step is the last in turn.
  static let exposed = all + [newInstallation]

  /// The seed's first flow, in which nobody signs up before buying.
  static let newUserBuys = Flow(name: "new user buys", prepare: nobody) { script in
    await script.launch()
    try await script.until(Goal("onboarding seen") { $0.hasSeenOnboarding }) {
      $0.onboardingSeen()
    }
    await script.seePaywall()
    await script.buy()
    script.expect("bought without an account") { $0.account == nil }
    script.expect("leads to the app") {
      // An app that was killed during the purchase asks again at login.
      !$0.hasJustSubscribed || $0.route(from: "login")?.screen == "app"
    }
    await script.endsSubscribed()
    script.client.acknowledgeSubscription()
    script.expect("stays in the app") { $0.route(from: "app")?.stays == true }
  }

  static let newUserDismisses = Flow(name: "new user dismisses", prepare: nobody) { script in
    try await script.signUp()
    await script.seePaywall()
    try await script.until(Goal("closed") { $0.presentation == nil }) { await $0.paywallClosed() }
    script.expect("not asked again") { $0.presentation == nil }
    await script.settle()
    script.expect("not subscribed") { $0.phase == .blocked }
    script.expect("stays at login") { $0.route(from: "login")?.stays == true }
    script.expect("login again") { $0.route(from: nil)?.screen == "login" }
  }

  static let returningSubscribed = Flow(
    name: "returning subscribed", prepare: subscribe
  ) { script in
    try await script.signIn()
    await script.endsSubscribed()
    #expect(await script.client.showPaywall(at: "after-login") == .skipped(.entitled))
    script.expect("leads to the app") { $0.route(from: "login")?.screen == "app" }
  }

  static let returningNotSubscribed = Flow(
    name: "returning not subscribed",
    prepare: register
  ) { script in
    try await script.signIn()
    await script.seePaywall()
    await script.settle()
    script.expect("not subscribed") { $0.phase == .blocked }
    script.expect("the paywall") { $0.route(from: nil)?.paywall == "subscribe" }
  }

  static let anonymousPurchase = Flow(
    name: "anonymous purchase then login", prepare: register
  ) { script in
    await script.buy()
    try await script.signIn()
    await script.endsSubscribed()
  }

  static let signOut = Flow(name: "sign-out", prepare: nobody) { script in
    try await script.signUp()
    await script.buy()
    await script.endsSubscribed()
    let person = script.client.customer
    try await script.until(Goal("signed out") { $0.customer != person }) { await $0.signOut() }
    try await script.until(Goal("somebody new") { $0.customer != nil && $0.phase != .unknown }) {
      await $0.launch()
    }
    script.expect("no trace of the last") { client in
      client.account == nil && client.email == nil && client.phase == .blocked
        && client.presentation == nil && !client.hasJustSubscribed
    }
  }

  static let slowSandbox = Flow(name: "sandbox with slow delivery", prepare: nobody) { script in
    try await script.signUp()
    script.phone.network.fail("/transactions", .timeOut, times: 3)
    await script.buy()
    script.phone.network.forget("/transactions")
    await script.endsSubscribed()
  }

  static let newInstallation = Flow(
    name: "new installation while the server is down", prepare: nobody
  ) { script in
    script.phone.network.fail("/customers", .status(503), times: 1000)
    await script.launch()
    await script.buy()
    script.phone.network.forget("/customers")
    await script.endsSubscribed()
  }

  @MainActor
  private static func nobody(_ world: World) async throws {}

  @MainActor
  private static func register(_ world: World) async throws {
    try await Phone(world, "old", account: "nobody").client.signUp(email: ada, password: password)
  }

  @MainActor
  private static func subscribe(_ world: World) async throws {
    let old = Phone(world, "old")
    try await old.client.signUp(email: ada, password: password)
    #expect(await old.client.purchase("strikelab.pro.monthly") == .purchased)
  }
}

/// The result that a step must reach.
struct Goal {
  let name: String
  let isReached: @MainActor (TollgateClient) -> Bool

  init(_ name: String, _ isReached: @escaping @MainActor (TollgateClient) -> Bool) {
    self.name = name
    self.isReached = isReached
  }
}

/// Runs a phone through a flow as a person would: retries what fails, and restarts an app that was killed.
@MainActor
final class Script {
  /// How often a step is tried.
  static let patience = 8

  let world: World
  let phone: Phone
  let title: String

  init(_ world: World, _ phone: Phone, _ title: String) {
    self.world = world
    self.phone = phone
    self.title = title
  }

  var client: TollgateClient { phone.client }

  /// Restarts the app if it was killed.
  private func revive() async {
    guard !phone.life.isAlive else { return }
    phone.relaunch()
    await client.launch()
  }

  /// Repeats a step until it reaches its goal; any error on the way must be retryable.
  func until(
    _ goal: Goal, _ step: (TollgateClient) async throws -> Void
  ) async throws {
    for _ in 0..<Self.patience {
      await revive()
      if goal.isReached(client) { return }
      do { try await step(client) } catch let error as ClientError {
        if phone.life.isAlive { #expect(error.isRetryable, "\(title): \(error)") }
      }
      if !phone.life.isAlive { continue }
    }
    await revive()
    if !goal.isReached(client) { Issue.record("\(title): never \(goal.name)") }
  }

  func expect(_ what: String, _ holds: (TollgateClient) -> Bool) {
    if !holds(client) { Issue.record("\(title): \(what)") }
  }

  func launch() async {
    await client.launch()
    await revive()
  }

  func signUp() async throws {
    await launch()
    try await until(Goal("signed up") { $0.account != nil }) {
      try await $0.signUp(email: Flow.ada, password: Flow.password)
    }
  }

  func signIn() async throws {
    await launch()
    try await until(Goal("signed in") { $0.account != nil }) {
      try await $0.signIn(email: Flow.ada, password: Flow.password)
    }
  }

  func seePaywall() async {
    do {
      try await until(Goal("the paywall") { $0.presentation?.paywall == "subscribe" }) {
        if $0.phase == .unknown { await $0.launch() }
        await $0.showPaywall(at: "after-login")
      }
    } catch {
      Issue.record("\(title): \(error)")
    }
  }

  /// Buys once; when repeated after a crash, the purchase already exists in the store.
  func buy() async {
    for _ in 0..<Self.patience {
      await revive()
      guard world.store.transactions(of: phone.store.account).isEmpty else { break }
      let outcome = await client.purchase("strikelab.pro.monthly")
      guard phone.life.isAlive else { continue }
      switch outcome {
      case .purchased: break
      case .failed(let problem): #expect(problem.isRetryable, "\(title): \(problem)")
      // Without the app's rules nothing can be decided on the device.
      case .pending(.notConfirmed) where client.blueprint == nil: break
      case .pending, .cancelled: Issue.record("\(title): \(outcome)")
      }
    }
    await revive()
  }

  /// Waits until every report has reached the server.
  func settle() async {
    for _ in 0..<Self.patience {
      await revive()
      await client.deliverPending()
      await revive()
      if client.pendingCount == 0, phone.life.isAlive { break }
    }
    expect("nothing waits") { $0.pendingCount == 0 }
  }

  /// Ends in access, with the purchase recorded once and finished.
  func endsSubscribed() async {
    await settle()
    do {
      try await until(Goal("subscribed") { $0.phase == .subscribed && !$0.isProvisional }) {
        try await $0.refresh()
      }
      let known = try await world.facts(of: client.customer).storeTransactions
      #expect(known.count == 1, "\(title): \(known.count) transactions")
    } catch {
      Issue.record("\(title): \(error)")
    }
    #expect(
      world.store.unfinishedTransactions(of: phone.store.account).isEmpty, "\(title): unfinished")
  }
}
