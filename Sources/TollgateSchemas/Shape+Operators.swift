import Tollgate
import TollgateAppStore
import TollgateWire

// What operators read and change.
extension Shape {
  package static let customerMatches = response(
    "CustomerMatches", CustomerMatches.self, "The customers that a search found.",
    .required("customers", .list(.shape(customerMatch))), .required("serverTime", .instant))

  private static let customerMatch = response(
    "CustomerMatch", CustomerMatches.Match.self, "A customer with the current standing.",
    .required(
      "id", .text,
      "The customer; for a purchase that nobody has posted yet, `store:` and the purchase."),
    .optional("account", .text), .required("phase", .shape(phase)),
    .required("entitlements", .list(.text)))

  package static let customerLife = response(
    "CustomerLife", CustomerLife.self,
    "What was recorded for a customer up to an instant, and the membership at that instant.",
    .required("id", .text, "The customer."), .required("app", .text),
    .optional("account", .text), .required("merged", .list(.text), "Who was merged into them."),
    .required("at", .instant, "The instant of the membership."),
    .required("membership", .shape(membershipSummary)),
    .required(
      "facts", .list(.shape(recordedFact), atMost: CustomerLife.factLimit),
      "What was recorded until then, oldest first."),
    .required("omitted", .count, "How many older facts were left out."),
    .required("blueprintRevision", .text, "The blueprint that decided."),
    .required("version", .count, version))

  private static let recordedFact = response(
    "RecordedFact", RecordedFactSummary.self, "A fact of a customer's history.",
    .required("at", .instant, "When the server recorded it."),
    .required("customer", .text, "The customer it was recorded for."),
    .optional("revision", .integer, "The number of the blueprint that was served then."),
    .required("sentence", .text, "What happened, in English."),
    .optional("notes", .list(.shape(grantNote)), "Which operator did it, and why."),
    .required("fact", .shape(Facts.fact)))

  package static let featureReason = response(
    "FeatureReason", FeatureReason.self,
    "Why a feature answers as it does for a customer at an instant.",
    .required("customer", .text), .required("feature", .text), .required("at", .instant),
    .required("access", .shape(access)),
    .required("sentence", .text, "The answer and the rule that gives it, in English."),
    .optional("rule", .shape(decidingRule), "Missing if none applies, which denies."),
    .required("skipped", .list(.shape(skippedRule)), "The rules before it, in order."),
    .required(
      "because", .list(.shape(recordedFact)),
      "The facts that decide: without any one of them, the answer would differ."),
    .optional("variants", .map(.text), "The customer's variant of each experiment."),
    .optional("nextChange", .instant, "When any answer for the customer next changes."),
    .required("blueprintRevision", .text, "The blueprint that decided."))

  private static let decidingRule = response(
    "DecidingRule", FeatureReason.Rule.self, "The rule that decides.",
    .required("number", .integer, "Its position among the feature's rules, from 1."),
    .required("when", .text, "The condition that holds, in English."))

  private static let skippedRule = response(
    "SkippedRule", FeatureReason.SkippedRule.self, "A rule that does not apply.",
    .required("number", .integer, "Its position among the feature's rules, from 1."),
    .required("unmet", .list(.text), "The requirements that are not met, in English."))

  package static let grantRequest = request(
    "GrantRequest", GrantRequest.self,
    "A request that grants an entitlement; without `lasts` and `until`, it never ends.",
    example: [
      "entitlement": "premium", "lasts": "P7D",
      "reason": "Ticket 4711: lost access after a restore.",
    ],
    rule: ["not": ["allOf": [has("lasts", "string"), has("until", "integer")]]],
    .required("entitlement", .text),
    .optional("lasts", .period, "How long it lasts, at most 100 years; not with `until`."),
    .optional("until", .instant, "When it ends, exclusive; not with `lasts`."),
    .required("reason", reason), .optional("isPreview", .boolean, isPreview))

  package static let grantExtensionRequest = request(
    "GrantExtensionRequest", GrantExtensionRequest.self,
    "A request that continues a grant; it has `lasts` or `until`.",
    example: ["lasts": "P7D", "reason": "Ticket 4711: still no access."],
    rule: ["oneOf": [has("lasts", "string"), has("until", "integer")]],
    .optional("lasts", .period, "How long it continues, at most 100 years."),
    .optional("until", .instant, "When it ends then, exclusive."), .required("reason", reason),
    .optional("isPreview", .boolean, isPreview))

  package static let grantRevocationRequest = request(
    "GrantRevocationRequest", GrantRevocationRequest.self, "A request that revokes a grant.",
    .required("reason", reason), .optional("isPreview", .boolean, isPreview))

  package static let grantResponse = response(
    "GrantResponse", GrantResponse.self, "A grant.",
    .required("id", .text, "The grant."), .required("entitlement", .text),
    .required("startsAt", .instant), .optional("endsAt", .instant, "Missing if it never ends."),
    .optional("revokedAt", .instant), .required("notes", .list(.shape(grantNote))),
    .required("customer", .text, "Another one than requested if that one was merged."),
    .required("serverTime", .instant, decided))

  private static let grantNote = response(
    "GrantNote", GrantNoteSummary.self, "Who did what, when, and why.",
    .required("action", .shape(grantAction)), .required("at", .instant),
    .required("by", .text, "The public part of a secret key, or an email address."),
    .required("reason", .text))

  package static let trialChangeRequest = request(
    "TrialChangeRequest", TrialChangeRequest.self, "A request that changes a customer's trial.",
    example: ["action": "extend", "days": 3, "reason": "Ticket 4711: was ill."],
    rule: [
      "if": ["properties": ["action": ["const": .string(extend)]]],
      "then": has("days", "integer"), "else": ["not": has("days", "integer")],
    ],
    .required(
      "action",
      .shape(
        cases("TrialAction", TrialChangeRequest.Action.self, "What to do with a trial."))),
    .optional(
      "days", .integer(1...TrialExtension.dayLimit),
      "How many days an extension adds; an extension needs it, and nothing else has it."),
    .required("reason", reason), .optional("isPreview", .boolean, isPreview))

  package static let trialChangeResponse = response(
    "TrialChangeResponse", TrialChangeResponse.self, "A customer's trial after a change.",
    .required("customer", .text, "Another one than requested if that one was merged."),
    .optional("trial", .shape(trialSummary), "Missing if the blueprint no longer has it."),
    .required("serverTime", .instant, decided))

  package static let purchaseTransferRequest = request(
    "PurchaseTransferRequest", PurchaseTransferRequest.self,
    "A request that transfers a customer's purchase to another one.",
    .required("purchase", .text, purchase),
    .required("receiver", .text, "The customer who gets it."),
    .required("reason", reason), .optional("isPreview", .boolean, isPreview))

  package static let customerMergeRequest = request(
    "CustomerMergeRequest", CustomerMergeRequest.self,
    "A request that merges an anonymous customer into the one that the path names.",
    .required("customer", .text, "The anonymous customer."), .required("reason", reason),
    .optional("isPreview", .boolean, isPreview))

  package static let customerErasureRequest = request(
    "CustomerErasureRequest", CustomerErasureRequest.self,
    "A request that erases a customer for good.",
    .required("reason", reason), .optional("isPreview", .boolean, isPreview))

  package static let customerChangeResponse = response(
    "CustomerChangeResponse", CustomerChangeResponse.self,
    "What a change of customers did, or would do.",
    .required("isPreview", .boolean, "Whether nothing was changed."),
    .required(
      "customers", .list(.shape(membershipComparison)),
      "Each customer it concerns; empty if it was made before."),
    .required("serverTime", .instant, decided))

  private static let membershipComparison = response(
    "MembershipComparison", MembershipComparison.self, "A membership before and after a change.",
    .required("customer", .text), .required("before", .shape(membershipSummary)),
    .required("after", .shape(membershipSummary)))

  private static let extend = TrialChangeRequest.Action.extend.rawValue

  /// The keywords of an object that has a member, which is not `null`.
  private static func has(_ member: String, _ type: JSONValue) -> JSONValue {
    ["required": [.string(member)], "properties": .object([member: ["type": type]])]
  }

  private static let reason = Schema.text(GrantRequest.reasonLength).with("pattern", "\\S")
    .described("Why.")
  private static let isPreview = "Whether to preview the change without making it."
}
