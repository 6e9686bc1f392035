import AppStoreSimulator
import Tollgate

/// A visitor's action, as a form of the page posts it.
enum VisitorAction: Hashable, Sendable {
  enum Advance: String {
    case hour, day, week, renewal
    case trialEnd = "trial-end"
    case nextChange = "next-change"
  }
  enum SheetAnswer: String {
    case buy, cancel, decline
    case noNetwork = "no-network"
    case askParent = "ask-parent"
  }

  case advance(Advance)
  /// What happens at the store to the phone's account.
  case store(StoreAction)
  case reset
  case kill, relaunch, reinstall, secondAccount
  case clockBack(Bool)
  case offline(Bool)
  case look(Look)
  case textSize(TextSize)
  case use(Feature.ID, item: String?, text: String?)
  case askToRelease(item: Item.ID)
  case release(Feature.ID, item: Item.ID)
  case reach(Milestone.ID)
  case navigate(String)
  case read(String)
  case task(String)
  case showPaywall(String)
  case continuePaywall, goBackInPaywall
  case answerPaywall(Int)
  case closePaywall, closeSheet, tryAgain, upgrade, restore, manageSubscription
  case actOnPrompt(Prompt.ID)
  case dismissPrompt(Prompt.ID)
  case select(CatalogProduct.ID)
  case seats(Int)
  case buy(CatalogProduct.ID)
  case redeem
  case answerSheet(SheetAnswer)
  case finishOnboarding, signOut, askToDelete, deleteAccount
  case signIn(email: String, password: String)
  case signUp(email: String, password: String)
  case world(WorldChange)
  case follow(JourneyPosition)
  case leaveJourney, takeOver
  case travel(Instant)
  case travelBack(PastMoment)
  case showFacts(of: Customer.ID?)
  case showOlderFacts

  /// Reads a form's fields; nil if they are not from the page.
  init?(_ fields: [String: String]) {
    let value = fields["value"] ?? ""
    func id<Kind>(_ field: String) -> Identifier<Kind>? { fields[field].map { Identifier($0) } }
    let action: VisitorAction? =
      switch fields["action"] ?? "" {
      case "advance": Advance(rawValue: fields["by"] ?? "").map(Self.advance)
      case "reset": .reset
      case "kill": .kill
      case "relaunch": .relaunch
      case "reinstall": .reinstall
      case "second-account": .secondAccount
      case "clock-back": .clockBack(value == "on")
      case "offline": .offline(value == "on")
      case "look": Look(rawValue: value).map(Self.look)
      case "text-size": TextSize(rawValue: value).map(Self.textSize)
      case "use": id("feature").map { .use($0, item: fields["item"], text: fields["text"]) }
      case "ask-to-release": id("item").map { .askToRelease(item: $0) }
      case "release":
        id("feature").flatMap { feature in id("item").map { .release(feature, item: $0) } }
      case "reach": id("milestone").map(Self.reach)
      case "navigate": fields["screen"].map(Self.navigate)
      case "read": fields["item"].map(Self.read)
      case "task": fields["item"].map(Self.task)
      case "show-paywall": fields["placement"].map(Self.showPaywall)
      case "continue-paywall": .continuePaywall
      case "go-back-in-paywall": .goBackInPaywall
      case "answer-paywall": Int(value).map(Self.answerPaywall)
      case "close-paywall": .closePaywall
      case "close-sheet": .closeSheet
      case "try-again": .tryAgain
      case "restore": .restore
      case "manage-subscription": .manageSubscription
      case "upgrade": .upgrade
      case "act-on-prompt": id("prompt").map(Self.actOnPrompt)
      case "dismiss-prompt": id("prompt").map(Self.dismissPrompt)
      case "select": id("product").map(Self.select)
      case "seats": Int(value).map(Self.seats)
      case "buy": id("product").map(Self.buy)
      case "redeem": .redeem
      case "answer-sheet": SheetAnswer(rawValue: value).map(Self.answerSheet)
      case "finish-onboarding": .finishOnboarding
      case "sign-out": .signOut
      case "ask-to-delete": .askToDelete
      case "delete-account": .deleteAccount
      case "sign-in":
        .signIn(email: fields["email"] ?? "", password: fields["password"] ?? "")
      case "sign-up":
        .signUp(email: fields["email"] ?? "", password: fields["password"] ?? "")
      case "follow":
        fields["journey"].flatMap { journey in
          Int(fields["step"] ?? "").map { .follow(JourneyPosition(id: journey, step: $0)) }
        }
      case "leave-journey": .leaveJourney
      case "take-over": .takeOver
      case "show-facts": .showFacts(of: value.isEmpty ? nil : Customer.ID(value))
      case "show-older-facts": .showOlderFacts
      case "travel":
        Int64(fields["to"] ?? "").map { .travel(Instant(milliseconds: $0)) }
      case "travel-back":
        Int64(fields["to"] ?? "").flatMap { to in
          Int(fields["actions"] ?? "").map {
            .travelBack(PastMoment(actions: $0, at: Instant(milliseconds: to)))
          }
        }
      default:
        StoreAction(fields["action"] ?? "", value).map(Self.store)
          ?? WorldChange(fields["action"] ?? "", of: fields["of"] ?? "", value).map(Self.world)
      }
    guard let action else { return nil }
    self = action
  }
}

extension StoreAction {
  /// Reads the name and the value of a form; nil for what the page does not offer.
  init?(_ path: String, _ value: String) {
    switch Name(path: path) {
    case .approve: self = .approve()
    case .decline: self = .decline()
    case .cancel: self = .cancel()
    case .resume: self = .resume()
    case .renew: self = .renew()
    case .refund: self = .refund(.current)
    case .failBilling: self = value == "off" ? .fixBilling : .failBilling
    case .acceptPrice: self = .acceptPrice()
    case .rescindConsent: self = .rescindConsent
    default: return nil
    }
  }
}
