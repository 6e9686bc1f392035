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

  /// The mismatch of an expectation; nil if it holds.
  func mismatch(_ expectation: Expectation) -> Mismatch? {
    switch expectation {
    case .phase(let phase): differ(membership.phase, phase)
    case .condition(let condition): differ(membership.subscription?.condition, condition)
    case .entitlements(let wanted): differ(Array(membership.entitlements).ordered, wanted)
    case .nextChange(let instant): differ(membership.nextChange, instant)
    case .answer(let feature, let answer): differ(access(to: feature).answer, answer)
    case .feature(let feature, let part): mismatch(part, of: access(to: feature))
    case .noTrial: membership.trial.map { _ in Mismatch(found: "one", expected: "none") }
    case .trial(let part): mismatch(part, of: membership.trial)
    case .addOnTrial(let id, nil):
      membership.trial(id).map { _ in Mismatch(found: "one", expected: "none") }
    case .addOnTrial(let id, let part?): mismatch(part, of: membership.trial(id))
    case .noSubscription:
      membership.subscription.map { _ in Mismatch(found: "one", expected: "none") }
    case .subscription(let part): mismatch(part, of: membership.subscription)
    case .text(let text, let line): differ(self.line(text), line)
    case .line(let product, let line): differ(self.line(of: product), line)
    case .offer(let product, let isOffered):
      differ(store.givesIntroductoryOffer(product.rawValue, to: account), isOffered)
    case .placement(let placement, let paywall):
      differ(membership.paywall(at: placement), paywall)
    case .packages(let paywall, let packages):
      differ(
        membership.packages(of: paywall)
          .map { ShownPackage(product: $0.product, offer: $0.offer?.id, billing: $0.billing) }
          .ordered, packages)
    case .variant(let experiment, let variant): differ(membership.variants[experiment], variant)
    case .prompts(let prompts): differ(Array(membership.prompts).ordered, prompts)
    case .nudges(let nudges): differ(scheduled.ordered, nudges)
    case .delivered(let nudges): differ((device?.delivered ?? []).ordered, nudges)
    case .sent(let nudges): differ((device?.sent ?? []).ordered, nudges)
    case .held(let feature, let items): differ(held(by: feature).ordered, items)
    case .heldCount(let feature, let count): differ(held(by: feature).count, count)
    case .credits(let wallet, let count): differ(membership.credits(in: wallet), count)
    case .waiting(let grant, let days): differ(waitingDays(of: grant), days)
    case .screen(let screen): differ(route?.screen, screen)
    case .routePaywall(let paywall): differ(route?.paywall, paywall)
    case .purchase(let ending): differ(outcome.purchase, ending)
    case .refused(let part): mismatch(part)
    case .recorded(let count): differ(outcome.recorded, count)
    }
  }

  private func differ<Value: ScenarioValue>(_ found: Value, _ expected: Value) -> Mismatch? {
    found == expected ? nil : Mismatch(found: found.text, expected: expected.text)
  }

  private func waitingDays(of grant: GrantTerms.ID) -> Int {
    membership.waitingGrants.filter { $0.name == grant }.reduce(0) { $0 + $1.daysLeft }
  }

  private func access(to feature: Feature.ID) -> AccessSummary {
    AccessSummary(membership.access(to: feature))
  }

  private func mismatch(_ part: Expectation.Access, of access: AccessSummary) -> Mismatch? {
    switch part {
    case .remaining(let count): differ(access.limit?.remaining, count)
    case .used(let count): differ(access.limit?.used, count)
    case .limit(let count): differ(access.limit?.limit, count)
    case .scope(let scope): differ(access.limit?.scope, scope)
    case .renewsAt(let instant): differ(access.limit?.renewsAt, instant)
    case .reason(let reason): differ(access.reason, reason)
    case .paywall(let paywall): differ(access.paywall, paywall)
    case .startsAt(let instant): differ(access.startsAt, instant)
    case .isManagedInStore(let flag): differ(access.isManagedInStore ?? false, flag)
    }
  }

  private func mismatch(_ part: Expectation.Trial, of trial: TrialStatus?) -> Mismatch? {
    switch part {
    case .isActive(let flag): differ(trial?.isActive, flag)
    case .day(let count): differ(trial?.day, count)
    case .days(let count): differ(trial?.days, count)
    case .daysLeft(let count): differ(trial?.daysLeft, count)
    case .used(let count): differ(trial?.used, count)
    case .usesLeft(let count): differ(trial?.usesLeft, count)
    case .limit(let count): differ(trial?.limit, count)
    case .activatedAt(let instant): differ(trial?.activatedAt, instant)
    case .endsAt(let instant): differ(trial?.endsAt, instant)
    case .ending(let ending): differ(trial?.ending, ending)
    }
  }

  private func mismatch(
    _ part: Expectation.Subscription, of subscription: Subscription?
  ) -> Mismatch? {
    switch part {
    case .product(let product): differ(subscription?.product, product)
    case .willRenew(let flag): differ(subscription?.willRenew, flag)
    case .renewsTo(let product): differ(subscription?.renewsTo, product)
    case .expiresAt(let instant): differ(subscription?.expiresAt, instant)
    case .graceEndsAt(let instant): differ(subscription?.graceEndsAt, instant)
    case .isIntroductory(let flag): differ(subscription?.isIntroductory, flag)
    case .isFamilyShared(let flag): differ(subscription?.isFamilyShared, flag)
    case .isRenewalLate(let flag): differ(subscription?.isRenewalLate, flag)
    case .billsLeft(let count): differ(subscription?.commitment?.billsLeft, count)
    }
  }

  private func mismatch(_ part: Expectation.Refusal) -> Mismatch? {
    let denial = outcome.refusal?.denial
    return switch part {
    case .code(let code): differ(outcome.refusal?.code, code)
    case .reason(let reason): differ(denial?.reason, reason)
    case .paywall(let paywall): differ(denial?.paywall, paywall)
    case .startsAt(let instant): differ(denial?.startsAt, instant)
    case .isManagedInStore(let flag): differ(denial?.isManagedInStore ?? false, flag)
    }
  }

  private var scheduled: [ScheduledNudge] {
    (device?.scheduled ?? []).map { ScheduledNudge(id: $0.nudge, at: $0.at) }
  }

  private func held(by feature: Feature.ID) -> [Item.ID] {
    Array(customer.heldItems(of: feature, at: membership.instant))
  }

  private var route: Route? {
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
  private func line(_ text: LocalizedText.ID) -> String? {
    var strings = Wording(membership, nil).strings
    strings[.appName] = blueprint.app.name
    return membership.localizedText(text)?.line(
      in: language, fallback: blueprint.app.language, number: membership.number
    ) { value in
      guard case .renewsAt(of: let feature) = value else { return strings[value] }
      return membership.renewal(of: feature, for: customer)?.description
    }
  }

  /// The line that a paywall shows for a product: its offer for those who would get it, unless the blueprint words the
  /// price alone, and its price for others.
  private func line(of product: CatalogProduct.ID) -> String? {
    guard let package = package(of: product), let known = blueprint.product(product) else {
      return nil
    }
    let offer = package.offer.flatMap(known.offer)
    let introductory =
      offer == nil && !package.showsPriceToEveryone && isOffered(product)
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

  /// The package of a product, billed up front, that some paywall shows, where packages differ by customer, or else the
  /// first one.
  private func package(of product: CatalogProduct.ID) -> Paywall.Package? {
    let paywalls = blueprint.definition.paywalls
    let all = paywalls.flatMap(\.packages).filter { $0.plan == product }
    guard all.contains(where: \.isTargeted) else { return all.first }
    let shown = paywalls.flatMap { membership.packages(of: $0.id) }
    return shown.first { $0.plan == product } ?? all.first { !$0.isTargeted } ?? all.first
  }
}
