import Tollgate
import TollgateAppStore
import TollgateWire

// What is known about a customer.
extension Shape {
  package static let customerSnapshot = response(
    CustomerSnapshot.self,
    "Everything that the server knows about a customer, with the current membership.",
    .note("id", "The customer."),
    .note("account", "The account; missing while the customer is anonymous."),
    .note("email", "The account's email address, if the token carries it."),
    .note("facts", .list(.shape(Facts.entry)), "The facts, in any order."),
    .note(
      "version",
      "The number of writes so far: of two snapshots, the one with the greater number is newer."),
    .note("blueprintRevision", "The blueprint that decided the membership."))

  package static let customerExport = response(
    CustomerExport.self, "Everything stored about a customer, for people.",
    .note("id", "The customer."),
    .note("account", "The account; missing while the customer is anonymous."),
    .note("notes", "What operators wrote about grants."))

  package static let changeResponse = response(
    ChangeResponse.self, "What a report recorded.",
    .note(
      "facts", "Empty if nothing new was reported.",
      example: [
        ["at": 1_772_442_000_000, "device": "phone-1", "kind": "device", "origin": "cus_1"]
      ]))

  package static let membershipSummary = response(
    MembershipSummary.self,
    "What holds for a customer until `nextChange`, unless something new is recorded.",
    example: [
      "entitlements": [],
      "features": [
        "read-conversation": ["answer": "allowed"],
        "send-message": [
          "answer": "denied", "paywall": "after-discovery", "reason": "notIncluded",
        ],
      ],
      "nudges": [], "phase": "blocked", "prompts": [],
    ],
    .note("condition", "Missing if there never was a subscription."),
    .note("entitlements", "The customer's entitlements, sorted."),
    .note(
      "nextChange",
      "When any of it next changes with nothing new recorded; missing if it never does."),
    .note("trial", "Missing if none has started."),
    .note("subscription", "Missing if there never was one."),
    .note("credits", .map(.integer), "The credits in each wallet, by its name."),
    .note(
      "owed", .map(.integer),
      "What each overdrawn wallet owes, by its name; missing if none owes anything."),
    .note("features", "The access to each feature, by its name."),
    .note("waitingGrants", "The grants whose time does not pass now; missing without any."),
    .note("prompts", "The prompts that may show now."), .note("nudges", "The nudges to schedule."),
    .note("variants", "The variant of each experiment, by its name."))
}

// The parts of these.

extension CustomerSnapshot: Described { static let schema = Schema.shape(.customerSnapshot) }
extension MembershipSummary: Described { static let schema = Schema.shape(.membershipSummary) }

extension CustomerExport.Note: Described {
  static let schema: Schema = part(as: "ExportNote", "What an operator wrote about a grant.")
}

extension TrialSummary: Described {
  static let schema: Schema = part(
    "The state of a trial.",
    .note("id", "The trial.", example: "trial"),
    .note("activatedAt", "When it started; missing if it was forfeited."),
    .note("endsAt", "When it ends or ended; missing while that is not decided."),
    .note("isActive", "Whether it is running."),
    .note("pausedAt", "When its running pause began."),
    .note("day", "The current day, from 1; missing if only uses can end it."),
    .note("days", "Its length in days, a partial day counting as a whole one."),
    .note("daysLeft", "Days left, including the current one; 0 when it has ended."),
    .note("used", "Uses counted in it."),
    .note("limit", "How many uses end it; missing if any number is allowed."),
    .note("purchase", "The purchase that started it."),
    .note("ending", "What ended it; missing while it is running."))
}

extension WaitingGrantSummary: Described {
  static let schema: Schema = part(
    "A grant whose time does not pass now, because something else gives what it gives.",
    .note("id", "The grant.", example: "grant_1"),
    .note("name", "The name under which the blueprint lists it."),
    .note("entitlements", "What it will give."),
    .note("daysLeft", "How many days of it are left, a partial day counting as a whole one."))
}

extension SubscriptionSummary: Described {
  static let schema: Schema = part(
    "The subscription that decides a customer's plan.",
    .note("originalID", "The original transaction id, which all renewals share."),
    .note("expiresAt", "When the paid period ends; a grace period comes after it."),
    .note("graceEndsAt", "The end of the grace period, while it is running."),
    .note("renewsTo", "The product it will renew to, if that is another one."),
    .note("isIntroductory", "Whether the period is an introductory offer."),
    .note("isFamilyShared", "Whether a family member pays."),
    .note("seats", "How many seats it pays for; missing for one."),
    .note("commitment", "The commitment that it is paid in; missing without one."))
}

extension CommitmentSummary: Described {
  static let schema: Schema = part(
    "A commitment that is paid in monthly bills.",
    .note("bill", "The number of the latest bill, from 1."),
    .note("bills", "How many bills there are."),
    .note("endsAt", "When the commitment ends."),
    .note(
      "amountDue",
      "What remains due after the latest bill, in thousandths of the currency's unit; missing without a price."
    ),
    .note("currency", "The ISO 4217 code of the amount."))
}

extension PlannedNudge: Described {
  static let schema: Schema = part(
    "A nudge to schedule.",
    .note("id", "The name to schedule it under, such as `come-back#2`."),
    .note("at", "When to deliver it."),
    .note("occurrence", "What a report of its delivery repeats."),
    .note("text", "The name of its text in the blueprint."))
}
