/// What there is to try in an app, and the journey that a visitor follows.
struct Guide: Sendable, Equatable {
  /// The journey that is followed.
  var journey: JourneyCard?
  /// The app's journeys, without the one that is followed.
  var journeys: [JourneyLink] = []
  /// The name of the story that can be watched; nil in an app without one, and while a journey is followed.
  var story: String?
  /// The visitor's own blueprint.
  var blueprint: BlueprintCard?
}

/// A link to the beginning of a journey.
struct JourneyLink: Sendable, Equatable {
  var id: String
  var title: String

  init(_ journey: Journey) {
    id = journey.id
    title = journey.title
  }
}

/// A journey and how far it has come.
struct JourneyCard: Sendable, Equatable {
  /// The name in URLs.
  var id: String
  var title: String
  /// The requirement's text; nil for the story.
  var requirement: String?
  var isStory: Bool
  /// The names of the parts of the page that have been needed so far.
  var parts: String
  /// The names of the parts that this step needs first.
  var needs: String
  /// The playground's time, such as "2026-03-03 09:41", where it belongs to the story.
  var now: String?
  /// How many steps have been taken.
  var step: Int
  /// How many steps there are.
  var steps: Int
  /// The share of steps taken, 0 to 100.
  var percent: Int
  var happened: String
  /// What the phone or a panel says now.
  var shows: String?
  /// The rule that the story is at, as the file has it now.
  var rule: RuleExcerpt?
  /// The number of the step before this one; nil at the beginning.
  var previous: String?
  /// The number of the step after this one; nil at the end.
  var next: String?
  var nextText: String?
  /// The journey after this one, offered at the end.
  var following: JourneyLink?
  /// Whether the visitor has done something else since the journey began.
  var isLeft: Bool
  /// Whether leaving the story moves the visitor elsewhere, so that staying is a separate choice.
  var canStay: Bool
}

extension Guide {
  /// The guide of an app with journeys; a visitor follows one or none.
  init(
    _ journeys: [Journey], story: Journey? = nil, at progress: JourneyProgress?, now: String = ""
  ) {
    self.init(
      journey: progress.map { progress in
        let place = journeys.firstIndex(of: progress.journey).map { $0 + 1 } ?? journeys.endIndex
        return JourneyCard(
          progress, following: journeys.indices.contains(place) ? journeys[place] : nil, now: now)
      },
      journeys: journeys.filter { $0 != progress?.journey }.map(JourneyLink.init),
      story: progress == nil ? story?.id : nil)
  }
}

extension JourneyCard {
  init(_ progress: JourneyProgress, following: Journey?, now: String) {
    let journey = progress.journey
    let step = progress.step
    id = journey.id
    title = journey.title
    requirement = journey.requirement
    isStory = journey.isStory
    parts = progress.parts.map(\.rawValue).joined(separator: " ")
    needs = (progress.latest?.parts ?? []).map(\.rawValue).joined(separator: " ")
    self.now = journey.isStory ? now : nil
    self.step = step
    steps = journey.steps.count
    percent = step * 100 / max(1, journey.steps.count)
    happened = progress.latest?.text ?? "A new phone, and a new customer."
    shows = progress.latest?.shows
    previous = step == 0 ? nil : "\(step - 1)"
    next = progress.next.map { _ in "\(step + 1)" }
    nextText = progress.next?.text
    self.following = progress.next == nil ? following.map(JourneyLink.init) : nil
    isLeft = progress.isLeft
    canStay = journey.handsOver != nil && !progress.isAtHandOver
  }
}
