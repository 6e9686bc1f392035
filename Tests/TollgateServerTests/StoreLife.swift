import AppStore
import AppStoreSimulator
import Testing
import Tollgate
import TollgateWire

/// The lifecycle of a subscription, its messages, and how it ends.
struct StoreLife: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    /// An event of Anna's subscription.
    case deed(Deed)
    /// An event of the subscription of the family member who shares with her.
    case family(Deed)
    case share
    case stopSharing
    /// The first period is refunded.
    case refundFirst
    /// Anna's phone posts her newest transaction as the store signs it now.
    case post
    /// Anna signs in to her existing account.
    case signIn
  }

  let testDescription: String
  let steps: [Step]
  /// The number of messages that it causes.
  let messages: Int
  let phase: Phase
  let condition: StoreCondition

  init(
    _ name: String, _ steps: [Step], messages: Int, _ phase: Phase, _ condition: StoreCondition
  ) {
    testDescription = name
    self.steps = steps
    self.messages = messages
    self.phase = phase
    self.condition = condition
  }

  static let all: [StoreLife] = [
    StoreLife(
      "renewals and the refund of an old period",
      [
        .deed(.buy("gold")), .post, .deed(.day(70)), .refundFirst, .deed(.cancel),
      ], messages: 6, .subscribed, .active),
    StoreLife(
      "an upgrade with its refund of the lower product",
      [
        .deed(.buy("bronze")), .post, .deed(.day(10)), .deed(.buy("gold")), .post,
        .deed(.day(45)),
      ], messages: 5, .subscribed, .active),
    StoreLife(
      "grace and recovery",
      [
        .deed(.buy("gold")), .post, .deed(.billing(fails: true)), .deed(.day(32)),
        .deed(.billing(fails: false)), .post, .deed(.cancel),
      ], messages: 6, .subscribed, .active),
    StoreLife(
      "a grace period that ends unpaid",
      [.deed(.buy("gold")), .post, .deed(.billing(fails: true)), .deed(.day(36))],
      messages: 4, .lapsed, .billingRetry),
    StoreLife(
      "billing retry, expiry and coming back",
      [
        .deed(.buy("gold")), .deed(.billing(fails: true)), .deed(.day(95)),
        .deed(.billing(fails: false)), .deed(.buy("silver.week")), .post,
      ], messages: 6, .subscribed, .active),
    StoreLife(
      "a refund and its reversal",
      [
        .deed(.buy("gold")), .post, .deed(.day(5)), .deed(.refund), .deed(.day(6)),
        .deed(.reverseRefund), .post,
      ], messages: 5, .subscribed, .active),
    StoreLife(
      "renewal turned off and on",
      [
        .deed(.buy("gold")), .post, .deed(.day(5)), .deed(.cancel), .deed(.day(6)),
        .deed(.resume), .deed(.day(32)),
      ], messages: 5, .subscribed, .active),
    StoreLife(
      "a price increase that is agreed to",
      [
        .deed(.buy("gold")), .post, .deed(.day(10)), .deed(.price(35_000, needsConsent: true)),
        .deed(.day(12)), .deed(.agree), .deed(.day(32)),
      ], messages: 5, .subscribed, .active),
    StoreLife(
      "family sharing that ends",
      [
        .share, .family(.buy("gold")), .post, .family(.day(32)), .post, .stopSharing,
      ], messages: 7, .lapsed, .revoked),
    StoreLife(
      "an introductory offer as the trial, its end, and winning back",
      [
        .deed(.buy("silver")), .post, .deed(.day(8)), .deed(.cancel), .deed(.day(50)),
        .deed(.buyWith("silver", .winBack("again"))),
      ], messages: 6, .subscribed, .active),
    StoreLife(
      "an anonymous customer who signs in",
      [
        .deed(.buy("silver")), .post, .deed(.day(3)), .signIn, .deed(.day(8)), .refundFirst,
      ], messages: 5, .subscribed, .active),
  ]
}
