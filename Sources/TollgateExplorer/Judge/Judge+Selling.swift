import AppStoreSimulator
import Tollgate
import TollgateBlueprints

/// The state after a purchase, and what the customer then sees.
private struct Bought {
  let state: HistoryState
  let membership: Membership
}

/// A paywall that the app can show now, and the reason.
struct ShownPaywall: Hashable, Sendable {
  let id: Paywall.ID
  /// What shows it, by its path in the blueprint: `features.send-message`, `placements.chat`.
  let subject: String
  /// The feature whose denial shows it; nil for placements and prompts.
  let feature: Feature.ID?
}

extension Membership {
  /// Every paywall that the app can show now: those of denials, placements and prompts.
  var shownPaywalls: [ShownPaywall] {
    let definition = blueprint.definition
    var shown: [ShownPaywall] = []
    for feature in definition.features {
      guard case .denied(let denial) = access(to: feature.id), let paywall = denial.paywall else {
        continue
      }
      shown.append(
        ShownPaywall(id: paywall, subject: "features.\(feature.id)", feature: feature.id))
    }
    for placement in definition.placements {
      guard let paywall = paywall(at: placement.id) else { continue }
      shown.append(
        ShownPaywall(id: paywall, subject: "placements.\(placement.id)", feature: nil))
    }
    for prompt in definition.prompts where prompts.contains(prompt.id) {
      guard let paywall = prompt.paywall, sells(paywall) else { continue }
      shown.append(ShownPaywall(id: paywall, subject: "prompts.\(prompt.id)", feature: nil))
    }
    return shown
  }
}

extension Paywall.Package {
  /// Whether it is for those who have the product already, such as more seats of it.
  ///
  /// If nothing sells it to the others, they all reach a dead end.
  fileprivate var isForItsOwners: Bool { when.products == [product] }
}

extension Judge {
  /// Compares what the paywalls sell with what the store would sell and what is paid for.
  ///
  /// - Note: It is skipped for notifications that are late and for a store account that two customers share, since the
  ///   server cannot know what the store will do then.
  mutating func judgeSelling() {
    // The server cannot know what was never reported to it.
    let isReported = state.heldNotifications.isEmpty
    let isGivenPlan = state.people[person].hasOnlyGivenPlan(rules)
    let sharesStore = state.people.contains {
      $0.store == state.people[person].store && $0.id != state.people[person].id
    }
    var purchases: [HistoryStep: Bought?] = [:]
    for shown in membership.shownPaywalls {
      let packages = membership.packages(of: shown.id)
      if isReported && !sharesStore {
        for package in packages { judge(package, shown) }
        if !state.store.cardFails { judgeTrade(for: packages, shown, &purchases) }
      }
      guard let feature = shown.feature, !state.store.cardFails, isReported, !sharesStore,
        !spendsCredits(feature), !isGivenPlan
      else { continue }
      judgePurchase(of: packages, from: shown, feature, &purchases)
    }
    if isReported && !isGivenPlan { judgeDeadEnds(&purchases) }
    if isReported && !sharesStore { judgeGifts() }
  }

  /// Reports a paywall that does not sell what a customer who never bought anything has as a gift, and only for a time.
  private mutating func judgeGifts() {
    let own = state.people[person]
    let running = own.gifts.filter { $0.runs(at: state.now) }
    guard own.lines.isEmpty, own.revocable.isEmpty, !running.isEmpty,
      running.allSatisfy({ $0.endsAt != nil })
    else { return }
    for paywall in rules.definition.paywalls {
      let shown = membership.packages(of: paywall.id).map(\.product)
      for package in paywall.packages where !package.isTargeted && !shown.contains(package.product)
      {
        guard let product = rules.product(package.product),
          product.isSold(toHolderOf: membership.entitlements)
        else { continue }
        reportDefect(
          .deadEnd, "paywalls.\(paywall.id)",
          "the paywall `\(paywall.id)` does not sell `\(product.id)`, and \(who) has paid for nothing"
        )
      }
    }
  }

  /// Reports a package whose offer is wrong, or that nobody should buy now.
  ///
  /// A package with a condition or an offer is for the customers that the blueprint chooses, whatever they have.
  private mutating func judge(_ package: Paywall.Package, _ shown: ShownPaywall) {
    guard let product = rules.product(package.product) else { return }
    let store = state.store
    // The search buys the year at once, which an offer of the monthly bills does not apply to.
    if product.introductoryOffer(billed: .upFront) != nil, package.offer == nil,
      package.hasIntroductoryOffer
    {
      let promised = membership.offersIntroductory(product.id)
      if promised != store.isEligible(for: product) {
        reportDefect(
          .untrueLine, "paywalls.\(shown.id)",
          promised
            ? "the paywall promises the introductory offer of `\(product.id)`, and the store charges in full"
            : "the paywall names the full price of `\(product.id)`, and the store gives its introductory offer"
        )
      }
    }
    if let offer = package.offer.flatMap(product.offer), !store.isEligible(for: offer, of: product)
    {
      reportDefect(
        .untrueLine, "paywalls.\(shown.id)",
        "the paywall promises the offer `\(offer.id)` of `\(product.id)`, which the store does not give"
      )
    }
    if let reason = reasonAgainst(product, store), !package.isTargeted {
      reportDefect(
        .soldTwice, "paywalls.\(shown.id)",
        "the paywall `\(shown.id)` sells `\(product.id)`, and \(reason)")
    }
  }

  /// Reports a package for everybody that ends a subscription in its group that the customer has paid for, and gives less of
  /// a feature.
  private mutating func judgeTrade(
    for packages: [Paywall.Package], _ shown: ShownPaywall,
    _ purchases: inout [HistoryStep: Bought?]
  ) {
    for package in packages where !package.isTargeted {
      guard let product = rules.product(package.product), product.kind == .autoRenewable,
        let subscription = state.store.subscription(of: product),
        subscription.condition == .active, let current = subscription.current,
        current.signed.product != product.id,
        let own = paid.first(where: {
          $0.kind == .paid && $0.product.id == current.signed.product
        }),
        state.store.startsAtOnce(product, inPlaceOf: subscription),
        let after = bought(package.purchase, &purchases)
      else { continue }
      let later = after.state.circumstances(of: person, .reported, rules)
      guard featureWithLess(in: later, than: reported) != nil else { continue }
      // A purchase takes a moment, in which the plan or something else may end by itself.
      let without = state.idling(rules)
      let bases = without.bases(of: person, .reported, rules)
      guard
        bases.contains(where: {
          $0.kind == .paid && $0.line == own.line && $0.product.id == own.product.id
        }),
        let lost = featureWithLess(
          in: later, than: without.circumstances(of: person, .reported, from: bases, rules))
      else { continue }
      report(
        .tradedAway, "paywalls.\(shown.id)",
        "the paywall `\(shown.id)` sells `\(product.id)`, which ends `\(own.product.id)` at once: "
          + "\(who) has paid for that, and then has less of `\(lost.id)`",
        after: package.purchase)
    }
  }

  /// Returns the first feature of which the rules give less than in other circumstances; nil if there isn't one.
  private func featureWithLess(in later: Circumstances, than before: Circumstances) -> Feature? {
    rules.definition.features.first { feature in
      let (old, new) = (feature.allowance(in: before), feature.allowance(in: later))
      return new.isAtMost(old) && !old.isAtMost(new)
    }
  }

  /// Returns whether a feature spends credits by either view of the books, which have no wallets.
  private func spendsCredits(_ id: Feature.ID) -> Bool {
    guard let feature = rules.definition.features.first(where: { $0.id == id }) else {
      return false
    }
    return [real, reported].contains { feature.allowance(in: $0).spendsCredits }
  }

  /// Returns why nobody should buy a product now, as the end of a sentence; nil if somebody may.
  ///
  /// - Parameter store: The store account that would buy it.
  /// - Returns: That it is owned already, that the store would not start it yet, or that something owned gives all of
  ///   it.
  private func reasonAgainst(_ product: CatalogProduct, _ store: UnsignedStore) -> String? {
    switch product.kind {
    case .consumable: return nil
    case .nonConsumable, .nonRenewing:
      if paid.contains(where: { $0.product.id == product.id && $0.endsAt == nil }) {
        return "\(who) has paid for it for ever"
      }
    case .autoRenewable:
      guard let subscription = store.subscription(of: product),
        subscription.condition == .active, let current = subscription.current
      else { break }
      if current.signed.product == product.id, subscription.renewsTo == product.id {
        return "\(who) is subscribed to it"
      }
      if let own = rules.product(current.signed.product), own.id != product.id,
        !store.startsAtOnce(product, inPlaceOf: subscription)
      {
        return "the store would not start it before `\(own.id)` ends"
      }
    }
    // Credits can always be bought again, with a plan too.
    if rules.fillsWallet(product.id), product.kind != .nonConsumable { return nil }
    let lasting = paid.filter {
      $0.kind != .introductory && ($0.willRenew || $0.endsAt == nil)
        && $0.product.groupName != product.groupName
    }
    let owned = Set(lasting.flatMap(\.product.entitlements))
    guard !product.entitlements.isEmpty, owned.isSuperset(of: product.entitlements),
      let own = lasting.first
    else { return nil }
    return "\(who) \(own.words), which gives all of it"
  }

  /// Reports a paywall whose packages do not lift the denial that shows it; buys each in a copy of the state.
  ///
  /// A customer who is refused after the purchase as well, by a limit that gives more than the one before, has what was
  /// sold: how much payers get is the blueprint's decision. To a payer at such a limit, an add-on is not sold for it.
  private mutating func judgePurchase(
    of packages: [Paywall.Package], from shown: ShownPaywall, _ feature: Feature.ID,
    _ purchases: inout [HistoryStep: Bought?]
  ) {
    let written = rules.definition.features.first { $0.id == feature }
    let refusing = written?.allowance(in: reported) ?? .denied
    let isAtPayersLimit = written.map { isPayersLimit(refusing, of: $0) } ?? false
    if let written, isGivenLimit(refusing, of: written, beside: packages) { return }
    var tried: Paywall.Package?
    for package in packages {
      guard let product = rules.product(package.product), product.kind != .consumable,
        rules.plan.includes(product) || !isAtPayersLimit,
        let after = bought(package.purchase, &purchases)
      else { continue }
      let isLifted = after.membership.access(to: feature).isAllowed
      if isLifted || sellsAddOn(after.membership, shown, beyond: packages) { return }
      let sold = written?.allowance(in: after.state.circumstances(of: person, .reported, rules))
      if let sold, !sold.isAtMost(refusing) { return }
      tried = tried ?? package
    }
    guard let tried, !liftTogether(packages, feature, &purchases),
      isSteady(feature, during: packages.count)
    else { return }
    report(
      .buysNothing, "features.\(feature)",
      "`\(feature)` is refused with the paywall `\(shown.id)`, and buying `\(tried.product)` there does not lift it",
      after: tried.purchase)
  }

  /// Returns whether a customer who pays nothing has an allowance from a grant, and packages sell nothing that was not
  /// given: the author chose its amount too, and what gives the same is not meant to raise it.
  private func isGivenLimit(
    _ allowance: Feature.Allowance, of feature: Feature, beside packages: [Paywall.Package]
  ) -> Bool {
    let granted = state.people[person].granted(at: state.now)
    let sold = packages.flatMap { rules.product($0.product)?.entitlements ?? [] }
    guard paid.isEmpty, !granted.isEmpty, allowance.givesAnything, granted.isSuperset(of: sold)
    else { return false }
    var stranger = withoutPurchases
    stranger.entitled.subtract(granted)
    return feature.allowance(in: stranger) != allowance
  }

  /// Returns whether several purchases lift a denial together, each of which gives something by itself.
  private func liftTogether(
    _ packages: [Paywall.Package], _ feature: Feature.ID,
    _ purchases: inout [HistoryStep: Bought?]
  ) -> Bool {
    var all = state
    for package in packages {
      guard let alone = bought(package.purchase, &purchases), givesMore(alone.state),
        let next = all.performing(package.purchase, rules)
      else { continue }
      all = next
      if all.membership(of: person, rules).access(to: feature).isAllowed { return true }
    }
    return false
  }

  /// Returns whether the rules give more of any feature after a purchase.
  private func givesMore(_ after: HistoryState) -> Bool {
    let later = after.circumstances(of: person, .reported, rules)
    return rules.definition.features.contains {
      !$0.allowance(in: later).isAtMost($0.allowance(in: reported))
    }
  }

  /// Whether a purchase lets the same paywall sell an add-on that needs what was bought.
  private func sellsAddOn(
    _ later: Membership, _ shown: ShownPaywall, beyond packages: [Paywall.Package]
  ) -> Bool {
    later.packages(of: shown.id).contains { package in
      !packages.contains { $0.product == package.product }
        && !(rules.product(package.product)?.needs.isEmpty ?? true)
    }
  }

  /// Returns the state after a purchase, remembered for all features; nil if the store does not sell the product now.
  private func bought(
    _ purchase: HistoryStep, _ purchases: inout [HistoryStep: Bought?]
  ) -> Bought? {
    if let known = purchases[purchase] { return known }
    let after = state.performing(purchase, rules).map {
      Bought(state: $0, membership: $0.membership(of: person, rules))
    }
    purchases[purchase] = .some(after)
    return after
  }

  /// Reports denials that show no paywall, though something on sale would lift them.
  ///
  /// Denials that pass by themselves, and those that another paywall on screen lifts, are left out.
  private mutating func judgeDeadEnds(_ purchases: inout [HistoryStep: Bought?]) {
    guard !state.store.cardFails else { return }
    for feature in rules.definition.features {
      let size = rules.limitedEach.contains(feature.id) ? tooLargeUse(of: feature) : 1
      guard case .denied(let denial) = membership.access(to: feature.id, asking: size),
        denial.paywall == nil, denial.startsAt == nil, !denial.isManagedInStore, !passes(denial),
        !spendsCredits(feature.id),
        !isPayersLimit(feature.allowance(in: reported), of: feature)
      else { continue }
      let sold = rules.offered.filter { product in
        product.isSold(toHolderOf: membership.entitlements)
          && rules.definition.paywalls.contains {
            $0.packages.contains {
              $0.product == product.id && (!$0.isTargeted || $0.isForItsOwners)
            }
          }
      }
      for product in sold {
        guard let after = bought(.buy(product.id), &purchases),
          let more = lifting(feature.id, asking: size, after)
        else { continue }
        if !isReachable(feature.id, product.id), isSteady(feature.id, asking: size, during: 2) {
          report(
            .deadEnd, "features.\(feature.id)",
            "`\(feature.id)` is refused and nothing shows a paywall, "
              + "though `\(product.id)`\(more) would lift it")
        }
        break
      }
    }
  }

  /// Returns whether nothing that the customer sees changes by itself during some purchases, each of which takes a moment.
  ///
  /// If something does, such as the end of the plan that an add-on needs, what is offered now and what holds after the
  /// purchases differ for a reason other than them.
  private func isSteady(
    _ feature: Feature.ID, asking size: Int = 1, during purchases: Int
  ) -> Bool {
    func answers(in state: HistoryState) -> (seen: Fingerprint, access: Access) {
      let membership = state.memberships(rules)[person]
      var seen = Fingerprint()
      state.mixAnswers(of: membership, into: &seen)
      return (seen, membership.access(to: feature, asking: size))
    }
    let later = (0..<purchases).reduce(state) { state, _ in state.idling(rules) }
    return answers(in: state) == answers(in: later)
  }

  /// Returns the smallest size that a limit of a single use refuses, 1 where no such limit decides.
  private func tooLargeUse(of feature: Feature) -> Int {
    feature.allowance(in: reported).quotas.filter { $0.window == .use }.map { $0.count + 1 }.min()
      ?? 1
  }

  /// Returns what lifts a denial of a size beside a purchase: nothing more, or an add-on that needs what was bought; nil
  /// if the denial stays.
  private func lifting(
    _ feature: Feature.ID, asking size: Int, _ after: Bought
  ) -> String? {
    let later = after.membership
    let access = later.access(to: feature, asking: size)
    if access.isAllowed { return "" }
    guard case .denied(let denial) = access else { return nil }
    let addOn = denial.paywall.flatMap { paywall in
      later.packages(of: paywall).first { package in
        !(rules.product(package.product)?.isSold(toHolderOf: membership.entitlements) ?? true)
          && after.state.performing(package.purchase, rules)?.membership(of: person, rules)
            .access(to: feature, asking: size).isAllowed ?? false
      }
    }
    return addOn.map { " and then `\($0.product)`" }
  }

  /// Returns whether a denial ends with time, or when an item is released.
  private func passes(_ denial: Denial) -> Bool {
    denial.limit.map { $0.scope.isRenewed || $0.scope == .held } ?? false
  }

  /// Returns whether something else on screen sells a product, or a later launch or a milestone brings it or opens the
  /// feature.
  private func isReachable(_ feature: Feature.ID, _ product: CatalogProduct.ID) -> Bool {
    let isShown = membership.shownPaywalls.contains { shown in
      membership.packages(of: shown.id).contains { $0.product == product }
    }
    if isShown || showsAtSomeLaunch(product) { return true }
    return rules.milestones.contains { milestone in
      guard state.people[person].recorded.customer.reached(milestone) == nil,
        let after = state.performing(.reach(milestone), rules)
      else { return false }
      let later = after.membership(of: person, rules)
      if later.access(to: feature).isAllowed { return true }
      return later.shownPaywalls.contains { shown in
        later.packages(of: shown.id).contains { $0.product == product }
      }
    }
  }

  /// Returns whether a placement or a prompt that waits for launches alone sells a product.
  private func showsAtSomeLaunch(_ product: CatalogProduct.ID) -> Bool {
    var seen = reported
    seen.left = Set(rules.leftTests.filter(membership.holds))
    func shows(_ when: Condition, _ paywall: Paywall.ID) -> Bool {
      var others = when
      others.past.removeAll(where: \.comesWithLaunches)
      return others != when && others.holds(in: seen)
        && membership.packages(of: paywall).contains { $0.product == product }
    }
    return rules.definition.placements.contains { shows($0.when, $0.paywall) }
      || rules.definition.prompts.contains { prompt in
        prompt.paywall.map { shows(prompt.when, $0) } ?? false
      }
  }
}

extension PastTest {
  /// Whether it is certain to hold at some launch.
  fileprivate var comesWithLaunches: Bool {
    switch self {
    case .count(let count):
      count.event == .opened && count.lessThan == nil && count.within == nil
        && count.window == nil
        && count.dates.before == nil
    case .since: false
    }
  }
}
