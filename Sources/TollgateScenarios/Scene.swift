import Tollgate
import TollgateWire
import TollgateWords

/// What holds on a device at one moment.
struct Scene {
  let membership: Membership
  let customer: Customer
  let handset: Handset?
  let ending: Ending
  let language: String

  private var blueprint: Blueprint { membership.blueprint }

  /// An answer in the form that scenarios use.
  func answer(to subject: Subject) -> String {
    switch subject {
    case .phase: membership.phase.rawValue
    case .condition: membership.subscription?.condition.rawValue ?? none
    case .entitled: written(membership.entitlements.map(\.rawValue))
    case .nextChange: membership.nextChange?.description ?? none
    case .answer(let feature): summary(of: feature).answer.rawValue
    case .feature(let feature, let field): answer(to: field, of: summary(of: feature))
    case .hasTrial: membership.trial == nil ? none : "one"
    case .trial(let field): answer(to: field)
    case .hasSubscription: membership.subscription == nil ? none : "one"
    case .subscription(let field): answer(to: field)
    case .text(let text):
      membership.text(text, in: language, strings: Wording(membership, nil).strings) ?? none
    case .line(let product): line(of: product)
    case .offer(let product): isOffered(product) ? "true" : "false"
    case .placement(let placement): membership.paywall(at: placement)?.rawValue ?? none
    case .packages(let paywall):
      written(membership.packages(of: paywall).map(\.product.rawValue))
    case .prompts: written(membership.prompts.map(\.rawValue))
    case .nudges: written((handset?.scheduled ?? []).map { "\($0.id) at \($0.at)" })
    case .delivered: written((handset?.delivered ?? []).map(\.rawValue))
    case .held(let feature): written(held(by: feature))
    case .heldCount(let feature): "\(held(by: feature).count)"
    case .credits(let wallet): "\(membership.credits(in: wallet))"
    case .route(.screen): route?.screen ?? none
    case .route(.paywall): route?.paywall?.rawValue ?? none
    case .purchase: ending.purchase ?? none
    case .refused(.code): ending.refusal?.code.rawValue ?? none
    case .refused(.reason): ending.refusal?.denial?.reason.rawValue ?? none
    case .refused(.paywall): ending.refusal?.denial?.paywall?.rawValue ?? none
    case .refused(.startsAt): ending.refusal?.denial?.startsAt?.description ?? none
    case .refused(.isManagedInStore): "\(ending.refusal?.denial?.isManagedInStore ?? false)"
    case .recorded: "\(ending.recorded)"
    }
  }

  private func summary(of feature: Feature.ID) -> AccessSummary {
    AccessSummary(membership.access(to: feature))
  }

  private func answer(to field: Subject.FeatureField, of access: AccessSummary) -> String {
    switch field {
    case .remaining: number(access.limit?.remaining)
    case .used: number(access.limit?.used)
    case .limit: number(access.limit?.limit)
    case .reason: access.reason?.rawValue ?? none
    case .paywall: access.paywall?.rawValue ?? none
    case .startsAt: access.startsAt?.description ?? none
    case .isManagedInStore: "\(access.isManagedInStore ?? false)"
    }
  }

  private func answer(to field: Subject.TrialField) -> String {
    guard let trial = membership.trial else { return none }
    return switch field {
    case .isActive: "\(trial.isActive)"
    case .day: number(trial.day)
    case .days: number(trial.days)
    case .daysLeft: number(trial.daysLeft)
    case .used: "\(trial.used)"
    case .usesLeft: number(trial.usesLeft)
    case .limit: number(trial.limit)
    case .activatedAt: trial.activatedAt?.description ?? none
    case .endsAt: trial.endsAt?.description ?? none
    case .ending: trial.ending?.rawValue ?? none
    }
  }

  private func answer(to field: Subject.SubscriptionField) -> String {
    guard let subscription = membership.subscription else { return none }
    return switch field {
    case .product: subscription.product.rawValue
    case .willRenew: "\(subscription.willRenew)"
    case .renewsTo: subscription.renewsTo?.rawValue ?? none
    case .expiresAt: subscription.expiresAt.description
    case .graceEndsAt: subscription.graceEndsAt?.description ?? none
    case .isIntroductory: "\(subscription.isIntroductory)"
    case .isFamilyShared: "\(subscription.isFamilyShared)"
    case .isRenewalLate: "\(subscription.isRenewalLate)"
    }
  }

  private func number(_ number: Int?) -> String { number.map(String.init) ?? none }

  private func held(by feature: Feature.ID) -> [String] {
    customer.heldItems(of: feature, at: membership.instant).map(\.rawValue)
  }

  private var route: Route? {
    membership.route(
      Route.Context(
        session: handset?.isSignedIn ?? false ? .signedIn : .signedOut,
        hasSeenOnboarding: handset?.hasSeenOnboarding ?? false,
        hasJustSubscribed: handset?.hasJustSubscribed ?? false))
  }

  private func isOffered(_ product: Product.ID) -> Bool {
    membership.offersIntroductory(product)
  }

  /// The line that a paywall shows for a product: its offer to those who would get it, its price to others.
  private func line(of product: Product.ID) -> String {
    let packages = blueprint.definition.paywalls.flatMap(\.packages)
    guard let package = packages.first(where: { $0.product == product }),
      let known = blueprint.product(product)
    else { return none }
    let offer = isOffered(product) ? known.introductoryOffer : nil
    let wording = Wording(membership, known)
    if let own = offer == nil ? package.priceLine : package.offerLine {
      return membership.text(own, in: language, strings: wording.strings) ?? none
    }
    let standard: StandardText =
      switch offer?.payment {
      case .freeTrial: .trialOffer
      case .payAsYouGo, .payUpFront, .oneTime: .paidOffer
      case nil: .priceLine
      }
    return membership.text(standard.id, in: language, strings: wording.strings)
      ?? wording.line(standard) ?? none
  }
}
