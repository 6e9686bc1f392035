import Tollgate
import TollgateAppStore
import TollgateWire

// What operators read and change.
extension Shape {
  package static let customerMatches = response(
    CustomerMatches.self, "The customers that a search found.")

  package static let customerLife = response(
    CustomerLife.self,
    "What was recorded for a customer up to an instant, and the membership at that instant.",
    .note("id", "The customer."), .note("merged", "Who was merged into them."),
    .note("at", "The instant of the membership."),
    .note(
      "facts", .list(RecordedFactSummary.schema, atMost: CustomerLife.factLimit),
      "What was recorded until then, oldest first."),
    .note("omitted", "How many older facts were left out.", example: 0))

  package static let featureReason = response(
    FeatureReason.self, "Why a feature answers as it does for a customer at an instant.",
    .note("sentence", "The answer and the rule that gives it, in English."),
    .note("rule", "Missing if none applies, which denies."),
    .note("skipped", "The rules before it, in order."),
    .note("because", "The facts that decide: without any one of them, the answer would differ."),
    .note("variants", "The customer's variant of each experiment."),
    .note("nextChange", "When any answer for the customer next changes."))

  package static let grantRequest = request(
    GrantRequest.self,
    "A request that grants an `entitlement`, which never ends without `lasts` and `until`, or gives the grant that the blueprint lists under a `name`.",
    example: [
      "entitlement": "premium", "lasts": "P7D",
      "reason": "Ticket 4711: lost access after a restore.",
    ],
    rule: [
      "oneOf": [has("entitlement", "string"), has("name", "string")],
      "not": [
        "anyOf": [
          ["allOf": [has("lasts", "string"), has("until", "integer")]],
          ["allOf": [has("name", "string"), has("lasts", "string")]],
          ["allOf": [has("name", "string"), has("until", "integer")]],
        ]
      ],
    ],
    .note("entitlement", "What is given; not with `name`."),
    .note("name", "The listed grant; not with `entitlement`, `lasts` or `until`."),
    .note("lasts", "How long it lasts, at most 100 years; not with `until`."),
    .note("until", "When it ends, exclusive; not with `lasts`."), reason)

  package static let listedGrantRequest = request(
    ListedGrantRequest.self,
    "A request of the app's own backend for a grant that the blueprint lists.",
    example: ["name": "referral", "reason": "Invited a friend."],
    .note("name", "The name under which the blueprint lists it."),
    .note(
      "until",
      "When a right that was bought elsewhere ends, exclusive; never without it, and now if it is not in the future."
    ),
    .note("willRenew", "Whether such a right will renew; it does without it, if it has an end."),
    .note(
      "seats", .integer(Team.statedSeats),
      "How many members a team that shares what such a right gives may have; without it, the blueprint decides."
    ),
    reason)

  package static let listedGrantRevocationRequest = request(
    ListedGrantRevocationRequest.self,
    "A request of the app's own backend that takes a grant back; an empty body is the same as an object without members.",
    example: ["reason": "The order was cancelled."], reason)

  package static let grantExtensionRequest = request(
    GrantExtensionRequest.self,
    "A request that continues a grant; it has `lasts` or `until`.",
    example: ["lasts": "P7D", "reason": "Ticket 4711: still no access."],
    rule: ["oneOf": [has("lasts", "string"), has("until", "integer")]],
    .note("lasts", "How long it continues, at most 100 years."),
    .note("until", "When it ends then, exclusive."), reason)

  package static let grantRevocationRequest = request(
    GrantRevocationRequest.self, "A request that revokes a grant.", reason)

  package static let grantResponse = response(
    GrantResponse.self, "A grant.",
    .note("id", "The grant.", example: "grant_1"),
    .note("entitlements", "Missing if it gives credits alone."),
    .note("wallet", "The wallet that it fills; missing if it fills none."),
    .note("amount", "How many credits it gives, each month if it was bought elsewhere."),
    .note("endsAt", "Missing if it never ends, or if `lasts` says how long it lasts."),
    .note("lasts", "How long it lasts in all; only of a grant that waits for purchases."),
    .note("name", "The name under which the blueprint lists it."),
    .note("willRenew", "Only for a right that was bought elsewhere."),
    .note("seats", "Only for a right whose seats were stated."), merged)

  package static let trialChangeRequest = request(
    TrialChangeRequest.self, "A request that changes a customer's trial.",
    example: ["action": "extend", "days": 3, "reason": "Ticket 4711: was ill."],
    rule: [
      "if": ["properties": ["action": ["const": .string(extend)]]],
      "then": has("days", "integer"), "else": ["not": has("days", "integer")],
    ],
    .note(
      "days", .integer(1...TrialExtension.dayLimit),
      "How many days an extension adds; an extension needs it, and nothing else has it."), reason)

  package static let trialChangeResponse = response(
    TrialChangeResponse.self, "A customer's trial after a change.",
    merged, .note("trial", "Missing if the blueprint no longer has it."))

  package static let purchaseTransferRequest = request(
    PurchaseTransferRequest.self,
    "A request that transfers a customer's purchase to another one.",
    .note("purchase", purchase), .note("receiver", "The customer who gets it."), reason)

  package static let customerMergeRequest = request(
    CustomerMergeRequest.self,
    "A request that merges an anonymous customer into the one that the path names.",
    .note("customer", "The anonymous customer.", example: "cus_0"), reason)

  package static let customerErasureRequest = request(
    CustomerErasureRequest.self, "A request that erases a customer for good.",
    reason)

  package static let customerChangeResponse = response(
    CustomerChangeResponse.self, "What a change of customers did, or would do.",
    .note("isPreview", "Whether nothing was changed."),
    .note("customers", "Each customer it concerns; empty if it was made before."))

  package static let auditList = response(
    AuditList.self, "What operators, keys and the command line did, newest first.",
    .note(
      "next", "Where older entries follow: the `after` of the next request; missing at the end."))

  package static let blueprintRevision = response(
    BlueprintRevision.self, "A revision of the blueprint, or what is proposed, with its files.",
    .note("number", "Missing for what is proposed."), .note("revision", "The hash of its files."),
    .note(
      "how", "How it came to be served: `file`, `published` or `rolled-back`; or `proposed`.",
      example: "published"),
    .note("by", "An email address, `command line` or `server`."),
    .note("proposedBy", "Missing if it was not published from a proposal."),
    .note("findings", "What `tollgate check` found in it.", example: []),
    .note("files", "The blueprint's own first; empty if they are not stored."))

  private static let extend = TrialChangeRequest.Action.extend.rawValue

  /// The keywords of an object that has a member, which is not `null`.
  private static func has(_ member: String, _ type: JSONValue) -> JSONValue {
    ["required": [.string(member)], "properties": .object([member: ["type": type]])]
  }

  private static let reason = Note.note(
    "reason", .text(GrantRequest.reasonLength).with("pattern", "\\S"), "Why.")
  private static let merged = Note.note(
    "customer", "Another one than requested if that one was merged.")
}

// The parts of these.

extension CustomerMatches.Match: Described {
  static let schema: Schema = part(
    as: "CustomerMatch", "A customer with the current standing.",
    .note(
      "id", "The customer; for a purchase that nobody has posted yet, `store:` and the purchase."),
    .note("phase", example: "subscribed"))
}

extension RecordedFactSummary: Described {
  // A fact is an engine's value, and an empty list of notes is left out.
  static let schema = Schema.shape(
    .response(
      "RecordedFact", RecordedFactSummary.self, "A fact of a customer's history.",
      .required("at", .instant, "When the server recorded it."),
      .required("customer", .text, "The customer it was recorded for."),
      .optional("revision", .integer, "The number of the blueprint that was served then."),
      .required("sentence", .text, "What happened, in English."),
      .optional("notes", .of([GrantNoteSummary].self), "Which operator did it, and why."),
      .required("fact", .shape(Facts.fact))))
}

extension Shape.Note {
  fileprivate static let position = note(
    "number", "Its position among the feature's rules, from 1.")
}

extension FeatureReason.Rule: Described {
  static let schema: Schema = part(
    as: "DecidingRule", "The rule that decides.",
    .position, .note("when", "The condition that holds, in English."))
}

extension FeatureReason.SkippedRule: Described {
  static let schema: Schema = part(
    "A rule that does not apply.",
    .position, .note("unmet", "The requirements that are not met, in English."))
}

extension GrantNoteSummary: Described {
  static let schema: Schema = part(
    as: "GrantNote", "Who did what, when, and why.",
    .note("by", "The public part of a secret key, or an email address."))
}

extension AuditList.Entry: Described {
  static let schema: Schema = part(
    as: "AuditEntry", "Something that was done.",
    .note("action", example: "granted"),
    .note("by", "An email address, the public part of a secret key, `command line` or `server`."),
    .note("customer", "Missing for anything else, and once the customer has been erased."),
    .note("subject", "What it was done to, such as a grant, a person or a key."))
}

extension SourceFile: Described {
  static let schema: Schema = part(
    "A file that the blueprint was read from, as it was written.",
    .note(
      "path", "The name of the blueprint's file, or the path of another one below its folder.",
      example: "coach.yml"),
    .note(
      "text", example: "app: { id: coach, name: Coach, bundleID: com.example.coach }\n"))
}

extension MembershipComparison: Described {
  static let schema: Schema = part("A membership before and after a change.")
}
