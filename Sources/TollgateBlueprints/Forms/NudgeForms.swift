import Tollgate

/// The format of nudges.
enum NudgeForms {
  /// A nudge without its name.
  ///
  /// ```yaml
  /// trial-ends-tomorrow: { anchor: trialEnd, before: P1D, when: { phase: trial }, text: One day left }
  /// come-back:
  ///   by: webhook
  ///   after: { event: lapse, delay: P3D }
  ///   repeat: { every: P7D, atMost: 3 }
  ///   quietHours: { from: "21:00", to: "08:00" }
  ///   text: We miss you.
  /// ```
  static let nudge = Form<Nudge> { node in
    node["anchor"] != nil || node["before"] != nil ? beforeEnd : afterEvent
  }.map { (written: Nudge, node: YAMLNode, reader: Reader) -> (@Sendable (Nudge.ID) -> Nudge)? in
    let quietHours = reader.quietHours(written.quietHours, of: node)
    return { id in
      var nudge = written
      (nudge.id, nudge.quietHours) = (id, quietHours)
      return nudge
    }
  }

  /// The quiet hours of nudges.
  ///
  /// ```yaml
  /// quietHours: { from: "21:00", to: "08:00" }
  /// ```
  static let quietHours = Form<QuietHours>.object(
    "quiet hours",
    .required("from", time, "When they begin."),
    .required("to", time, "When they end; a nudge that was due is then shown.")
  ) { QuietHours(from: $0, to: $1) }
  .map { (quiet: QuietHours, node: YAMLNode, reader: Reader) -> QuietHours? in
    guard quiet.from == quiet.to else { return quiet }
    reader.error(at: node, "quiet hours from \(quiet.from) to \(quiet.to) never end")
    return nil
  }

  /// A nudge before the end of the trial or of a paid period.
  fileprivate static let beforeEnd = Form<Nudge>.object(
    "a nudge",
    hints: [
      "after":
        "`before` for a time before an end, or `after: { event: trialEnd, delay: P1D }` without `anchor`"
    ],
    .required("anchor", PastForms.anchor, "The end it comes before."),
    .required("before", .period, "How long before that end it comes."),
    .decisive("quietHours", .orNone(quietHours), to: nil, aboutQuietHours),
    delivery,
    .defaulted("when", ConditionForms.condition, to: .always, "When it is planned at all."),
    .required("text", TextForms.place, "What it says."), paywall
  ) { anchor, before, quietHours, delivery, when, text, paywall in
    Nudge(
      id: "", moment: .before(anchor, before), quietHours: quietHours, delivery: delivery,
      when: when, text: text, paywall: paywall)
  }

  /// A nudge after an event or after days of silence, which can repeat.
  fileprivate static let afterEvent = Form<Nudge>.object(
    "a nudge", others: ["anchor", "before"], hints: NudgeForms.hints,
    .required("after", after, "What it comes after, and how long after it."),
    .decisive("repeat", repetition, to: nil, "How often it comes; once, if left out."),
    .decisive("quietHours", .orNone(quietHours), to: nil, aboutQuietHours),
    delivery,
    .defaulted("when", ConditionForms.condition, to: .always, "When it is planned at all."),
    .required("text", TextForms.place, "What it says."), paywall
  ) { moment, repetition, quietHours, delivery, when, text, paywall in
    Nudge(
      id: "", moment: moment, repetition: repetition, quietHours: quietHours, delivery: delivery,
      when: when, text: text, paywall: paywall)
  }

  /// What to write in place of an event alone.
  private static let hints: [String: String] = {
    let event = "`after: { event: lapse, delay: P3D }`"
    return [
      "on": event, "event": event, "delay": event, "since": event,
      "silence": "`after: { silence: P7D }`",
    ]
  }()

  private static let aboutQuietHours =
    "The hours in which it is delayed; a nudge opts out of a default with `none`."

  /// Who delivers a nudge: `by: webhook`.
  private static var delivery: Key<Nudge.Delivery> {
    .defaulted(
      "by", Form<Nudge.Delivery>.choice().answering(words: NudgeForms.others), to: .notification,
      "Who delivers it: the device as a local notification, or your backend when it gets a webhook."
    )
  }

  /// What to write in place of other ways to deliver a nudge.
  private static let others: [String: String] = {
    let sent = "`webhook`: your backend gets it at its time, and sends the message"
    return ["email": sent, "mail": sent, "push": sent, "sms": sent]
  }()

  private static var paywall: Key<Paywall.ID?> {
    .optional("paywall", Names.paywall, "What a tap on it shows.")
  }

  /// What a nudge comes after: `{ event: lapse, delay: P3D }`, or `{ silence: P7D }`.
  private static let after = Form<Nudge.Moment>.with(
    key: "silence",
    .object(
      "a time after silence",
      key: .required(
        "silence", PastForms.fixedPeriod.map { .silence($0) },
        "How long the customer has done nothing.")),
    else: .object(
      "a time after an event",
      .required("event", PastForms.event, "The event; the last one, if it happened several times."),
      .required("delay", PastForms.fixedPeriod, "How long after the event.")
    ) { .after($0, $1) }, "a time after an event")

  /// How often a nudge comes: `{ every: P7D, atMost: 3 }`.
  private static let repetition = Form<Nudge.Repetition?>.object(
    "a repetition",
    .required("every", PastForms.fixedPeriod, "The time from one to the next."),
    .required(
      "atMost", .whole(2...Nudge.Repetition.limit), "How many come, the first one included.")
  ) { Nudge.Repetition(every: $0, atMost: $1) }

  /// A time of day on the customer's device.
  static let time = Form<String>.pattern(
    "a time of day such as `21:00`", "^([01][0-9]|2[0-3]):[0-5][0-9]$"
  ) { QuietHours.TimeOfDay($0) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> QuietHours.TimeOfDay? in
    QuietHours.TimeOfDay(text)
  }
}

extension Form<Nudge> {
  /// Creates the form of a nudge, which is one of two by the keys it has.
  fileprivate init(_ choose: @escaping @Sendable (YAMLNode) -> Form) {
    let schemas = [NudgeForms.beforeEnd.schema, NudgeForms.afterEvent.schema]
    self.init("a nudge", Schema(anyOf: schemas)) { choose($0).read($0, $1) }
  }
}
