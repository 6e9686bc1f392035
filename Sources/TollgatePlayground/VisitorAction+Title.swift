import AppStoreSimulator
import Tollgate

extension VisitorAction {
  /// What the visitor did, as the ledger's heading for the facts that follow.
  var title: String {
    switch self {
    case .advance(.hour): "One hour passed"
    case .advance(.day): "One day passed"
    case .advance(.week): "One week passed"
    case .advance(.trialEnd): "Time passed to the trial's end"
    case .advance(.renewal): "Time passed to the renewal"
    case .advance(.nextChange): "Time passed to the next change"
    case .store(let action): action.title
    case .reset: "Started again"
    case .kill: "Killed the app"
    case .relaunch: "Opened the app"
    case .reinstall: "Reinstalled the app"
    case .secondAccount: "Handed the phone to a second person"
    case .clockBack(let isBack):
      isBack ? "Set the phone's clock back" : "Set the phone's clock right"
    case .offline(let isOffline): isOffline ? "Went offline" : "Went online"
    case .look, .textSize: "Changed the phone's settings"
    case .use(let feature, _, _): "Used “\(Words.name(feature))”"
    case .askToRelease: "Asked to delete an item"
    case .release(let feature, _): "Deleted an item of “\(Words.name(feature))”"
    case .reach(let milestone): "Reached “\(Words.name(milestone))”"
    case .navigate, .read: "Moved through the app"
    case .task: "Ticked a task"
    case .showPaywall, .upgrade: "Asked for the plans"
    case .continuePaywall, .goBackInPaywall: "Moved through the paywall"
    case .answerPaywall: "Answered a question on the paywall"
    case .closePaywall: "Closed the paywall"
    case .closeSheet: "Closed a message"
    case .tryAgain: "Tried again"
    case .restore: "Restored purchases"
    case .manageSubscription: "Opened the subscription"
    case .actOnPrompt: "Pressed a prompt's button"
    case .dismissPrompt: "Dismissed a prompt"
    case .select: "Chose a plan"
    case .seats(let count): "Chose \(count) seats"
    case .buy: "Pressed the buy button"
    case .redeem: "Redeemed a code"
    case .answerSheet(let answer): answer.title
    case .finishOnboarding: "Finished onboarding"
    case .signOut: "Signed out"
    case .askToDelete: "Asked to delete the account"
    case .deleteAccount: "Deleted the account"
    case .signIn: "Signed in"
    case .signUp: "Created an account"
    case .world(let change): change.title
    case .follow(let position): "Followed the journey \(position.id.uppercased())"
    case .leaveJourney: "Left the journey"
    case .takeOver: "Took over the story"
    case .showFacts, .showOlderFacts: "Looked through the ledger"
    case .travelBack(let past): "Went back to \(Words.moment(past.at))"
    case .travel(let instant): "Time passed to \(Words.moment(instant))"
    }
  }
}

extension VisitorAction.SheetAnswer {
  fileprivate var title: String {
    switch self {
    case .buy: "Confirmed the purchase"
    case .cancel: "Cancelled the purchase"
    case .decline: "The payment was declined"
    case .noNetwork: "The App Store was out of reach"
    case .askParent: "Asked a parent"
    }
  }
}

extension StoreAction {
  /// What happened at the store.
  fileprivate var title: String {
    switch self {
    case .approve: "A parent approved"
    case .decline: "A parent declined"
    case .cancel: "Cancelled the subscription"
    case .resume: "Resumed the subscription"
    case .renew: "Renewed the subscription"
    case .refund: "Refunded the purchase"
    case .failBilling: "Made payments fail"
    case .fixBilling: "Made payments work"
    case .acceptPrice: "Agreed to the price"
    case .rescindConsent: "A parent withdrew consent"
    default: "Changed something at the store"
    }
  }
}
