import Tollgate
import TollgateAppStore
import TollgateWire

// What is known about a customer.
extension Shape {
  package static let customerSnapshot = response(
    "CustomerSnapshot", CustomerSnapshot.self,
    "Everything that the server knows about a customer, with the current membership.",
    .required("id", .text, "The customer."), .required("app", .text),
    .optional("account", .text, "The account; missing while the customer is anonymous."),
    .optional("email", .text, "The account's email address, if the token carries it."),
    .required("facts", .list(.shape(Facts.entry)), "The facts, in any order."),
    .required(
      "version", .count,
      "The number of writes so far: of two snapshots, the one with the greater number is newer."),
    .required("serverTime", .instant, decided),
    .required("blueprintRevision", .text, "The blueprint that decided the membership."),
    .required("membership", .shape(membershipSummary)))

  package static let customerExport = response(
    "CustomerExport", CustomerExport.self, "Everything stored about a customer, for people.",
    .required("id", .text, "The customer."), .required("app", .text),
    .optional("account", .text, "The account; missing while the customer is anonymous."),
    .optional("email", .text), .optional("emailVerifiedAt", .instant),
    .required("hasPassword", .boolean), .required("devices", .list(.text)),
    .required("facts", .list(.shape(Facts.fact))),
    .optional("notes", .list(.shape(exportNote)), "What operators wrote about grants."),
    .required("version", .count, version), .required("serverTime", .instant))

  private static let exportNote = response(
    "ExportNote", CustomerExport.Note.self, "What an operator wrote about a grant.",
    .required("grant", .text), .required("action", .shape(grantAction)),
    .required("at", .instant), .required("reason", .text))

  package static let grantAction = cases(
    "GrantAction", GrantNote.Action.self, "What an operator did with a grant.")

  package static let changeResponse = response(
    "ChangeResponse", ChangeResponse.self, "What a report recorded.",
    .required("facts", .list(.shape(Facts.fact)), "Empty if nothing new was reported."),
    .required("version", .count, version), .required("serverTime", .instant, decided))

  package static let membershipSummary = response(
    "MembershipSummary", MembershipSummary.self,
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
    .required("phase", .shape(phase)),
    .optional("condition", .shape(condition), "Missing if there never was a subscription."),
    .required("entitlements", .list(.text), "The customer's entitlements, sorted."),
    .optional(
      "nextChange", .instant,
      "When any of it next changes with nothing new recorded; missing if it never does."),
    .optional("trial", .shape(trialSummary), "Missing if none has started."),
    .optional("addOnTrials", .list(.shape(trialSummary))),
    .optional("subscription", .shape(subscriptionSummary), "Missing if there never was one."),
    .optional("credits", .map(.integer), "The credits in each wallet, by its name."),
    .required("features", .map(.shape(access)), "The access to each feature, by its name."),
    .required("prompts", .list(.text), "The prompts that may show now."),
    .required("nudges", .list(.shape(nudge)), "The nudges to schedule."),
    .optional("variants", .map(.text), "The variant of each experiment, by its name."))

  package static let phase = cases(
    "Phase", Phase.self, "Where the customer stands with the app's plan.")

  private static let condition = cases(
    "StoreCondition", StoreCondition.self, "The store's condition of a subscription.")

  package static let trialSummary = response(
    "TrialSummary", TrialSummary.self, "The state of a trial.",
    .required("id", .text, "The trial."),
    .optional("activatedAt", .instant, "When it started; missing if it was forfeited."),
    .optional("endsAt", .instant, "When it ends or ended; missing while that is not decided."),
    .required("isActive", .boolean, "Whether it is running."),
    .optional("pausedAt", .instant, "When its running pause began."),
    .optional("day", .integer, "The current day, from 1; missing if only uses can end it."),
    .optional("days", .count, "Its length in days, a partial day counting as a whole one."),
    .optional("daysLeft", .count, "Days left, including the current one; 0 when it has ended."),
    .required("used", .count, "Uses counted in it."),
    .optional("limit", .count, "How many uses end it; missing if any number is allowed."),
    .optional("purchase", .text, "The purchase that started it."),
    .optional("ending", .shape(trialEnding), "What ended it; missing while it is running."))

  private static let trialEnding = cases("TrialEnding", TrialEnding.self, "What ended a trial.")

  private static let subscriptionSummary = response(
    "SubscriptionSummary", SubscriptionSummary.self,
    "The subscription that decides a customer's plan.",
    .required("originalID", .text, "The original transaction id, which all renewals share."),
    .required("environment", .shape(environment)), .required("product", .text),
    .required("condition", .shape(condition)),
    .required("expiresAt", .instant, "When the paid period ends; a grace period comes after it."),
    .optional("graceEndsAt", .instant, "The end of the grace period, while it is running."),
    .required("willRenew", .boolean),
    .optional("renewsTo", .text, "The product it will renew to, if that is another one."),
    .required("isIntroductory", .boolean, "Whether the period is an introductory offer."),
    .required("isFamilyShared", .boolean, "Whether a family member pays."))

  package static let environment = cases(
    "StoreEnvironment", StoreEnvironment.self,
    "The store that signed a transaction; real money is paid in production alone.")

  private static let nudge = response(
    "PlannedNudge", PlannedNudge.self, "A nudge to schedule.",
    .required("id", .text, "The name to schedule it under, such as `come-back#2`."),
    .required("at", .instant, "When to deliver it."),
    .required("occurrence", .instant, "What a report of its delivery repeats."),
    .required("text", .text, "The name of its text in the blueprint."))
}
