public import AppStoreSimulator
public import Tollgate

/// One thing that happens in a history: an action of a customer or of the store, or time that passes.
///
/// What happens at the store has the name of its `StoreAction`, of which a search tries a few. It is a case of its own
/// because a search keeps a step for every state, and a `StoreAction` is several times as big.
public enum HistoryStep: Hashable, Sendable {
  /// The customer opens an account.
  case signUp
  /// The customer reaches a milestone.
  case reach(Milestone.ID)
  /// Attributes, properties of the device and its downloads become known, before anything else happens.
  case set([AudienceSetting])
  /// The customer's device reports another time zone.
  case move(to: String)
  /// The customer uses a feature the given number of times in a row.
  case use(Feature.ID, times: Int)
  /// The customer uses a feature once, with a size.
  case useSized(Feature.ID, size: Int)
  /// The customer releases an item that a feature counts.
  case release(Feature.ID)
  /// The customer buys a product, with the introductory offer if they are eligible, or in a package that leaves it out.
  case buy(CatalogProduct.ID, leavesOutOffer: Bool = false)
  /// The customer turns renewal off.
  case cancel
  /// The customer turns renewal on again.
  case resume
  /// The customer's card fails from now on, in an app with a grace period or without one.
  case failBilling(GracePeriod)
  /// The card works again.
  case fixBilling
  /// Support adds days to the trial that no purchase started.
  case extendTrial(days: Int)
  /// Support stops the clock of that trial.
  case pauseTrial
  /// Support lets the clock of that trial continue.
  case resumeTrial
  /// Support grants an entitlement without an end.
  case grant(Entitlement.ID)
  /// Support revokes the grant of an entitlement.
  case revokeGrant(Entitlement.ID)
  /// The app's backend or support gives a grant that the blueprint lists.
  case give(GrantTerms.ID)
  /// The store refunds a product's first or newest purchase.
  case refund(CatalogProduct.ID, isFirst: Bool)
  /// The store's notifications are held back.
  case holdNews
  /// The notifications that were held back arrive.
  case deliverNotifications
  /// The device posts everything that the store has signed for its account, as "Restore purchases" does.
  case restore
  /// The customer signs out, and somebody else signs up on the device, with the same store account or another.
  case secondAccount(sharesStore: Bool)
  /// Time passes until the next scheduled change.
  case wait(until: Instant)
  /// Time passes until a minute before the next change, where mistakes of a boundary show.
  case waitAlmost(until: Instant)
}

extension HistoryStep {
  /// Whether it is only time that passes, which takes no time of its own.
  var isTime: Bool {
    switch self {
    case .wait, .waitAlmost: true
    case .signUp, .reach, .set, .move, .use, .useSized, .release, .buy, .cancel, .resume,
      .failBilling,
      .fixBilling, .extendTrial, .pauseTrial, .resumeTrial, .grant, .revokeGrant, .give,
      .refund, .holdNews, .deliverNotifications, .restore, .secondAccount:
      false
    }
  }

  /// The step as a part of a sentence, after its subject.
  public var words: String {
    switch self {
    case .signUp: "signs up"
    case .reach(let milestone): "reaches \(milestone)"
    case .set(let settings): Self.words(for: settings)
    case .move(let zone): "moves to the time zone \(zone)"
    case .use(let feature, let times):
      "uses \(feature)" + (times == 1 ? "" : " \(times) times")
    case .useSized(let feature, let size): "uses \(feature) with a size of \(size)"
    case .release(let feature): "releases an item of \(feature)"
    case .buy(let product, let leavesOutOffer):
      "buys \(product)" + (leavesOutOffer ? " without its introductory offer" : "")
    case .cancel: "cancels renewal"
    case .resume: "turns renewal back on"
    case .failBilling(let grace):
      "has a payment that fails, \(grace == .off ? "without" : "with") a grace period"
    case .fixBilling: "has a card that works again"
    case .extendTrial(let days): "gets \(days) more days of trial from support"
    case .pauseTrial: "has the trial paused by support"
    case .resumeTrial: "has the trial resumed by support"
    case .grant(let entitlement): "gets \(entitlement) from support"
    case .revokeGrant(let entitlement): "loses \(entitlement), which support revokes"
    case .give(let name): "is given \(name)"
    case .refund(let product, let isFirst):
      "gets a refund for the \(isFirst ? "first" : "latest") purchase of \(product)"
    case .holdNews: "the store's notifications are late from now on"
    case .deliverNotifications: "the store's notifications arrive"
    case .restore: "restores purchases"
    case .secondAccount(true): "signs out, and somebody else signs up on the device"
    case .secondAccount(false):
      "signs out, and somebody else signs up on the device, with a store account of their own"
    case .wait: "time passes"
    case .waitAlmost: "time passes, to a minute before the next change"
    }
  }

  /// What becomes known, told apart by who sets it: the backend, or the customer's device.
  private static func words(for settings: [AudienceSetting]) -> String {
    let given = settings.filter(\.isSetByBackend).map(\.description)
    let reported = settings.filter { !$0.isSetByBackend }.map(\.description)
    return [
      reported.isEmpty ? nil : "reports " + reported.joined(separator: ", "),
      given.isEmpty ? nil : "gets " + given.joined(separator: ", ") + " from the backend",
    ].compactMap { $0 }.joined(separator: " and ")
  }
}

extension Paywall.Package {
  /// The step in which a customer buys it.
  var purchase: HistoryStep { .buy(product, leavesOutOffer: !hasIntroductoryOffer) }
}
