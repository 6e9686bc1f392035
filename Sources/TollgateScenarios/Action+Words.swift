import Tollgate

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
    case .reach(let milestone): "reaches \(milestone)"
    case .set(let values):
      "sets " + Self.list(values.map { ($0.rawValue, $1?.description ?? "none") })
    case .report(let properties):
      "reports " + Self.list(properties.map { ($0.rawValue, $1) })
    case .use(let feature, let times, let item, let cost, let key):
      "uses \(feature)" + (item.map { " for \($0)" } ?? "")
        + (cost.map { " at a cost of \($0)" } ?? "") + repeated(times)
        + (key.map { ", key \($0)" } ?? "")
    case .reserve(let feature, let item, let cost, let key):
      "reserves \(feature)" + (item.map { " for \($0)" } ?? "")
        + (cost.map { " at a cost of \($0)" } ?? "") + ", key \(key)"
    case .giveBack(let feature, let key): "releases the reservation of \(feature), key \(key)"
    case .release(let feature, let item): "releases \(item) of \(feature)"
    case .dismiss(let prompt, let times): "dismisses \(prompt)" + repeated(times)
    case .show(let paywall): "shows the paywall \(paywall)"
    case .close(let paywall): "closes the paywall \(paywall)"
    case .buy(let product, _, let seats, let isPosted, let offer):
      "buys " + (seats == 1 ? "" : "\(seats) seats of ") + "\(product)"
        + (offer.map { " with \($0.id)" } ?? "")
        + (isPosted ? "" : ", and stops before it reports that")
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

extension StoreAction {
  /// What the store does for a device's account, in a timeline's words.
  var words: String {
    switch self {
    case .approve: "gets approval for its purchase"
    case .decline: "has its purchase declined"
    case .cancel(let product): "cancels renewal" + Self.words(for: product)
    case .resume(let product): "turns renewal on again" + Self.words(for: product)
    case .renewNow(let product): "is renewed at once" + Self.words(for: product)
    case .expireNow(let product): "has its subscription end at once" + Self.words(for: product)
    case .refund(let product, let isFirst, let seats):
      "is refunded " + (seats.map { $0 == 1 ? "a seat of " : "\($0) seats of " } ?? "")
        + "\(isFirst ? "the first period of " : "")\(product)"
    case .assignSeat(let member): "assigns a seat to \(member)"
    case .revokeSeat(let member): "takes back the seat of \(member)"
    case .share(let member): "shares its purchases with \(member)"
    case .stopSharing(let member): "no longer shares its purchases with \(member)"
    case .setBilling(fails: true): "has a card that fails"
    case .setBilling(fails: false): "has a card that works again"
    }
  }

  private static func words(for product: CatalogProduct.ID?) -> String {
    product.map { " (\($0))" } ?? ""
  }
}
