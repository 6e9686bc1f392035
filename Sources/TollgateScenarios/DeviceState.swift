import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateWire
import TollgateWords

/// The found and the expected value of a failed expectation, as a scenario writes them.
struct Mismatch {
  let found: String
  let expected: String
}

/// What holds on a device at one moment.
struct DeviceState {
  let membership: Membership
  let customer: Customer
  let device: SimulatedDevice?
  let outcome: ActionOutcome
  let language: String
  let store: AppStoreSimulator
  let account: AccountID

  private var blueprint: Blueprint { membership.blueprint }

  /// Whether the store gives the account a product's introductory offer.
  func givesOffer(of product: CatalogProduct.ID) -> Bool {
    store.givesIntroductoryOffer(product.rawValue, to: account)
  }

  func waitingDays(of grant: GrantTerms.ID) -> Int {
    membership.waitingGrants.filter { $0.name == grant }.reduce(0) { $0 + $1.daysLeft }
  }

  func access(to feature: Feature.ID) -> AccessSummary {
    AccessSummary(membership.access(to: feature))
  }

  func packages(of paywall: Paywall.ID) -> [ShownPackage] {
    membership.packages(of: paywall)
      .map { ShownPackage(product: $0.product, offer: $0.offer?.id, billing: $0.billing) }
      .ordered
  }

  var scheduled: [ScheduledNudge] {
    (device?.scheduled ?? []).map { ScheduledNudge(id: $0.nudge, at: $0.at) }
  }

  func held(by feature: Feature.ID) -> [Item.ID] {
    Array(customer.heldItems(of: feature, at: membership.instant))
  }

  var route: Route? {
    membership.route(
      Route.Context(
        session: device?.isSignedIn ?? false ? .signedIn : .signedOut,
        hasSeenOnboarding: device?.hasSeenOnboarding ?? false,
        hasJustSubscribed: device?.hasJustSubscribed ?? false))
  }

  /// Whether a paywall promises an introductory offer: as the client does, if neither what the server knows nor the
  /// store is against it.
  private func isOffered(_ product: CatalogProduct.ID) -> Bool {
    membership.offersIntroductory(product)
      && store.isEligibleForIntroductoryOffer(
        group: store.configuration.subscription(product.rawValue)?.groupID ?? "", account: account)
  }

  /// A text of the blueprint; nil for an unknown name.
  func line(_ text: LocalizedText.ID) -> String? {
    membership.line(text, in: language, for: customer)
  }

  /// The line that a paywall shows for a product: its offer for those who would get it, unless the blueprint words the
  /// price alone, and its price for others.
  func line(of product: CatalogProduct.ID) -> String? {
    guard let package = package(of: product), let known = blueprint.product(product) else {
      return nil
    }
    let offer = package.offer.flatMap(known.offer)
    let introductory =
      offer == nil && package.hasIntroductoryOffer && !package.showsPriceToEveryone
        && isOffered(product)
      ? known.introductoryOffer : nil
    let payment = offer?.payment ?? introductory?.payment
    let wording = Wording(membership, known, with: offer)
    if let own = payment == nil ? package.priceLine : package.offerLine {
      return membership.text(own, in: language, strings: wording.strings)
    }
    let standard: StandardText =
      switch payment {
      case .freeTrial: .trialOffer
      case .payAsYouGo, .payUpFront, .oneTime: .paidOffer
      case nil: .priceLine
      }
    return membership.text(standard.id, in: language, strings: wording.strings)
      ?? wording.line(standard)
  }

  /// The package of a product, billed up front, that some paywall shows the customer, or else would show to others; in
  /// paywalls as the customer's variants have them, and last in those that only stand in for another one.
  private func package(of product: CatalogProduct.ID) -> Paywall.Package? {
    let (own, standIns) = blueprint.paywallsAndStandIns
    let paywalls = own + standIns
    let shown = paywalls.flatMap { membership.packages(of: $0) }
    let all = paywalls.compactMap { membership.paywall($0) }.flatMap(\.packages)
      .filter { $0.plan == product }
    return shown.first { $0.plan == product } ?? all.first { !$0.isTargeted } ?? all.first
  }
}

extension Blueprint {
  /// The paywalls, and apart from them those that a variant of an experiment shows in place of another one.
  var paywallsAndStandIns: (own: [Paywall.ID], standIns: [Paywall.ID]) {
    let standIns = Set(definition.experiments.flatMap(\.variants).flatMap(\.paywalls.values))
    let paywalls = definition.paywalls.map(\.id)
    return (paywalls.filter { !standIns.contains($0) }, paywalls.filter(standIns.contains))
  }
}

extension Membership {
  /// A text of the blueprint; nil for an unknown name.
  func line(_ text: LocalizedText.ID, in language: String, for customer: Customer) -> String? {
    var strings = Wording(self, nil).strings
    strings[.appName] = blueprint.app.name
    return localizedText(text)?.line(
      in: language, fallback: blueprint.app.language, number: number
    ) { value in
      guard case .renewsAt(of: let feature) = value else { return strings[value] }
      return renewal(of: feature, for: customer)?.description
    }
  }
}
