/// What holds for a customer at an instant.
///
/// Between ``instant`` and ``nextChange`` every answer stays the same unless a new fact comes, so that clients can
/// sleep until then and work offline.
public struct Membership: Sendable {
  /// Everything it says, shared by its copies: to hand a membership on is to count one reference.
  private final class Contents: Sendable {
    let blueprint: Blueprint
    let instant: Instant
    let nextChange: Instant?
    let standing: Standing

    init(_ blueprint: Blueprint, _ instant: Instant, _ nextChange: Instant?, _ standing: Standing) {
      self.blueprint = blueprint
      self.instant = instant
      self.nextChange = nextChange
      self.standing = standing
    }
  }

  private let contents: Contents

  /// The blueprint it was decided by.
  public var blueprint: Blueprint { contents.blueprint }
  /// The instant it was decided for.
  public var instant: Instant { contents.instant }
  /// When any of it changes with no new fact; nil where it never does.
  public var nextChange: Instant? { contents.nextChange }
  var standing: Standing { contents.standing }

  /// Decides what holds for a customer at an instant.
  public init(of customer: Customer, in blueprint: Blueprint, at now: Instant) {
    let standing = Standing(of: customer, in: blueprint, at: now)
    contents = Contents(
      blueprint, now, customer.nextChange(from: standing, in: blueprint, at: now), standing)
  }

  /// Decides what holds for a customer at an instant, for those who do not ask when it changes; ``nextChange`` is nil.
  package init(unchangingFor customer: Customer, in blueprint: Blueprint, at now: Instant) {
    contents = Contents(
      blueprint, now, nil, Standing(of: customer, in: blueprint, at: now))
  }

  /// What holds for somebody of whom nothing could be told: nothing is allowed for sure, nothing is denied.
  public init(unknownIn blueprint: Blueprint, at now: Instant) {
    contents = Contents(blueprint, now, nil, .unknown)
  }

  /// Where the customer stands.
  public var phase: Phase { standing.phase }

  /// How the trial stands; nil where none has started.
  public var trial: TrialStatus? { standing.trial }

  /// The subscription that decides the plan; nil where there never was one.
  public var subscription: Subscription? { standing.subscription }

  /// The entitlements that hold, sorted.
  public var entitlements: [Entitlement.ID] {
    blueprint.index.entitlements.filter { standing.entitled & (1 << UInt64($0.value)) != 0 }
      .keys.sorted()
  }

  /// Whether an entitlement holds.
  public func isEntitled(to entitlement: Entitlement.ID) -> Bool {
    blueprint.index.entitlements[entitlement].map {
      standing.entitled & (1 << UInt64($0)) != 0
    } ?? false
  }

  /// Whether a milestone is reached; never for a name the blueprint lacks.
  public func hasReached(_ milestone: Milestone.ID) -> Bool {
    blueprint.index.milestones[milestone].map {
      standing.reached & (1 << UInt64($0)) != 0
    } ?? false
  }

  /// The credits in a wallet; 0 for a name the blueprint lacks.
  public func credits(in wallet: Wallet.ID) -> Int {
    blueprint.index.wallets.firstIndex(of: wallet).flatMap { position in
      position < standing.credits.count ? standing.credits[position] : nil
    } ?? 0
  }

  /// The credits that one use of a feature costs now; nil where it costs none or the use says how many.
  public func cost(of feature: Feature.ID) -> Int? {
    blueprint.handle(of: feature).flatMap { blueprint.price(of: $0, standing)?.cost }
  }

  /// The prompts that may show now.
  public var prompts: [Prompt.ID] { standing.prompts }

  /// The nudges to be scheduled.
  public var nudges: [PlannedNudge] { standing.nudges }

  /// A feature's answer; `denied` for a name the blueprint lacks.
  public func access(to feature: Feature.ID) -> Access {
    guard let handle = blueprint.handle(of: feature) else {
      return .denied(Denial(reason: .notIncluded, paywall: nil))
    }
    return access(to: handle)
  }

  /// A feature's answer, by a table look-up and a few compares.
  public func access(to handle: FeatureHandle) -> Access {
    contents.blueprint.access(to: handle, contents.standing)
  }

  /// The paywall a placement shows now, or nil: never while unknown, and never where it would sell nothing that acts now.
  public func paywall(at placement: Placement.ID) -> Paywall.ID? {
    guard standing.phase != .unknown, let placed = blueprint.placements[placement],
      let condition = blueprint.placementConditions[placement], condition.holds(standing)
    else { return nil }
    return sells(placed.paywall) ? placed.paywall : nil
  }

  /// Whether a paywall sells anything that acts now and that the customer has not paid for already.
  public func sells(_ paywall: Paywall.ID) -> Bool {
    (blueprint.paywallOffers[paywall] ?? 0) & standing.selling != 0
  }

  /// The packages of a paywall that act now and give something the customer has not paid for already, in its order.
  public func packages(of paywall: Paywall.ID) -> [Paywall.Package] {
    (blueprint.paywall(paywall)?.packages ?? []).filter {
      blueprint.isOffered($0.product, in: standing.selling)
    }
  }

  /// Whether the store would sell a product with its introductory offer now, as far as the facts tell: never to those whose
  /// subscription of the same group runs, whom the store charges in full.
  public func offersIntroductory(_ product: Product.ID) -> Bool {
    blueprint.isOffered(product, in: standing.introductory)
  }

  /// Where the app goes from where it is, or nil where the blueprint's table has no answer: the first route that matches,
  /// without its paywall while unknown.
  public func route(_ context: Route.Context) -> Route? {
    for (route, condition) in zip(blueprint.definition.routes, blueprint.routeConditions)
    where route.matches(context) && condition.holds(standing) {
      return standing.phase == .unknown ? route.withoutPaywall : route
    }
    return nil
  }

  /// The number a text shows for a placeholder; nil for those that are not numbers or not known.
  public func number(_ placeholder: Text.Placeholder) -> Int? {
    switch placeholder {
    case .trialDay: trial?.day
    case .trialDays: trial?.days
    case .trialDaysLeft: trial?.daysLeft
    case .trialUses: trial?.used
    case .trialUsesLeft: trial?.usesLeft
    case .trialLimit: trial?.limit
    case .appName, .planStartsOn, .planRenewsOn, .planEndsOn, .productName, .productPrice,
      .productPeriod, .productPerPeriod, .offerPrice, .offerLength, .offerLengthAdjective,
      .featureName, .featureLeft, .featureLimit:
      nil
    }
  }

  /// A text in a language, with the numbers that hold now put in.
  ///
  /// - Parameters:
  ///   - id: The text's name.
  ///   - language: A BCP 47 code; nil is the app's own language.
  ///   - strings: Prices and dates, already written for the customer's locale.
  /// - Returns: The line, or nil for a name the blueprint lacks.
  public func text(
    _ id: Text.ID, in language: String? = nil, strings: [Text.Placeholder: String] = [:]
  ) -> String? {
    blueprint.text(id)?.line(
      in: language ?? blueprint.app.language, fallback: blueprint.app.language,
      number: number,
      string: { strings[$0] ?? ($0 == .appName ? blueprint.app.name : nil) })
  }
}

extension Membership: Hashable {
  /// Whether two memberships answer everything alike, now and at their next change, by the same blueprint.
  public static func == (left: Membership, right: Membership) -> Bool {
    left.instant == right.instant && left.answers(like: right)
      && left.nextChange == right.nextChange
  }

  /// Hashes what the membership answers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(instant)
    hasher.combine(standing.phase)
    hasher.combine(standing.entitled)
  }

  /// Whether two memberships, perhaps of different instants, answer everything alike.
  public func answers(like other: Membership) -> Bool {
    blueprint.definition == other.blueprint.definition
      && standing.answers(like: other.standing, in: blueprint)
  }
}
