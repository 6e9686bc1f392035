import Tollgate
import TollgateWire

/// What must hold on a device after a step; nil stands for `none`.
enum Expectation: Hashable, Sendable {
  case phase(Phase)
  case condition(StoreCondition?)
  case entitlements([Entitlement.ID])
  case nextChange(Instant?)
  case answer(Feature.ID, AccessSummary.Answer)
  case feature(Feature.ID, Access)
  case noTrial
  case trial(Trial)
  case addOnTrial(AddOnTrial.ID, Trial?)
  case noSubscription
  case subscription(Subscription)
  case text(LocalizedText.ID, String?)
  case line(CatalogProduct.ID, String?)
  case offer(CatalogProduct.ID, Bool)
  case placement(Placement.ID, Paywall.ID?)
  case packages(Paywall.ID, [ShownPackage])
  case variant(Experiment.ID, Experiment.Variant.ID?)
  case prompts([Prompt.ID])
  case nudges([ScheduledNudge])
  case delivered([Nudge.ID])
  case sent([Nudge.ID])
  case held(Feature.ID, [Item.ID])
  case heldCount(Feature.ID, Int)
  case credits(Wallet.ID, Int)
  /// The days that wait of a listed grant.
  case waiting(GrantTerms.ID, Int)
  case screen(String)
  case routePaywall(Paywall.ID?)
  case purchase(PurchaseEnding)
  case refused(Refusal)
  case recorded(Int)

  /// A part of the answer for a feature.
  enum Access: Hashable, Sendable {
    case remaining(Int?)
    case used(Int?)
    case limit(Int?)
    case scope(Limit.Scope?)
    case renewsAt(Instant?)
    case reason(Denial.Reason?)
    case paywall(Paywall.ID?)
    case startsAt(Instant?)
    case isManagedInStore(Bool)
  }

  enum Trial: Hashable, Sendable {
    case isActive(Bool)
    case day(Int?)
    case days(Int?)
    case daysLeft(Int?)
    case used(Int?)
    case usesLeft(Int?)
    case limit(Int?)
    case activatedAt(Instant?)
    case endsAt(Instant?)
    case ending(TrialEnding?)
  }

  enum Subscription: Hashable, Sendable {
    case product(CatalogProduct.ID?)
    case willRenew(Bool)
    case renewsTo(CatalogProduct.ID?)
    case expiresAt(Instant?)
    case graceEndsAt(Instant?)
    case isIntroductory(Bool)
    case isFamilyShared(Bool)
    case isRenewalLate(Bool)
    case billsLeft(Int?)
  }

  /// A part of an action's refusal.
  enum Refusal: Hashable, Sendable {
    case code(ProblemCode)
    case reason(Denial.Reason?)
    case paywall(Paywall.ID?)
    case startsAt(Instant?)
    case isManagedInStore(Bool)
  }
}

/// What a paywall sells: a product, with the offer of its package.
struct ShownPackage: Hashable, Sendable {
  let product: CatalogProduct.ID
  var offer: CatalogProduct.Offer.ID?
  var billing = BillingPlan.upFront
}

/// A nudge on a device's schedule.
struct ScheduledNudge: Hashable, Sendable {
  let id: Nudge.ID
  let at: Instant
}

/// How a purchase ends.
enum PurchaseEnding: String, Hashable, Sendable, CaseIterable {
  case success
  case pending
  case cancelled
  case paymentNotAllowed
  case paymentInvalid
  case network
  case productUnavailable
  case interrupted
  case unknown
}

extension Expectation {
  /// The name of the compared value in a failure, such as "the phase".
  var subject: String {
    switch self {
    case .phase: "the phase"
    case .condition: "the store's condition"
    case .entitlements: "the list of entitlements"
    case .nextChange: "the next change"
    case .answer(let feature, _): "the answer of `\(feature)`"
    case .feature(let feature, let part): "`\(part.name)` of `\(feature)`"
    case .noTrial: "the trial"
    case .trial(let part): "`\(part.name)` of the trial"
    case .addOnTrial(let trial, nil): "the trial `\(trial)`"
    case .addOnTrial(let trial, let part?): "`\(part.name)` of the trial `\(trial)`"
    case .noSubscription: "the subscription"
    case .subscription(let part): "`\(part.name)` of the subscription"
    case .text(let text, _): "the text `\(text)`"
    case .line(let product, _): "the line of `\(product)`"
    case .offer(let product, _): "the introductory offer of `\(product)`"
    case .placement(let placement, _): "the paywall at `\(placement)`"
    case .packages(let paywall, _): "the list of packages of `\(paywall)`"
    case .variant(let experiment, _): "the variant of `\(experiment)`"
    case .prompts: "the list of prompts"
    case .nudges: "the list of scheduled nudges"
    case .delivered: "the list of delivered nudges"
    case .sent: "the list of nudges that the app's backend delivers"
    case .held(let feature, _): "what `\(feature)` holds"
    case .heldCount(let feature, _): "the number that `\(feature)` holds"
    case .credits(let wallet, _): "the number of credits in `\(wallet)`"
    case .waiting(let grant, _): "the number of days of `\(grant)` that wait"
    case .screen: "the screen"
    case .routePaywall: "the paywall over the screen"
    case .purchase: "the end of the purchase"
    case .refused(.code): "the refusal"
    case .refused(let part): "`\(part.name)` of the refusal"
    case .recorded: "the number of facts recorded"
    }
  }
}

extension Expectation.Access {
  /// Its key in a scenario.
  var name: String {
    switch self {
    case .remaining: "remaining"
    case .used: "used"
    case .limit: "limit"
    case .scope: "scope"
    case .renewsAt: "renewsAt"
    case .reason: "reason"
    case .paywall: "paywall"
    case .startsAt: "startsAt"
    case .isManagedInStore: "isManagedInStore"
    }
  }
}

extension Expectation.Trial {
  /// Its key in a scenario.
  var name: String {
    switch self {
    case .isActive: "isActive"
    case .day: "day"
    case .days: "days"
    case .daysLeft: "daysLeft"
    case .used: "used"
    case .usesLeft: "usesLeft"
    case .limit: "limit"
    case .activatedAt: "activatedAt"
    case .endsAt: "endsAt"
    case .ending: "ending"
    }
  }
}

extension Expectation.Subscription {
  /// Its key in a scenario.
  var name: String {
    switch self {
    case .product: "product"
    case .willRenew: "willRenew"
    case .renewsTo: "renewsTo"
    case .expiresAt: "expiresAt"
    case .graceEndsAt: "graceEndsAt"
    case .isIntroductory: "isIntroductory"
    case .isFamilyShared: "isFamilyShared"
    case .isRenewalLate: "isRenewalLate"
    case .billsLeft: "billsLeft"
    }
  }
}

extension Expectation.Refusal {
  /// Its key in a scenario.
  var name: String {
    switch self {
    case .code: "code"
    case .reason: "reason"
    case .paywall: "paywall"
    case .startsAt: "startsAt"
    case .isManagedInStore: "isManagedInStore"
    }
  }
}
