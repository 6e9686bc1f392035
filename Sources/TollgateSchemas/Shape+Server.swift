import Tollgate
import TollgateAppStore
import TollgateWire

// The app, the server and its charts.
extension Shape {
  package static let blueprintResponse = response(
    "BlueprintResponse", BlueprintResponse.self, "The blueprint in the form that clients read.",
    example: [
      "definition": [
        "app": [
          "bundleID": "com.example.coach", "id": "coach-paid", "language": "en", "name": "Coach",
          "timeZone": "UTC",
        ],
        "credits": [], "features": [], "hasFreeTier": false,
        "milestones": ["discovery-complete"], "neverSay": [], "nudges": [], "paywalls": [],
        "placements": [], "plan": ["premium"], "products": [], "profile": [], "prompts": [],
        "purchases": ["lateRenewal": "standard", "transfer": "keepWithOwner"], "routes": [],
        "texts": [],
      ],
      "format": .integer(Int64(BlueprintResponse.format)), "revision": "r12",
    ],
    .required("revision", .text, "Changes whenever the blueprint does; also the `ETag`."),
    .required(
      "format", .integer, "The version of the definition's form: \(BlueprintResponse.format)."),
    .required("definition", .shape(definition)),
    .optional(
      "bundledAt", .instant, "When it was signed to ship in an app; no server answers with it."))

  /// A blueprint's definition; without members if its form cannot be described, which a test notices.
  static let definition = Shape(
    "BlueprintDefinition", nil,
    .object(
      (try? WireOutline.ofDefinition()).map {
        Outlines.members(of: $0, in: "BlueprintDefinition")
      } ?? []
    ).described("The blueprint's products, features, rules, paywalls and texts."))

  package static let signingKeyResponse = response(
    SigningKeyResponse.self, "The key that the server signs answers with.",
    .note("algorithm", .constant("Ed25519")), .note("publicKey", "32 bytes in Base64."),
    .note("nextPublicKey", "The key that will replace it, if there is one."))

  package static let healthResponse = response(
    HealthResponse.self, "The response of a server that is up.",
    .note("status", .constant("ok")), .note("apps", "The apps that it serves."))

  package static let readinessResponse = response(
    ReadinessResponse.self, "Whether a server can do its work.",
    .note("isReady", "Whether no check fails."), .note("keys", "The keys that it signs with."))

  package static let chartList = response(ChartList.self, "The charts.")

  package static let chartResponse = response(
    ChartResponse.self, "A chart over every customer.",
    .chart, .definition,
    .note("asOf", "What was recorded at it or later does not count."),
    .note("customers", "How many customers were counted.", example: 240),
    .note("behind", "How many customers have changed since the chart's tables were counted."))
}

// The parts of these.

extension AnswerKey: Described {
  static let schema = Schema.text.with("contentEncoding", "base64")
}

extension ReadinessResponse.Check: Described {
  static let schema: Schema = part(
    as: "ReadinessCheck", "A check and its result.",
    .note("name", example: "ledger"),
    .note("code", "The reason if it does not pass, such as `full`."),
    .note("names", "What it is about, such as the names of products."))
}

extension ReadinessResponse.Key: Described {
  static let schema: Schema = part(
    as: "ServerKey", "A key that the server signs with.",
    .note("id", example: "4f1c0a9be2d37785"),
    .note("use", .oneOf(["tokens", "answers"]), "What it signs."))
}

extension Shape.Note {
  fileprivate static let chart = note("chart", "Its name in paths.")
  fileprivate static let definition = note("definition", "What it counts, in one phrase.")
}

extension ChartList.Entry: Described {
  static let schema: Schema = part(
    as: "ChartEntry", "A chart.",
    .chart, .definition)
}

extension ChartResponse.Series: Described {
  static let schema: Schema = part(
    as: "ChartSeries",
    "The numbers of one segment, currency and age.",
    .note("segment", "Missing if the chart is not divided."),
    .note("currency", "The ISO 4217 code of amounts."),
    .note("age", "After how many periods a cohort is counted."),
    .note("points", "A number for each period, in order."))
}

extension ChartResponse.Point: Described {
  static let schema: Schema = part(
    as: "ChartPoint", "The number of a period.",
    .note("isComplete", "Whether the period is over."),
    .note("value", "A count, or thousandths of the currency's unit.", example: 126_480),
    .note("base", "What it is a share of; 0 for a count or an amount.", example: 0),
    .note("customers", "How many customers are behind it."),
    .note(
      "parts", "Those customers, and purchases that nobody has claimed, if they were requested."))
}

extension ChartResponse.Part: Described {
  static let schema: Schema = part(
    as: "ChartPart", "What a customer adds to a number.",
    .note("customer", "The customer; for an unclaimed purchase, `store:` and its id."),
    .note("base", "What is added to the number that it is a share of."))
}
