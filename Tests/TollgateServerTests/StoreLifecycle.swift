import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateWire

/// The lifecycle of a subscription, its messages, and how it ends.
struct StoreLifecycle: Sendable, CustomTestStringConvertible {
  enum Step: Sendable {
    /// An event of Anna's subscription.
    case action(StoreStep)
    /// An event of the subscription of the family member who shares with her.
    case family(StoreStep)
    case share
    case stopSharing
    /// The first period is refunded.
    case refundFirst
    /// Anna buys a year in twelve bills, in Germany.
    case commit
    /// Anna has this many seats of bronze from now on.
    case seats(Int)
    /// One of the first seats is refunded.
    case refundSeat
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

  static let all: [StoreLifecycle] = [
    StoreLifecycle(
      "renewals and the refund of an old period",
      [
        .action(.buy("gold")), .post, .action(.day(70)), .refundFirst, .action(.cancel),
      ], messages: 6, .subscribed, .active),
    StoreLifecycle(
      "an upgrade with its refund of the lower product",
      [
        .action(.buy("bronze")), .post, .action(.day(10)), .action(.buy("gold")), .post,
        .action(.day(45)),
      ], messages: 5, .subscribed, .active),
    StoreLifecycle(
      "grace and recovery",
      [
        .action(.buy("gold")), .post, .action(.billing(fails: true)), .action(.day(32)),
        .action(.billing(fails: false)), .post, .action(.cancel),
      ], messages: 6, .subscribed, .active),
    StoreLifecycle(
      "a grace period that ends unpaid",
      [.action(.buy("gold")), .post, .action(.billing(fails: true)), .action(.day(36))],
      messages: 4, .lapsed, .billingRetry),
    StoreLifecycle(
      "billing retry, expiry and coming back",
      [
        .action(.buy("gold")), .action(.billing(fails: true)), .action(.day(95)),
        .action(.billing(fails: false)), .action(.buy("silver.week")), .post,
      ], messages: 6, .subscribed, .active),
    StoreLifecycle(
      "a refund and its reversal",
      [
        .action(.buy("gold")), .post, .action(.day(5)), .action(.refund), .action(.day(6)),
        .action(.reverseRefund), .post,
      ], messages: 5, .subscribed, .active),
    StoreLifecycle(
      "renewal turned off and on",
      [
        .action(.buy("gold")), .post, .action(.day(5)), .action(.cancel), .action(.day(6)),
        .action(.resume), .action(.day(32)),
      ], messages: 5, .subscribed, .active),
    StoreLifecycle(
      "a price increase that is agreed to",
      [
        .action(.buy("gold")), .post, .action(.day(10)),
        .action(.price(35_000, needsConsent: true)),
        .action(.day(12)), .action(.agree), .action(.day(32)),
      ], messages: 5, .subscribed, .active),
    StoreLifecycle(
      "family sharing that ends",
      [
        .share, .family(.buy("gold")), .post, .family(.day(32)), .post, .stopSharing,
      ], messages: 7, .lapsed, .revoked),
    StoreLifecycle(
      "an introductory offer as the trial, its end, and winning back",
      [
        .action(.buy("silver")), .post, .action(.day(8)), .action(.cancel), .action(.day(50)),
        .action(.buyWith("silver", .winBack("again"))),
      ], messages: 6, .subscribed, .active),
    StoreLifecycle(
      "an anonymous customer who signs in",
      [
        .action(.buy("silver")), .post, .action(.day(3)), .signIn, .action(.day(8)), .refundFirst,
      ], messages: 5, .subscribed, .active),
    StoreLifecycle(
      "bills of a commitment, which is cancelled",
      [.commit, .post, .action(.day(40)), .action(.cancel), .action(.day(70)), .post],
      messages: 6, .subscribed, .active),
    StoreLifecycle(
      "seats that are added, and one that is refunded",
      [
        .seats(3), .post, .action(.day(10)), .seats(5), .post, .action(.day(12)), .refundSeat,
      ], messages: 5, .subscribed, .active),
    StoreLifecycle(
      "a code, and resubscribing after a cancellation",
      [
        .action(.buyWith("bronze", .code("CHEAP"))), .post, .action(.day(10)), .action(.cancel),
        .action(.day(11)), .action(.buy("bronze")), .post, .action(.day(40)),
      ], messages: 6, .subscribed, .active),
  ]
}
