import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateScenarios
import TollgateSimulation

/// Plays a scenario in a world as a visitor would, so that the ledger names each action and the visitor can go back.
@MainActor
struct ScenarioPlayer {
  let scenario: Scenario
  let world: World
  /// The steps that could not be repeated, such as "line 12".
  private(set) var leftOut: [String] = []
  /// The store account that each device is signed in to.
  private var accounts: [Device.ID: String]
  /// The store accounts in the order in which the phone's people have them.
  private var people: [String]
  private var person = 0

  init(_ scenario: Scenario, in world: World) {
    self.scenario = scenario
    self.world = world
    accounts = scenario.devices
    people = scenario.steps.first.flatMap { scenario.devices[$0.device] }.map { [$0] } ?? []
  }

  mutating func play() async {
    await world.readServer()
    for step in scenario.steps {
      await pass(to: step.moment)
      guard let action = step.action else { continue }
      if case .storeAccount(let name) = action { accounts[step.device] = name }
      guard await take(step.device), await repeatAction(action) else {
        leftOut.append("line \(step.line)")
        continue
      }
    }
    // What the phone said of the last action was read before.
    world.phone.session.toast = nil
  }

  private func perform(_ action: VisitorAction) async {
    world.log.begin(action.title)
    await world.perform(action)
    await world.readServer()
  }

  // MARK: Time, devices and people

  private func pass(to moment: Moment) async {
    let now = world.clock.now
    let target =
      switch moment {
      case .now: now
      case .at(let instant): instant
      case .after(let period): now.adding(period)
      case .nextChange: world.phone.client?.membership?.nextChange ?? now
      }
    while world.clock.now < target {
      let before = world.clock.now
      await perform(.travel(min(target, before.adding(Period(1, .year)))))
      guard world.clock.now > before else { return }
    }
  }

  /// Takes a device in hand and gives it to the person whose store account it has.
  ///
  /// - Returns: Whether there is such a device: a person has two.
  private mutating func take(_ device: Device.ID) async -> Bool {
    let main = Device.ID(LifeScenario.name(of: .first))
    let others = scenario.devices.keys.filter { $0 != main }.sorted()
    let all = (scenario.devices[main] == nil ? [] : [main]) + others
    guard let place = all.firstIndex(of: device), place < 2 else { return false }
    let wanted: WorldChange.Device = place == 0 ? .first : .second
    if world.phone.device != wanted { await perform(.world(.device(wanted))) }
    let account = accounts[device] ?? device.rawValue
    let owner = people.firstIndex(of: account) ?? people.count
    if owner == people.count { people.append(account) }
    if owner < person {
      await perform(.world(.firstPerson))
      person = 0
    }
    while person < owner {
      await perform(.secondAccount)
      person += 1
    }
    return true
  }

  // MARK: Actions

  /// - Returns: Whether a visitor can do that.
  private func repeatAction(_ action: Action) async -> Bool {
    if case .buy(let purchase) = action {
      guard purchase.seats == 1, purchase.quantity == 1, purchase.isPosted,
        !purchase.isBilledMonthly,
        purchase.hasIntroductoryOffer != true
      else { return false }
      return await buy(
        purchase.product, purchase.outcome, atFullPrice: purchase.hasIntroductoryOffer == false)
    }
    guard let actions = actions(for: action) else { return false }
    for action in actions { await perform(action) }
    return true
  }

  /// What a visitor does for an action of a scenario; nil for what a visitor cannot do.
  private func actions(for action: Action) -> [VisitorAction]? {
    switch action {
    case .open: world.phone.isRunning ? [] : [.relaunch]
    case .relaunch: world.phone.isRunning ? [.kill, .relaunch] : [.relaunch]
    case .signUp(let email, true): [.signUp(email: email, password: Self.password)]
    case .signIn(let email): [.signIn(email: email, password: Self.password)]
    case .signOut: [.signOut]
    case .reinstall: [.reinstall]
    case .seeOnboarding: [.finishOnboarding]
    case .storeAccount: []
    case .timeZone(let zone): [.world(.property(.timeZone, zone))]
    case .network(let network): [.offline(network == .off)]
    case .clock(let instant): [.clockBack(instant < world.clock.now)]
    case .reach(let milestone): [.reach(milestone)]
    case .set(let values):
      values.sorted { $0.key < $1.key }.map {
        VisitorAction.world(.attribute($0.key, $0.value?.description ?? ""))
      }
    case .report(let properties): report(properties)
    case .consent(let consent): [.world(.consent(consent))]
    case .use(let feature, let times, let item, nil, nil, _, nil):
      Array(repeating: VisitorAction.use(feature, item: item?.rawValue, text: nil), count: times)
    case .release(let feature, let item): [.release(feature, item: item)]
    case .dismiss(let prompt, let times):
      Array(repeating: VisitorAction.dismissPrompt(prompt), count: times)
    case .show(let paywall): [.showPaywall(paywall.rawValue)]
    case .close: [.closePaywall]
    case .restore: [.restore]
    case .atStore(let action): atStore(action)
    case .notifications(.held): [.world(.notifications(.held))]
    case .notifications(.delivered): [.world(.notifications(.now))]
    case .extendTrial(let trial, let days): extend(trial, days: days)
    case .pauseTrial(let trial): support(trial, SupportAction.pauseTrial).map { [$0] }
    case .resumeTrial(let trial): support(trial, SupportAction.resumeTrial).map { [$0] }
    case .grant(let entitlement, let lasts, let until):
      length(lasting: lasts, until: until).map {
        [VisitorAction.world(.support(.grant(entitlement, $0)))]
      }
    case .revokeGrant(let entitlement): [.world(.support(.revoke(entitlement)))]
    case .give(let name, _, nil, nil, nil): [.world(.support(.give(name)))]
    case .signUp, .use, .reserve, .give, .giveBack, .resetTrial, .buy, .notifications, .weights,
      .invite, .join, .leave, .removeMember, .power:
      nil
    }
  }

  /// The password of every account in a scenario.
  private static let password = "correct horse battery"

  private func report(_ properties: [DeviceProperty: String]) -> [VisitorAction]? {
    var actions: [VisitorAction] = []
    for (property, value) in properties.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      switch property {
      case .country:
        guard
          let country = StoreCountry.allCases.first(where: {
            property.normalized($0.rawValue) == value
          })
        else { return nil }
        actions.append(.world(.country(country)))
      case .language:
        guard let language = PhoneLanguage(of: value) else { return nil }
        actions.append(.world(.language(language)))
      case .regulatoryFeature: return nil
      case .appVersion, .device, .ageRange, .timeZone:
        actions.append(.world(.property(property, value)))
      }
    }
    return actions
  }

  private func extend(_ trial: AddOnTrial.ID?, days: Int) -> [VisitorAction]? {
    let (times, rest) = days.quotientAndRemainder(dividingBy: SupportAction.extensionDays)
    guard rest == 0, let extending = support(trial, SupportAction.extendTrial) else { return nil }
    return Array(repeating: extending, count: times)
  }

  private func support(
    _ trial: AddOnTrial.ID?, _ make: (Trial.ID) -> SupportAction
  ) -> VisitorAction? {
    (trial ?? world.blueprint.definition.trial?.id).map { VisitorAction.world(.support(make($0))) }
  }

  /// How long an operator's grant lasts; nil for other lengths than the playground's.
  private func length(
    lasting: Period?, until: Instant?
  ) -> SupportAction.GrantLength? {
    let now = world.clock.now
    guard let end = until ?? lasting.map({ now.adding($0) }) else { return .endless }
    return end == now.adding(Period(1, .week)) ? .week : nil
  }

  private func atStore(_ action: StoreAction) -> [VisitorAction]? {
    switch action {
    case .approve: [.store(.approve())]
    case .decline: [.store(.decline())]
    case .cancel: [.store(.cancel())]
    case .resume: [.store(.resume())]
    case .renew: [.store(.renew())]
    case .acceptPrice: [.store(.acceptPrice())]
    case .failBilling: [.store(.failBilling)]
    case .fixBilling: [.store(.fixBilling)]
    case .rescindConsent: [.store(.rescindConsent)]
    case .refund(.latest, .all, _): [.store(.refund(.current))]
    case .share: [.world(.family(true))]
    case .stopSharing: [.world(.family(false))]
    case .storefront(let storefront):
      StoreCountry(rawValue: storefront.country).map { [VisitorAction.world(.country($0))] }
    case .price(let price, let product, true):
      raise(to: price, of: product)
    default: nil
    }
  }

  /// Raises a price by a quarter, as the playground does; nil for another price.
  private func raise(to price: Milliunits, of product: String) -> [VisitorAction]? {
    guard let now = world.simulator.price(of: product),
      price.rawValue == now.rawValue + now.rawValue / 4
    else { return nil }
    return [.world(.raisePrice)]
  }

  /// Buys on a paywall that sells the product, or else, unless without its introductory offer, at the store.
  private func buy(
    _ product: CatalogProduct.ID, _ outcome: PurchaseOutcome, atFullPrice: Bool
  ) async -> Bool {
    if !isOffered(product, atFullPrice: atFullPrice),
      let paywall = world.blueprint.definition.paywalls.first(where: { paywall in
        paywall.packages.contains {
          $0.product == product && $0.hasIntroductoryOffer != atFullPrice
        }
      })
    {
      if world.phone.models?.paywall.isPresented ?? false { await perform(.closePaywall) }
      await perform(.showPaywall(paywall.id.rawValue))
    }
    if isOffered(product, atFullPrice: atFullPrice) { await perform(.buy(product)) }
    if world.phone.confirmation.product == product {
      await perform(.answerSheet(outcome.answer))
      await perform(.closeSheet)
      return true
    }
    guard outcome == .buy, !atFullPrice else { return false }
    await perform(.world(.changePlan(product)))
    return true
  }

  /// Whether the paywall on screen sells a product at its full price, or else as the store does by itself.
  private func isOffered(_ product: CatalogProduct.ID, atFullPrice: Bool) -> Bool {
    let package = world.phone.models?.paywall.packages.first { $0.id == product }
    guard let package else { return false }
    return (package.purchaseOffer == .fullPrice) == atFullPrice
      || !atFullPrice
        && !world.simulator.givesIntroductoryOffer(product.rawValue, to: world.phone.account)
  }
}

extension PurchaseOutcome {
  /// What the visitor answers to the store's sheet.
  fileprivate var answer: VisitorAction.SheetAnswer {
    switch self {
    case .buy: .buy
    case .cancel: .cancel
    case .askToBuy: .askParent
    case .fail(.network): .noNetwork
    case .fail: .decline
    }
  }
}
