import Tollgate

/// The formats of the tests of a customer's past in conditions.
enum PastForms {
  /// A time since an event.
  ///
  /// ```yaml
  /// since: { event: signUp, atLeast: P3D, lessThan: P14D }
  /// ```
  static let since = Form<PastTest.Since>.object(
    "a time since an event",
    .required("event", event, "The event; if it happened several times, the last one counts."),
    .decisive(
      "atLeast", fixedPeriod.map { .some($0) }, to: nil, "At least that long ago."),
    .decisive(
      "lessThan", fixedPeriod.map { .some($0) }, to: nil, "Less than that long ago.")
  ) { PastTest.Since($0, atLeast: $1, lessThan: $2) }.withBound

  /// A number of times.
  ///
  /// ```yaml
  /// count: { of: { use: send-message }, atLeast: 3, within: P7D }
  /// ```
  static let count = Form<PastTest.Count>.object(
    "a number of times",
    .required("of", event, "What is counted."),
    .decisive(
      "atLeast", Form<Int>.whole(1...Int.max).map { .some($0) }, to: nil,
      "At least this many times."),
    .decisive(
      "lessThan", Form<Int>.whole(1...Int.max).map { .some($0) }, to: nil, "Fewer times than this."),
    .decisive(
      "within", fixedPeriod.map { .some($0) }, to: nil,
      "The moving window in which occurrences count; without it, all of them count.")
  ) { PastTest.Count(of: $0, atLeast: $1, lessThan: $2, within: $3) }.withBound

  /// A period that always has the same length, unlike months and years.
  static let fixedPeriod = Form<String>.pattern(
    "a period of fixed length such as `P3D`, `P2W` or `PT12H`",
    "^P(0*[1-9][0-9]{0,5}[DW]|T0*[1-9][0-9]{0,5}[HM])$"
  ) { text in Period(text).map { $0.duration != nil && text.utf8.count <= 9 } ?? false }
  .map { (text: String, node: YAMLNode, reader: Reader) -> Period? in Period(text) }

  /// The events that are a single word.
  private enum Word: String, CaseIterable {
    /// The first account was opened.
    case signUp
    /// The first device was seen.
    case firstSeen
    /// The first purchase was made.
    case firstPurchase
    /// A purchase was made.
    case purchase
    /// A subscription was renewed.
    case renewal
    /// The customer turned off a renewal.
    case cancellation
    /// Something was refunded.
    case refund
    /// The plan ended.
    case lapse
    /// The trial started.
    case trialStart
    /// The trial ended.
    case trialEnd
  }

  /// An event: a word, or what happened to something that the blueprint names.
  static let event = Form<CustomerEvent>.either(
    "an event such as `signUp`, `{ milestone: NAME }`, `{ use: FEATURE }`, `{ dismissal: PROMPT }` or `{ paywall: PAYWALL }`",
    scalar: Form<Word>.choice().map { word in
      switch word {
      case .signUp: .signUp
      case .firstSeen: .firstSeen
      case .firstPurchase: .firstPurchase
      case .purchase: .purchase
      case .renewal: .renewal
      case .cancellation: .cancellation
      case .refund: .refund
      case .lapse: .lapse
      case .trialStart: .trialStart
      case .trialEnd: .trialEnd
      }
    }, map: named)

  /// An event of one thing that the blueprint names.
  ///
  /// ```yaml
  /// event: { milestone: discovery-complete }
  /// ```
  private static let named = Form<[CustomerEvent]>.object(
    "an event", atLeast: 1,
    .decisive(
      "use", Names.feature.map { [.use($0)] }, to: [], "A use of this feature was counted."),
    .decisive(
      "milestone", Names.milestone.map { [.milestone($0)] }, to: [], "This milestone was reached."),
    .decisive(
      "dismissal", Names.prompt.map { [.dismissal($0)] }, to: [], "This prompt was dismissed."),
    .decisive("paywall", Names.paywall.map { [.paywall($0)] }, to: [], "This paywall was shown.")
  ) { $0 + $1 + $2 + $3 }.single
    .map { (events: [CustomerEvent], node: YAMLNode, reader: Reader) -> CustomerEvent? in
      if events.count > 1 {
        reader.error(at: node, "\(events.count) events", expected: "one event")
        return nil
      }
      return events.first
    }
}

extension Form {
  /// The same form, which requires a second key besides the event; the blueprint's checks decide whether it suffices.
  fileprivate var withBound: Form {
    Form(expected, schema.with("minProperties", 2)) { node, reader in
      if case .map(let entries) = node.content, entries.count == 1,
        ["event", "of"].contains(entries.first?.key)
      {
        reader.error(at: node, "\(expected) lacks `atLeast` or `lessThan`")
        return nil
      }
      return read(node, reader)
    }
  }

  /// The same form with a schema that accepts one key only.
  fileprivate var single: Form { Form(expected, schema.with("maxProperties", 1), read) }
}

extension Schema {
  /// Returns the schema of a map with a limit on its number of keys.
  fileprivate func with(_ name: String, _ limit: Int) -> Schema {
    guard case .object(let members) = json else { return self }
    return Schema(members + [JSON.Member(name, .integer(limit))], definitions: definitions)
  }
}
