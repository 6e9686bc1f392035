/// A guided journey: one requirement, or the story that the first page tells, lived a step at a time.
struct Journey: Sendable, Equatable, Decodable {
  /// One step, which the playground takes for the visitor.
  struct Step: Sendable, Equatable {
    var text: String
    /// What the phone or a panel says afterwards.
    var shows: String
    /// What is done, in order.
    var actions: [VisitorAction]
    /// The parts of the page that the step needs.
    var parts: [PagePart] = []
  }

  /// Where a visitor who leaves a story takes over.
  struct HandOver: Sendable, Equatable, Decodable {
    /// How many steps have been taken there.
    var step: Int
    /// What the visitor sees there, and what to do.
    var text: String
    /// Where a change of the file shows that has no effect at the step where it was made.
    var hint: String
  }

  /// The requirement's id, such as "CP-3", or "story".
  var row: String
  var title: String
  /// The requirement's text; nil for the story.
  var requirement: String?
  /// The feature whose deciding rule the story shows; nil for a requirement.
  var follows: String?
  /// Where a visitor takes over, at whichever step they leave; nil for the step itself.
  var handsOver: HandOver?
  /// The steps, at least one.
  var steps: [Step]

  /// The name in URLs, such as "cp-3".
  var id: String { row.lowercased() }

  var isStory: Bool { requirement == nil }
}

extension Journey.Step: Decodable {
  private enum Key: String, CodingKey {
    case text, shows, times, parts
    case actions = "do"
  }

  /// Reads a step; its actions are forms without `action=`, such as `reach&milestone=discovery-complete`.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    text = try values.decode(String.self, forKey: .text)
    shows = try values.decode(String.self, forKey: .shows)
    let once = try values.decode([String].self, forKey: .actions).map { form in
      guard let action = VisitorAction(FormFields.parse("action=\(form)")) else {
        throw DecodingError.dataCorruptedError(
          forKey: .actions, in: values, debugDescription: "The playground has no action \(form).")
      }
      return action
    }
    let times = try values.decodeIfPresent(Int.self, forKey: .times) ?? 1
    actions = Array(repeatElement(once, count: times).joined())
    parts = try values.decodeIfPresent([PagePart].self, forKey: .parts) ?? []
  }
}

/// A step of a journey, as a URL names it.
struct JourneyPosition: Hashable, Sendable {
  /// The journey's name in URLs.
  let id: String
  /// How many steps have been taken.
  let step: Int
}

/// How far a world is on a journey.
struct JourneyProgress: Sendable, Equatable {
  let journey: Journey
  private(set) var step = 0
  /// Whether the visitor has done something else since the journey began.
  var isLeft = false

  init(_ journey: Journey) { self.journey = journey }

  var position: JourneyPosition { JourneyPosition(id: journey.id, step: step) }

  /// The step just taken; nil at the beginning.
  var latest: Journey.Step? { step == 0 ? nil : journey.steps[step - 1] }

  /// Whether the world is where the journey hands over, and has not been changed since.
  var isAtHandOver: Bool { !isLeft && journey.handsOver?.step == step }

  /// The parts of the page that have been needed so far: a requirement's journey may point to any of them.
  var parts: [PagePart] {
    journey.isStory ? journey.steps.prefix(step).flatMap(\.parts) : PagePart.allCases
  }

  /// The step to take next; nil at the end.
  var next: Journey.Step? { step < journey.steps.count ? journey.steps[step] : nil }

  mutating func advance() { step = min(step + 1, journey.steps.count) }
}

extension VisitorAction {
  /// Whether a journey continues as written after the visitor does this between its steps.
  var keepsJourney: Bool {
    switch self {
    case .look, .textSize, .closeSheet, .navigate, .select, .showFacts, .showOlderFacts,
      .world(.language(.rightToLeft)):
      true
    default: false
    }
  }
}
