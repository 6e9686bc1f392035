import Tollgate
import TollgateAppStore
import TollgateWire

// Checking and using features.
extension Shape {
  package static let useRequest = request(
    UseRequest.self,
    "A use of a feature; an empty body is the same as an object without members.",
    example: ["isReport": false],
    .note(
      "item",
      "The item to hold, for a feature that holds items; without it, the idempotency key names it under a rule that limits items or is unlimited."
    ),
    .note(
      "cost", .integer(1...Wallet.limit),
      "The credits it costs or its size, for a feature whose blueprint says `cost: any` or `largest`; 1 without it. It is the new size of an item that is held already."
    ),
    .note(
      "parent", .name,
      "What it belongs to, where a limit of the blueprint counts for each parent; all uses without it count together."
    ),
    .note(
      "isReport",
      "Whether it was made offline and is reported now; such a use names the `item` that it holds, since another rule may have decided on the device."
    ),
    .note(
      "isUnlimited",
      "Whether, of a report, `unlimited` allowed it on the device: it counts toward no limit, even if one applies by now."
    ))

  package static let releaseRequest = request(
    ReleaseRequest.self, "A request to release an item that a feature holds.",
    .note(
      "keys", .list(.text, atMost: ReleaseRequest.limit),
      "The keys of the uses that added it; what was added again since stays. Without them, or if the server knows none of them, whatever is held under the name is released."
    ))

  package static let heldItemsRequest = request(
    HeldItemsRequest.self, "A request that sets exactly which items a feature holds.",
    .note(
      "items", .list(.name, atMost: HeldItemsRequest.limit), "All items that exist, in any order."),
    .note(
      "sizes", .map(.integer(1...Feature.sizeLimit)),
      "The sizes of items, for a feature whose blueprint counts them; one that is left out keeps its size, or has 1 if it is new."
    ),
    .note(
      "listedAt",
      "When the list was made, if it is sent later: what was added or released since stays as it is."
    ))

  package static let useResponse = response(
    UseResponse.self, "The response to a use, or to the release of items.",
    example: [
      "access": ["answer": "allowed", "limit": ["limit": 100, "scope": "trial", "used": 1]],
      "facts": [
        [
          "at": 1_772_442_000_000, "feature": "send-message", "key": "k1", "kind": "use",
          "origin": "cus_1",
        ]
      ],
      "feature": "send-message", "serverTime": 1_772_442_000_000, "version": 4,
    ],
    fromNowOn, .note("facts", "Empty for a use without a limit."))

  package static let reservationResponse = response(
    ReservationResponse.self, "The response to a reservation or its release.",
    fromNowOn, .note("lapsesAt", "When it lapses; missing if nothing is reserved."),
    .note("facts", "Empty if nothing changed.", example: []))

  package static let accessResponse = response(
    AccessResponse.self,
    "The access to one feature; here a denial is a response with status 200.",
    example: [
      "access": ["answer": "denied", "paywall": "after-discovery", "reason": "notIncluded"],
      "customer": "cus_1", "feature": "send-message", "serverTime": 1_772_442_000_000, "version": 2,
    ],
    .note("customer", "Another one than requested if that one was merged."),
    .note(
      "nextChange",
      "When the membership next changes with nothing new recorded; missing if it never does."))

  private static let fromNowOn = Note.note("access", "The access to the feature from now on.")

  static let access = Shape(
    "Access", AccessSummary.self,
    .either(
      [
        (AccessSummary.Answer.allowed.rawValue, allowed),
        (AccessSummary.Answer.denied.rawValue, denied),
        (AccessSummary.Answer.unknown.rawValue, unknown),
      ], by: "answer"
    ).described("The access to a feature."))

  private static let allowed = response(
    "AllowedAccess", AccessSummary.self, "The feature may be used.",
    .required("answer", .constant(AccessSummary.Answer.allowed.rawValue)),
    .optional("limit", Limit.schema, "Missing without a limit."))

  private static let denied = Shape(
    "DeniedAccess", AccessSummary.self,
    .object(
      [.required("answer", .constant(AccessSummary.Answer.denied.rawValue))] + denialMembers
    ).described("The feature may not be used now."))

  private static let unknown = response(
    "UnknownAccess", AccessSummary.self,
    "The access is not known: never refuse or show a paywall for this.",
    .required("answer", .constant(AccessSummary.Answer.unknown.rawValue)))

  private static let denialMembers: [Member] = [
    .required("reason", .of(Denial.Reason.self)),
    .optional("limit", Limit.schema, "The allowance that is used up."),
    .optional("paywall", .text, "The paywall to show."),
    .optional(
      "startsAt", .instant,
      "When a plan that lifts the denial starts by itself, because it is already paid for."),
    .optional(
      "isManagedInStore", .constant(true),
      "Whether the store's subscription settings lift the denial, rather than a purchase."),
  ]

  package static let problem = response(
    "Problem", Problem.self, "Why a request failed, as RFC 9457 describes.",
    example: [
      "code": "denied", "denial": ["paywall": "after-discovery", "reason": "notIncluded"],
      "detail": "The blueprint does not allow this now.", "isRetryable": false, "status": 403,
      "title": "Denied", "type": "urn:tollgate:problem:denied",
    ],
    .required(
      "code",
      .text.with("examples", .array(ProblemCode.known.map { .string($0.rawValue) })),
      "The stable code, by which a client decides; a later version may have others."),
    .required("status", .integer(400...599), "The HTTP status."),
    .required("title", .text, "The same for every problem with the code."),
    .required("detail", .text, "An explanation for people, without personal values."),
    .required("isRetryable", .boolean, "Whether the same request may succeed later."),
    .required(
      "type", .text.with("format", "uri"), "A URI that names the code, and leads nowhere."
    ),
    .optional("denial", .shape(denial), "Why a feature was denied; with the code `denied` alone."),
    .optional("retryAfter", .count, "How many seconds to wait before trying again."))

  private static let denial = Shape(
    "Denial", nil, .object(denialMembers).described("Why a feature is denied, and what to show."))
}

// The parts of these.

extension AccessSummary: Described { static let schema = Schema.shape(.access) }

extension Limit: Described {
  static let schema: Schema = part(
    "How much of an allowance is used.",
    .note("limit", "The greatest allowed count.", example: 100),
    .note("used", "The current count, which can be greater than the limit."),
    .note(
      "asked",
      "The requested size, of an item that is held by how much it grows; only in a limit that counts sizes."
    ),
    .note(
      "renewsAt",
      "When more is left without a new fact; for pools, and for limits that hold within a span of time, from the first use, together with others, in a month of the plan or for several features."
    ))
}
