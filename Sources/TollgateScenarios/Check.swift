import Tollgate

/// An expectation of a step: what is asked, and the expected answer as text.
struct Check: Hashable, Sendable {
  let place: Place
  let subject: Subject
  let expected: String
}

/// What a step can ask.
enum Subject: Hashable, Sendable {
  case phase
  case condition
  case entitled
  case nextChange
  case answer(Feature.ID)
  case feature(Feature.ID, FeatureField)
  case hasTrial
  case trial(TrialField)
  case hasSubscription
  case subscription(SubscriptionField)
  case text(LocalizedText.ID)
  case line(Product.ID)
  case offer(Product.ID)
  case placement(Placement.ID)
  case packages(Paywall.ID)
  case prompts
  case nudges
  case delivered
  case held(Feature.ID)
  case heldCount(Feature.ID)
  case credits(Wallet.ID)
  case route(RouteField)
  case purchase
  case refused(RefusalField)
  case recorded

  enum FeatureField: String, Hashable, Sendable, CaseIterable {
    case remaining
    case used
    case limit
    case reason
    case paywall
    case startsAt
    case isManagedInStore
  }

  enum TrialField: String, Hashable, Sendable, CaseIterable {
    case isActive
    case day
    case days
    case daysLeft
    case used
    case usesLeft
    case limit
    case activatedAt
    case endsAt
    case ending
  }

  enum SubscriptionField: String, Hashable, Sendable, CaseIterable {
    case product
    case willRenew
    case renewsTo
    case expiresAt
    case graceEndsAt
    case isIntroductory
    case isFamilyShared
    case isRenewalLate
  }

  enum RouteField: String, Hashable, Sendable, CaseIterable {
    case screen
    case paywall
  }

  enum RefusalField: String, Hashable, Sendable, CaseIterable {
    case code
    case reason
    case paywall
    case startsAt
    case isManagedInStore
  }
}

extension Subject {
  /// How a failure names it, such as "the phase".
  var words: String {
    switch self {
    case .phase: "the phase"
    case .condition: "the store's condition"
    case .entitled: "the list of entitlements"
    case .nextChange: "the next change"
    case .answer(let feature): "the answer of `\(feature)`"
    case .feature(let feature, let field): "`\(field.rawValue)` of `\(feature)`"
    case .hasTrial: "the trial"
    case .trial(let field): "`\(field.rawValue)` of the trial"
    case .hasSubscription: "the subscription"
    case .subscription(let field): "`\(field.rawValue)` of the subscription"
    case .text(let text): "the text `\(text)`"
    case .line(let product): "the line of `\(product)`"
    case .offer(let product): "the introductory offer of `\(product)`"
    case .placement(let placement): "the paywall at `\(placement)`"
    case .packages(let paywall): "the list of packages of `\(paywall)`"
    case .prompts: "the list of prompts"
    case .nudges: "the list of scheduled nudges"
    case .delivered: "the list of delivered nudges"
    case .held(let feature): "what `\(feature)` holds"
    case .heldCount(let feature): "the number that `\(feature)` holds"
    case .credits(let wallet): "the number of credits in `\(wallet)`"
    case .route(.screen): "the screen"
    case .route(.paywall): "the paywall over the screen"
    case .purchase: "the end of the purchase"
    case .refused(.code): "the refusal"
    case .refused(let field): "`\(field.rawValue)` of the refusal"
    case .recorded: "the number of facts recorded"
    }
  }
}
