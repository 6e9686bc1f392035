import AppStoreSimulator
import Tollgate
import TollgateAppStore

extension Action {
  /// What a device does, in a timeline's words.
  var words: String {
    switch self {
    case .open: "opens the app"
    case .signUp(let email, let namesDevice):
      "signs up as \(email)" + (namesDevice ? "" : " without naming the device")
    case .signIn(let email): "signs in as \(email)"
    case .signOut: "signs out"
    case .reinstall: "deletes the app and installs it again"
    case .relaunch: "opens the app again"
    case .seeOnboarding: "shows onboarding"
    case .timeZone(let name): "is in the time zone \(name)"
    case .storeAccount(let name): "signs in to the store as \(name)"
    case .network(.off): "has no network"
    case .network(.on): "has a network again"
    case .power(.off): "is switched off"
    case .power(.on): "is switched on"
    case .clock(let instant): "sets its own clock to \(instant)"
    case .reach(let milestone): "reaches \(milestone)"
    case .set(let values):
      "sets " + Self.list(values.map { ($0.rawValue, $1?.description ?? "none") })
    case .report(let properties):
      "reports " + Self.list(properties.map { ($0.rawValue, $1) })
    case .consent(.withdrawn): "has the consent of a parent withdrawn"
    case .consent(.given): "has the consent of a parent again"
    case .use(let feature, let times, let item, let cost, let parent, let key, let report):
      (report != nil ? "reports an offline use of " : "uses ") + feature.rawValue
        + (item.map { " for \($0)" } ?? "")
        + (cost.map { " at a cost of \($0)" } ?? "") + (parent.map { " in \($0)" } ?? "")
        + repeated(times)
        + (key.map { ", key \($0)" } ?? "")
    case .reserve(let feature, let item, let cost, let parent, let key):
      "reserves \(feature)" + (item.map { " for \($0)" } ?? "")
        + (cost.map { " at a cost of \($0)" } ?? "") + (parent.map { " in \($0)" } ?? "")
        + ", key \(key)"
    case .giveBack(let feature, let key): "releases the reservation of \(feature), key \(key)"
    case .release(let feature, let item): "releases \(item) of \(feature)"
    case .dismiss(let prompt, let times): "dismisses \(prompt)" + repeated(times)
    case .show(let paywall): "shows the paywall \(paywall)"
    case .close(let paywall): "closes the paywall \(paywall)"
    case .buy(let purchase): purchase.words
    case .restore: "restores purchases"
    case .extendTrial(let trial, let days):
      "is given \(days) more \(days == 1 ? "day" : "days") of \(Self.words(for: trial)) by support"
    case .pauseTrial(let trial): "has \(Self.words(for: trial)) paused by support"
    case .resumeTrial(let trial): "has \(Self.words(for: trial)) resumed by support"
    case .resetTrial(let trial): "has \(Self.words(for: trial)) reset by support"
    case .grant(let entitlement, let lasts, let until):
      "is granted \(entitlement)" + (lasts.map { " for \($0)" } ?? "")
        + (until.map { " until \($0)" } ?? "") + " by support"
    case .revokeGrant(let entitlement): "has its grant of \(entitlement) revoked by support"
    case .give(let name, let key, _, _, _): "is given \(name)" + (key.map { ", key \($0)" } ?? "")
    case .invite(let team): "invites somebody to \(team)"
    case .join(let team): "joins \(team)"
    case .leave(let team): "leaves \(team)"
    case .removeMember(let device): "removes whoever uses \(device) from its team"
    case .atStore(let action): action.words
    case .weights(let weights):
      "starts again with other weights: "
        + weights.map { experiment, variants in
          "\(experiment) (" + Self.list(variants.map { ($0.rawValue, "\($1)") }) + ")"
        }.sorted().joined(separator: ", ")
    case .notifications(.held): "holds notifications back"
    case .notifications(.delivered): "delivers what it held back"
    case .notifications(.twice): "delivers what it held back, twice"
    case .notifications(.reversed): "delivers what it held back, in reverse"
    }
  }

  private static func words(for trial: AddOnTrial.ID?) -> String {
    trial.map { "the trial \($0)" } ?? "the trial"
  }

  private static func list(_ values: [(name: String, value: String)]) -> String {
    values.sorted { $0.name < $1.name }.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
  }

  private func repeated(_ times: Int) -> String { times == 1 ? "" : " \(times) times" }
}

extension PurchaseAction {
  /// What is bought, and how, in a timeline's words.
  fileprivate var words: String {
    var words = "buys " + (seats == 1 ? "" : "\(seats) seats of ")
    words += (quantity == 1 ? "" : "\(quantity) of ") + product.rawValue
    if let offer { words += " with \(offer.id)" }
    if let hasIntroductoryOffer {
      words += (hasIntroductoryOffer ? " with" : " without") + " its introductory offer"
    }
    if isBilledMonthly { words += ", billed monthly" }
    if !isPosted { words += ", and stops before it reports that" }
    return words
  }
}

extension StoreAction {
  /// What happens at the store to a device's account, in a timeline's words.
  var words: String {
    switch self {
    case .buy(let product, _, _): "buys \(product)"
    case .approve: "gets approval for its purchase"
    case .decline: "has its purchase declined"
    case .cancel(let which): "cancels renewal\(which.words)"
    case .resume(let which): "turns renewal on again\(which.words)"
    case .acceptPrice(let which): "agrees to the price\(which.words)"
    case .requestPriceConsent(let which): "is asked to agree to the price\(which.words)"
    case .renew(let which): "is renewed at once\(which.words)"
    case .expire(let which): "has its subscription end at once\(which.words)"
    case .settle(let which): "pays its unpaid renewal\(which.words)"
    case .share(let member): "shares its purchases with \(member)"
    case .stopSharing(let member): "no longer shares its purchases with \(member)"
    case .assignSeat(let member, _): "assigns a seat to \(member)"
    case .revokeSeat(let member, _): "takes back the seat of \(member)"
    case .failBilling: "has a card that fails"
    case .fixBilling: "has a card that works again"
    case .askToBuy(true): "has to ask a parent before it buys"
    case .askToBuy(false): "no longer has to ask a parent before it buys"
    case .storefront(let storefront): "moves to the App Store of \(storefront.country)"
    case .boughtApp(let purchase):
      "has bought the app in version \(purchase.version) at \(purchase.date)"
        + (purchase.platform == .iOS ? "" : " on \(purchase.platform.rawValue)")
        + (purchase.environment.map { ", in \($0.rawValue)" } ?? "")
    case .rescindConsent: "may no longer use the app: a parent withdrew consent"
    case .refund(let purchase, let part, _): "is refunded \(part.words)\(purchase.words)"
    case .refundRequest(let purchase, _): "requests a refund of \(purchase.words)"
    case .refundDecline(let purchase): "has its refund of \(purchase.words) declined"
    case .refundReverse(let purchase): "has its refund of \(purchase.words) reversed"
    case .finish(let purchase): "finishes \(purchase.words)"
    case .price(let price, let product, _): "sees the price of \(product) change to \(price)"
    case .onSale(true, let product): "sees \(product) back on sale"
    case .onSale(false, let product): "sees \(product) taken off sale"
    case .extend(let purchase, let days):
      "has \(purchase.words) extended by \(days) \(days == 1 ? "day" : "days")"
    case .testNotification: "has a test notification sent"
    }
  }
}

extension StoreAction.Subscriptions {
  /// The subscription that is named, after the action.
  fileprivate var words: String {
    switch self {
    case .all, .running: ""
    case .group(let name), .product(let name): " (\(name))"
    }
  }
}

extension StoreAction.Purchase {
  fileprivate var words: String {
    switch self {
    case .transaction(let id): id
    case .first(let product): "the first period of \(product)"
    case .latest(let product): product
    case .current: "the current period"
    }
  }
}

extension StoreAction.Refund {
  /// What is refunded, before the purchase.
  fileprivate var words: String {
    switch self {
    case .all: ""
    case .unused: "the rest of "
    case .share(let share): "\(Double(share) / 1000) % of "
    case .seats(let count): count == 1 ? "a seat of " : "\(count) seats of "
    }
  }
}
