import Tollgate

extension Action {
  /// What is done, as a timeline tells it of a device.
  var words: String {
    switch self {
    case .open: "opens the app"
    case .signUp(let email): "signs up as \(email)"
    case .signIn(let email): "signs in as \(email)"
    case .signOut: "signs out"
    case .reinstall: "has the app deleted and installed again"
    case .relaunch: "has the app opened again"
    case .seeOnboarding: "has shown onboarding"
    case .storeAccount(let name): "is signed in to the store as \(name)"
    case .reach(let milestone): "reaches \(milestone)"
    case .use(let feature, let times, let item, let key):
      "uses \(feature)" + (item.map { " for \($0)" } ?? "") + repeated(times)
        + (key.map { ", key \($0)" } ?? "")
    case .release(let feature, let item): "gives \(item) back to \(feature)"
    case .dismiss(let prompt, let times): "dismisses \(prompt)" + repeated(times)
    case .show(let paywall): "shows the paywall \(paywall)"
    case .close(let paywall): "closes the paywall \(paywall)"
    case .buy(let product, _, let isPosted):
      "buys \(product)" + (isPosted ? "" : ", and stops before it tells the server")
    case .approve: "has its purchase approved"
    case .decline: "has its purchase declined"
    case .restore: "restores purchases"
    case .cancel: "cancels renewal"
    case .resume: "turns renewal on again"
    case .renewNow: "is renewed at once"
    case .expireNow: "has its subscription end at once"
    case .refund(let product, let isFirst):
      "is refunded \(isFirst ? "the first period of " : "")\(product)"
    case .setBilling(fails: true): "has a card that fails"
    case .setBilling(fails: false): "has a card that works again"
    case .notifications(.held): "holds notifications back"
    case .notifications(.delivered): "delivers what it held back"
    case .notifications(.twice): "delivers what it held back, twice"
    case .notifications(.reversed): "delivers what it held back, in reverse"
    }
  }

  private func repeated(_ times: Int) -> String { times == 1 ? "" : " \(times) times" }
}
