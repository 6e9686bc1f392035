import Tollgate

/// The examples of a schema, which editors show next to the description of a key.
///
/// They are derived from the schema itself: the first of several values, the smallest number, a map with the required
/// keys. Only texts and names are defined here, by the key whose value they are.
///
/// | key | example |
/// |---|---|
/// | `lasts` of the trial | `P7D`, which is defined here |
/// | `oncePer` | `account`, the first value |
/// | `uses` | `{ of: send-message, limit: 1 }`, from those of its keys |
struct SchemaExamples {
  /// The targets of references in the schema.
  let definitions: [String: JSON]

  /// Returns a schema in which each key has an example.
  ///
  /// - Parameter parent: The key whose value has the schema; empty for that of a file.
  func adding(to schema: JSON, of parent: String = "") -> JSON {
    switch schema {
    case .string, .integer, .flag: return schema
    case .list(let items): return .list(items.map { adding(to: $0, of: parent) })
    case .object(let members):
      return .object(
        members.map { member in
          guard member.name == "properties", case .object(let keys) = member.value else {
            return JSON.Member(member.name, adding(to: member.value, of: parent))
          }
          return JSON.Member(member.name, .object(keys.map { documented($0, in: parent) }))
        })
    }
  }

  /// Returns a key's schema with an example after its description.
  private func documented(_ key: JSON.Member, in parent: String) -> JSON.Member {
    guard case .object(let members) = adding(to: key.value, of: key.name) else { return key }
    let about = members.prefix { $0.name == "description" }
    let example = JSON.Member(
      "examples", .list([example(of: key.value, Self.place(key.name, in: parent))]))
    return JSON.Member(key.name, .object(about + [example] + members.dropFirst(about.count)))
  }

  /// Returns a value that a schema accepts, under a key.
  private func example(of schema: JSON, _ key: String) -> JSON {
    guard case .object(let members) = schema else { return schema }
    let parts = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    if let value = parts["const"] { return value }
    if case .list(let values)? = parts["enum"], let first = values.first { return first }
    if case .list(let choices)? = parts["anyOf"], let first = choices.first {
      return example(of: first, key)
    }
    if case .string(let reference)? = parts["$ref"],
      let definition = definitions[reference.replacing("#/$defs/", with: "")]
    {
      return example(of: definition, key)
    }
    switch parts["type"] {
    case .string("boolean"): return .flag(true)
    case .string("integer"):
      if let number = Self.numbers[key] { return .integer(number) }
      if case .integer(let minimum)? = parts["minimum"], minimum >= 0 { return .integer(minimum) }
      return .integer(1)
    case .string("array"):
      if let list = Self.lists[key] { return list }
      return .list([parts["items"].map { example(of: $0, key) } ?? .string(key)])
    case .string("object"): return .object(entries(of: parts, key))
    default: return .string(text(parts["pattern"], key))
    }
  }

  /// The keys of a map that are required, with the first of the others if it needs more, or one entry with a name.
  private func entries(of parts: [String: JSON], _ key: String) -> [JSON.Member] {
    guard case .object(let keys)? = parts["properties"] else {
      let value = parts["additionalProperties"].map { example(of: $0, key) } ?? .string(key)
      var isLanguage = false
      if case .object(let names)? = parts["propertyNames"] {
        isLanguage = names.contains(
          JSON.Member("pattern", .string(NameRule.languages.pattern)))
      }
      return [JSON.Member(isLanguage ? "en" : Self.names[key] ?? "coach.monthly", value)]
    }
    var required: [JSON] = []
    if case .list(let names)? = parts["required"] { required = names }
    var fewest = max(1, required.count)
    if case .integer(let number)? = parts["minProperties"] { fewest = max(fewest, number) }
    let needed = keys.filter { required.contains(.string($0.name)) }
    let others = keys.filter { !required.contains(.string($0.name)) }
    return (needed + others.prefix(fewest - needed.count)).map {
      JSON.Member($0.name, example(of: $0.value, Self.place($0.name, in: key)))
    }
  }

  /// What a key's example is defined by: the key together with the one whose value has it, or the key alone.
  private static func place(_ key: String, in parent: String) -> String {
    let both = "\(parent).\(key)"
    return texts[both] == nil ? key : both
  }

  /// Returns the text of a key, or one that its pattern accepts.
  private func text(_ pattern: JSON?, _ key: String) -> String {
    if pattern == Form<Period>.period.schema.pattern { return Self.periods[key] ?? "P7D" }
    if pattern == PastForms.fixedPeriod.schema.pattern { return Self.periods[key] ?? "P3D" }
    if pattern == PastForms.date.schema.pattern { return "2026-11-27" }
    if pattern == PastForms.conditionDate.schema.pattern { return "2026-11-27" }
    if pattern == AudienceForms.saleTime.schema.pattern { return "2026-03-01T00:00:00Z" }
    if pattern == NudgeForms.time.schema.pattern { return key == "to" ? "08:00" : "21:00" }
    if pattern == Form<Money>.money.schema.pattern { return "9.99 USD" }
    if pattern == SkinForms.color.schema.pattern { return "#1F7A4D" }
    if pattern == FontForms.name.schema.pattern { return "Sora" }
    if pattern == FontForms.file.schema.pattern { return "fonts/sora.woff2" }
    return Self.texts[key] ?? (pattern == nil ? "Keep talking" : "premium")
  }

  /// The names of entries, by the key of their map.
  private static let names = [
    "attributes": "goal", "conditions": "student", "credits": "coins", "experiments": "headline",
    "features": "send-message",
    "grants": "web", "milestones": "finished-course", "nudges": "trial-ends",
    "offers": "come-back",
    "paywalls": "plans", "placements": "chat", "profile": "users", "prompts": "trial-banner",
    "rows": "user", "teams": "family", "texts": "plan.free", "trials": "pro-taste",
    "values": "level", "variants": "control",
  ]

  /// Lists of which one element would not do.
  private static let lists: [String: JSON] = [
    "all": .list([threeADay, limit(10, per: "month")]),
    "cases": .list([
      .object([
        JSON.Member("when", .object([JSON.Member("phase", .string("lapsed"))])),
        JSON.Member("title", .string("Good to see you again")),
      ])
    ]),
    "first": .list([threeADay, .object([JSON.Member("spend", .string("coins"))])]),
  ]

  private static let threeADay = limit(3, per: "day")

  private static func limit(_ uses: Int, per window: String) -> JSON {
    .object([JSON.Member("upTo", .integer(uses)), JSON.Member("per", .string(window))])
  }

  /// Numbers that are typical for their key.
  private static let numbers = [
    "holdOut": 10, "seats": 4, "traffic": 50, "variants": 1, "weight": 1,
  ]

  /// Lengths of time that are typical for their key.
  private static let periods = [
    "before": "P1D", "cooldown": "P1D", "every": "P7D", "lessThan": "P14D", "period": "P1M",
    "per": "PT3H", "refills": "PT3H",
    "reservation": "PT30M", "silence": "P7D", "staysAway": "P30D", "within": "P7D",
  ]

  /// The texts of keys whose value is a name of something else, or has a form of its own.
  private static let texts = [
    "appVersion": "2.1", "at": "features.send-message", "attribute": "goal", "atLeast": "2.1",
    "because": "Former subscribers finish what they began.", "bundleID": "com.example.coach",
    "code": "FRIENDS", "counts": "actions",
    "consent": "share-usage", "credits": "coins", "currency": "USD", "dark": "art/hero-dark.webp",
    "description": "A tomato plant on a sill", "each": "project",
    "fallbackTimeZone": "Europe/Berlin",
    "exitOffer": "one-month", "feature": "send-message", "file": "art/hero.webp",
    "free": "Three a day",
    "from": "coach.storekit", "group": "coach", "icon": "sparkles", "id": "coach",
    "iOS": "238", "image": "art/hero.webp", "is": "student", "dismissal": "trial-banner",
    "language": "en",
    "languages": "en",
    "lateRenewal": "PT12H",
    "instead": "coach.monthly",
    "lessThan": "3", "location": "login", "macOS": "2.0",
    "message": "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b",
    "milestone": "memory-moment",
    "milestones": "memory-moment",
    "name": "Coach", "neverSay": "Trial expires in", "not": "login", "notReached": "memory-moment",
    "members.of": "family", "of": "send-message", "offer": "come-back",
    "offerLine": "{offer.length} free, then {product.price}",
    "onboarding": "discovery-complete", "one": "1 day left", "other": "{trial.daysLeft} days left",
    "packages": "coach.monthly", "parts": "texts/de.yml", "paywall": "plans", "paywalls": "plans",
    "placement": "chat", "pooled": "send-message",
    "priceLine": "{product.price} {product.perPeriod}", "profile": "user",
    "privacy": "https://example.com/privacy",
    "product": "coach.monthly", "products": "coach.monthly",
    "purchaseAfter": "discovery-complete", "reached": "memory-moment", "rows": "user",
    "screen": "app", "spend": "coins", "terms": "https://example.com/terms",
    "text": "trial-banner", "timeZone": "Europe/Berlin", "tvOS": "238", "use": "send-message",
    "value": "strength", "visionOS": "238",
  ]
}

extension Schema {
  /// The regular expression of a text.
  fileprivate var pattern: JSON? {
    guard case .object(let members) = json else { return nil }
    return members.first { $0.name == "pattern" }?.value
  }
}
