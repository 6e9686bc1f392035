import Tollgate

/// The formats of the tests of a customer's past in conditions.
enum PastForms {
  /// A time since an event.
  ///
  /// ```yaml
  /// since: { event: signUp, atLeast: P3D, lessThan: P14D }
  /// since: { event: signUp, before: 2026-03-01 }
  /// since: { event: { use: send-message }, lessThan: P7D, first: true }
  /// ```
  static let since = Form<PastTest.Since>.object(
    "a time since an event",
    synonyms: PastForms.dateSynonyms.merging(
      ["moreThan": "atLeast", "min": "atLeast", "atMost": "lessThan", "within": "lessThan"]
    ) { $1 },
    hints: ["product": "`event: { bought: PRODUCT }` for purchases of one product"],
    .required(
      "event", event,
      "The event; if it happened several times, the last one counts, or the first one with `first: true`."
    ),
    .decisive(
      "atLeast", fixedPeriod.map { .some($0) }, to: nil, "At least that long ago."),
    .decisive(
      "lessThan", fixedPeriod.map { .some($0) }, to: nil, "Less than that long ago."),
    .decisive(
      "first", Form<Bool>.onlyTrue, to: false,
      "The first time counts instead of the last."),
    .decisive("from", date, to: nil, "It happened on this date or later."),
    .decisive("before", date, to: nil, "It happened before this date.")
  ) {
    (
      event: CustomerEvent, atLeast: Period?, lessThan: Period?, isFirst: Bool, from: EventDate?,
      before: EventDate?
    ) in
    PastTest.Since(
      event, isFirst: isFirst, atLeast: atLeast, lessThan: lessThan,
      dates: DateRange(from: from, before: before))
  }.with(
    bound: "`atLeast`, `lessThan`, `from` or `before`",
    example: "`{ event: signUp, lessThan: P3D }`")

  /// A number of times.
  ///
  /// ```yaml
  /// count: { of: { use: send-message }, atLeast: 3, within: P7D }
  /// count: { of: { use: send-message }, lessThan: 1, within: day }
  /// count: { of: opened, every: 3 }
  /// count: { of: purchase, atLeast: 1, from: 2026-11-27, before: 2026-12-01 }
  /// ```
  static let count = Form<PastTest.Count>.object(
    "a number of times", synonyms: PastForms.dateSynonyms,
    hints: PastForms.boundHints.merging([
      "product": "`of: { bought: PRODUCT }` for purchases of one product",
      "use": "`of: { use: FEATURE }`", "milestone": "`of: { milestone: NAME }`",
      "bought": "`of: { bought: PRODUCT }`", "event": "`of`",
    ]) { $1 },
    .required(
      "of", event,
      "What is counted; a `renewal` is one of any subscription, add-ons included, and `{ bought: PRODUCT }` a purchase of one product."
    ),
    .decisive(
      "atLeast", Form<Int>.whole(1...Int.max).map { .some($0) }, to: nil,
      "At least this many times."),
    .decisive(
      "lessThan",
      Form<Int>.whole(1...Int.max).answering(words: ["0": "`lessThan: 1`, which holds at none"])
        .map { .some($0) }, to: nil, "Fewer times than this."),
    .decisive(
      "within", counted.map { .some($0) }, to: nil,
      "How long each occurrence counts, or the calendar window in which it counts; without it, all of them count."
    ),
    .decisive(
      "every", Form<Int>.whole(PastTest.Count.multiples).map { .some($0) }, to: nil,
      "It holds at every multiple of this number, until the event happens again."),
    .decisive("from", date, to: nil, "Only what happened on this date or later counts."),
    .decisive(
      "before", date, to: nil, "Only what happened before this date counts.")
  ) {
    (
      event: CustomerEvent, atLeast: Int?, lessThan: Int?, counted: Counted?, every: Int?,
      from: EventDate?, before: EventDate?
    ) in
    PastTest.Count(
      of: event, atLeast: atLeast, lessThan: lessThan, within: counted?.period,
      window: counted?.window, every: every, dates: DateRange(from: from, before: before))
  }.with(
    bound: "`atLeast` or `lessThan`", example: "`{ of: { use: FEATURE }, atLeast: 3 }`")

  /// An end that is near.
  ///
  /// ```yaml
  /// ends: { anchor: trialEnd, within: P2D }
  /// ```
  static let ending = Form<Ending>.object(
    "an end that is near",
    synonyms: [
      "of": "anchor", "event": "anchor", "end": "anchor",
      "lessThan": "within", "before": "within", "in": "within",
    ],
    .required(
      "anchor", anchor,
      "What ends: the trial, the paid period, an introductory offer or what was granted."
    ),
    .required("within", .period, "How long before that end it begins to hold.")
  ) { Ending($0, within: $1) }

  /// A number of members.
  ///
  /// ```yaml
  /// members: { of: family, atLeast: 1, lessThan: 5 }
  /// ```
  static let members = Form<PastTest>.object(
    "a number of members", synonyms: ["team": "of"], hints: PastForms.boundHints,
    .required(
      "of", Names.team, "The team that the customer owns; for several, `members` is a list."),
    .decisive(
      "atLeast", Form<Int>.whole(1...Team.largestSize).map { .some($0) }, to: nil,
      "At least this many."),
    .decisive(
      "lessThan",
      Form<Int>.whole(1...Team.largestSize)
        .answering(words: ["0": "`lessThan: 1`, which holds at none"]).map { .some($0) }, to: nil,
      "Fewer than this; `lessThan: 1` also holds for those who own no such team.")
  ) { (team: Team.ID, atLeast: Int?, lessThan: Int?) in
    PastTest.members(of: team, atLeast: atLeast, lessThan: lessThan)
  }.with(bound: "`atLeast` or `lessThan`", example: "`{ of: TEAM, atLeast: 1 }`")

  /// What ends, of conditions and nudges.
  static let anchor = Form<Ending.Anchor>.choice(
    Ending.Anchor.allCases,
    synonyms: [
      "trial": .trialEnd, "offer": .introductoryOfferEnd, "grant": .grantEnd, "gift": .grantEnd,
      "period": .periodEnd, "subscription": .periodEnd, "renewal": .periodEnd,
    ])

  /// When occurrences count.
  enum Counted: Sendable {
    /// For a length of time.
    case within(Period)
    /// In the current calendar window.
    case inWindow(Feature.Window)

    var period: Period? { if case .within(let period) = self { period } else { nil } }
    var window: Feature.Window? { if case .inWindow(let window) = self { window } else { nil } }
  }

  static let counted = counted(in: PastTest.Count.windows)

  /// One of some windows, or a period.
  static func counted(in windows: [Feature.Window]) -> Form<Counted> {
    let window = Form<Feature.Window>.choice(windows)
    let expected = "\(window.expected), or \(fixedPeriod.expected)"
    let length = period(expected: expected)
    return Form<Counted>(
      expected, Schema(anyOf: [window.schema, length.schema])
    ) { node, reader in
      guard case .scalar(let text, .text) = node.content, !text.hasPrefix("P") else {
        return length.read(node, reader).map { .within($0) }
      }
      if let window = windows.first(where: { $0.rawValue == text }) { return .inWindow(window) }
      let period = Period(words: text).flatMap { $0.duration == nil ? nil : $0.description }
      let nearest = period ?? nearestName(to: text, in: windows.map(\.rawValue))
      reader.unexpected(node, expected: expected, nearest: nearest)
      return nil
    }
  }

  /// What to write in place of bounds other than those that there are.
  static let boundHints: [String: String] = {
    let most = "`lessThan`, as in `lessThan: 4` for at most three"
    let least = "`atLeast`, as in `atLeast: 4` for more than three"
    let equal = "`lessThan: 1` for none, or `atLeast` and `lessThan` beside each other"
    return [
      "atMost": most, "max": most, "upTo": most, "below": most,
      "moreThan": least, "min": least, "over": least, "above": least,
      "equals": equal, "is": equal, "exactly": equal,
    ]
  }()

  /// Words that authors may expect for the dates of an event.
  private static let dateSynonyms = ["after": "from", "until": "before"]

  /// A date, a local time or an instant.
  static let date: Form<EventDate?> = Form<String>.pattern(
    "a date such as `2026-11-27`, `2026-11-27T18:00` or `2026-11-27T18:00:00Z`",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{3})?)?Z?)?$"
  ) { EventDate($0) != nil }.map { text in EventDate(text) }

  /// A date of a condition.
  enum ConditionDate: Sendable {
    /// It comes once.
    case once(EventDate)
    /// It comes every year.
    case yearly(Season.Day)
  }

  /// A date, a local time, an instant, or a day of each year.
  static let conditionDate: Form<ConditionDate?> = Form<String>.pattern(
    "a date such as `2026-11-27`, `2026-11-27T18:00` or `2026-11-27T18:00:00Z`, or `11-27` for each year",
    "^([0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{3})?)?Z?)?|[0-9]{2}-[0-9]{2})$"
  ) { $0 == PastForms.leapDay || Season.Day($0) != nil || EventDate($0) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> ConditionDate?? in
    if text == PastForms.leapDay {
      reader.error(at: node, "not every year has a 29 February", expected: "`02-28` or `03-01`")
      return nil
    }
    return .some(
      Season.Day(text).map { ConditionDate.yearly($0) }
        ?? EventDate(text).map { ConditionDate.once($0) })
  }

  private static let leapDay = "02-29"

  /// Whether days of each year in a condition are the two ends of a season; records a mistake if they are not.
  static func endSeasons(in condition: YAMLNode, _ reader: Reader) -> Bool {
    func day(_ key: String) -> Season.Day? {
      guard case .scalar(let text, .text)? = condition[key]?.content else { return nil }
      return Season.Day(text)
    }
    let (start, end) = (day("from"), day("until"))
    if start == nil, end == nil { return true }
    let node = condition[end == nil ? "from" : "until"] ?? condition
    guard let from = start, let until = end else {
      reader.error(
        at: node, "the other end must be a day without a year too",
        expected: "both, such as `from: 11-20` and `until: 12-01`")
      return false
    }
    if from == until {
      reader.error(
        at: node, "the condition never holds: `from` and `until` must be different days")
    }
    return from != until
  }

  /// A period that always has the same length, unlike months and years.
  static let fixedPeriod: Form<Period> = period(
    expected: "a period of whole minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`")

  static func period(expected: String) -> Form<Period> {
    let fixed = Form<String>.pattern(
      expected,
      "^P(0*[1-9][0-9]{0,5}[DW]|T0*[1-9][0-9]{0,5}[HM])$",
      meaning: { Period(words: $0)?.description }
    ) { text in Period(text).map { $0.duration != nil && text.utf8.count <= 9 } ?? false }
    .map { (text: String, node: YAMLNode, reader: Reader) -> Period? in Period(text) }
    return Form(fixed.expected, fixed.schema) { node, reader in
      guard case .scalar(let text, .text) = node.content, let days = days(inMonthsOf: text) else {
        return fixed.read(node, reader)
      }
      reader.unexpected(
        node, expected: "\(expected), since months and years vary in length", nearest: days)
      return nil
    }
  }

  /// About as many days as a period in months or years; nil for other texts.
  private static func days(inMonthsOf text: String) -> String? {
    guard let period = Period(text), period.count < 1000 else { return nil }
    switch period.unit {
    case .month: return "P\(period.count * 30)D"
    case .year: return "P\(period.count * 365)D"
    case .minute, .hour, .day, .week: return nil
    }
  }

  /// An event: a word, or what happened to something that the blueprint names.
  static let event = Form<CustomerEvent>.either(
    "an event such as `signUp`, `opened`, `{ milestone: NAME }`, `{ use: FEATURE }`, `{ dismissal: PROMPT }`, `{ paywall: PAYWALL }`, `{ closed: PAYWALL }` or `{ bought: PRODUCT }`",
    scalar: Form<CustomerEvent.Kind>.choice(
      CustomerEvent.Kind.allCases.filter { CustomerEvent(kind: $0) != nil },
      or: [
        "{ use: FEATURE }", "{ milestone: NAME }", "{ dismissal: PROMPT }", "{ paywall: PAYWALL }",
        "{ closed: PAYWALL }", "{ bought: PRODUCT }",
      ],
      synonyms: [
        "install": .firstSeen, "installed": .firstSeen, "firstLaunch": .firstSeen,
        "download": .firstSeen, "launch": .opened, "session": .opened, "appOpen": .opened,
        "subscribe": .purchase, "subscribed": .purchase, "subscription": .purchase,
        "cancel": .cancellation, "cancelled": .cancellation, "canceled": .cancellation,
        "expiration": .lapse, "expire": .lapse,
        "expired": .lapse,
        "churn": .lapse, "registration": .signUp,
      ]
    ).map { kind, _, _ in CustomerEvent(kind: kind) }, map: named)

  /// What to write in place of a denial, which is not recorded.
  private static let denial =
    "`{ paywall: PAYWALL }` for the paywall that the denial shows, or `{ use: FEATURE }` of a feature that the app uses at each attempt"

  /// An event of one thing that the blueprint names.
  ///
  /// ```yaml
  /// event: { milestone: discovery-complete }
  /// ```
  private static let named = Form<[CustomerEvent]>.object(
    "an event", atLeast: 1,
    hints: ["denied": PastForms.denial, "denial": PastForms.denial, "refused": PastForms.denial],
    .decisive(
      "use", Names.feature.map { [.use($0)] }, to: [],
      "A use of this feature was counted; one that credits alone pay for is not."),
    .decisive(
      "milestone", Names.milestone.map { [.milestone($0)] }, to: [], "This milestone was reached."),
    .decisive(
      "dismissal", Names.prompt.map { [.dismissal($0)] }, to: [], "This prompt was dismissed."),
    .decisive("paywall", Names.paywall.map { [.paywall($0)] }, to: [], "This paywall was shown."),
    .decisive(
      "closed", Names.paywall.map { [.closed($0)] }, to: [],
      "This paywall was closed without buying."),
    .decisive(
      "bought", Names.product.map { [.bought($0)] }, to: [],
      "This product was bought, or a running subscription was changed to it.")
  ) {
    (
      use: [CustomerEvent], milestone: [CustomerEvent], dismissal: [CustomerEvent],
      paywall: [CustomerEvent], closed: [CustomerEvent], bought: [CustomerEvent]
    ) in
    [use, milestone, dismissal, paywall, closed, bought].flatMap { $0 }
  }.single.onlyOne
}

extension Form<[CustomerEvent]> {
  /// The only one of the events that a map has read.
  var onlyOne: Form<CustomerEvent> {
    map { (events: [CustomerEvent], node: YAMLNode, reader: Reader) -> CustomerEvent? in
      if events.count > 1 {
        reader.error(at: node, "\(events.count) events", expected: "one event")
        return nil
      }
      return events.first
    }
  }
}

extension Form {
  /// The same form, which requires a second key in addition to what it is about; the blueprint's checks decide whether it
  /// suffices.
  ///
  /// - Parameter example: A value of this form, for a message about one that is not a map.
  func with(bound: String, example: String) -> Form {
    Form(expected, schema.with("minProperties", 2)) { node, reader in
      guard case .map(let entries) = node.content else {
        reader.unexpected(node, expected: "\(expected) such as \(example)")
        return nil
      }
      if entries.count == 1, ["event", "of"].contains(entries.first?.key) {
        reader.error(at: node, "\(expected) lacks \(bound)")
        return nil
      }
      return read(node, reader)
    }
  }

  /// The same form with a schema that accepts one key only.
  var single: Form { Form(expected, schema.with("maxProperties", 1), read) }
}

extension Schema {
  /// Returns the schema of a map with a limit on its number of keys.
  fileprivate func with(_ name: String, _ limit: Int) -> Schema {
    guard case .object(let members) = json else { return self }
    return Schema(members + [JSON.Member(name, .integer(limit))], definitions: definitions)
  }
}
