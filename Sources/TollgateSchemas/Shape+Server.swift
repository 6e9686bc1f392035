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
    .required(
      "definition", .object, "The blueprint's products, features, rules, paywalls and texts."),
    .optional(
      "bundledAt", .instant, "When it was signed to ship in an app; no server answers with it."))

  package static let signingKeyResponse = response(
    "SigningKeyResponse", SigningKeyResponse.self, "The key that the server signs answers with.",
    .required("algorithm", .constant("Ed25519")),
    .required("publicKey", answerKey, "32 bytes in Base64."),
    .optional("nextPublicKey", answerKey, "The key that will replace it, if there is one."))

  private static let answerKey = Schema.text.with("contentEncoding", "base64")

  package static let healthResponse = response(
    "HealthResponse", HealthResponse.self, "The response of a server that is up.",
    .required("status", .constant("ok")),
    .required("apps", .list(.text), "The apps that it serves."))

  package static let readinessResponse = response(
    "ReadinessResponse", ReadinessResponse.self, "Whether a server can do its work.",
    .required("isReady", .boolean, "Whether no check fails."),
    .required("checks", .list(.shape(readinessCheck))),
    .required("keys", .list(.shape(serverKey)), "The keys that it signs with."))

  private static let readinessCheck = response(
    "ReadinessCheck", ReadinessResponse.Check.self, "A check and its result.",
    .required("name", .text),
    .required(
      "result",
      .shape(cases("ReadinessResult", ReadinessResponse.Result.self, "The result of a check."))),
    .optional("code", .text, "The reason if it does not pass, such as `full`."),
    .optional("names", .list(.text), "What it is about, such as the names of products."))

  private static let serverKey = response(
    "ServerKey", ReadinessResponse.Key.self, "A key that the server signs with.",
    .required("id", .text), .required("use", .oneOf(["tokens", "answers"]), "What it signs."),
    .required("createdAt", .instant), .optional("currentSince", .instant))

  package static let chartList = response(
    "ChartList", ChartList.self, "The charts.",
    .required("charts", .list(.shape(chartEntry))))

  private static let chartEntry = response(
    "ChartEntry", ChartList.Entry.self, "A chart.",
    .required("chart", .text, "Its name in paths."),
    .required("definition", .text, "What it counts, in one phrase."))

  package static let chartResponse = response(
    "ChartResponse", ChartResponse.self, "A chart over every customer.",
    .required("chart", .text, "Its name in paths."),
    .required("definition", .text, "What it counts, in one phrase."),
    .required("asOf", .instant, "What was recorded at it or later does not count."),
    .required("customers", .count, "How many customers were counted."),
    .optional(
      "behind", .count, "How many customers have changed since the chart's tables were counted."),
    .required("series", .list(.shape(chartSeries))))

  private static let chartSeries = response(
    "ChartSeries", ChartResponse.Series.self, "The numbers of one segment, currency and age.",
    .optional("segment", .text, "Missing if the chart is not divided."),
    .optional("currency", .text, "The ISO 4217 code of amounts."),
    .optional("age", .count, "After how many periods a cohort is counted."),
    .required("points", .list(.shape(chartPoint)), "A number for each period, in order."))

  private static let chartPoint = response(
    "ChartPoint", ChartResponse.Point.self, "The number of a period.",
    .required("from", .instant), .required("to", .instant),
    .required("isComplete", .boolean, "Whether the period is over."),
    .required("value", .integer, "A count, or thousandths of the currency's unit."),
    .required("base", .integer, "What it is a share of; 0 for a count or an amount."),
    .optional("customers", .count, "How many customers are behind it."),
    .optional(
      "parts", .list(.shape(chartPart)),
      "Those customers, and purchases that nobody has claimed, if they were requested."))

  private static let chartPart = response(
    "ChartPart", ChartResponse.Part.self, "What a customer adds to a number.",
    .required(
      "customer", .text, "The customer; for an unclaimed purchase, `store:` and its id."),
    .required("value", .integer),
    .required("base", .integer, "What is added to the number that it is a share of."))
}
