import Tollgate

/// The phases of an app as a drawing, the customer's place in it, and the customer's phases over time.
struct LifePanel: Sendable, Equatable {
  /// The way to another time.
  struct Travel: Sendable, Equatable {
    /// The value of the form's field `action`.
    var verb: String
    /// The instant in milliseconds.
    var to: String
    /// How many of the visitor's actions had begun by then; empty for what is ahead.
    var actions = ""
    /// What it does, before the name of the phase, for screen readers.
    var words: String
  }

  /// A phase in the drawing, with its middle in the units of the view box.
  struct Node: Sendable, Equatable {
    var phase: String
    var x: Int
    var y: Int
    var current: Bool
    /// The days on which it holds, held or will hold, such as "since 2 Mar"; nil if none are known.
    var when: String?
    /// The same with the times of day.
    var times: String?
    /// The way there; nil for what holds, and for what is not known to come.
    var travel: Travel?
  }

  /// A way between two phases.
  struct Edge: Sendable, Equatable {
    var x1: Int
    var y1: Int
    var x2: Int
    var y2: Int
    var both: Bool
  }

  struct Dot: Sendable, Equatable {
    var x: Int
    var y: Int
  }

  /// A phase on the timeline.
  struct Band: Sendable, Equatable {
    var id: Int
    var phase: String
    var tone: BadgeTone
    /// When it begins, and ends if it has, such as "since 2026-03-02 09:41".
    var when: String
    /// Its length in days, at most 30, for its share of the timeline.
    var days: Int
    var current = false
    /// Whether it is still to come.
    var ahead = false
    /// The way there; nil for what holds.
    var travel: Travel?
  }

  /// The app, whose clock the timeline moves.
  var app: AppName
  /// The drawing as a sentence, for screen readers.
  var label: String
  /// The size of the view box, in which no column and no row is empty.
  var width: Int
  var height: Int
  var nodes: [Node]
  var edges: [Edge]
  var dot: Dot?
  var bands: [Band]
}

extension LifePanel {
  private static let size = (width: 96, height: 40)

  /// Draws the phases, with the spans of the past (the last one is the current one) and those that are expected.
  init(
    _ app: AppName, _ diagram: PhaseDiagram, past: [PhaseHistory.Span],
    expected: [PhaseHistory.Span], at now: Instant
  ) {
    self.app = app
    let current = past.last?.phase
    label =
      "Phases: \(diagram.phases.map(\.rawValue).joined(separator: ", ")). Now: \((current ?? .unknown).rawValue)."
    let layout = PhaseLayout(diagram.phases)
    (width, height) = (layout.width, layout.height)
    let all = past + expected
    let spans = all.indices.map { Stay(all, at: $0, begun: past.count) }
    nodes = diagram.phases.map { phase in
      let (x, y) = layout.place(phase)
      let stays = spans.filter { $0.phase == phase }
      let stay =
        stays.first { $0.isCurrent } ?? stays.first { $0.isAhead } ?? stays.last
      return Node(
        phase: phase.rawValue, x: x, y: y, current: phase == current, when: stay?.days,
        times: stay?.times, travel: stay?.travel)
    }
    edges = diagram.ways.map { Self.edge($0, layout) }
    dot = current.flatMap { diagram.phases.contains($0) ? layout.place($0) : nil }.map {
      Dot(x: $0.x, y: $0.y - Self.size.height / 2)
    }
    bands = spans.indices.map { index in
      let stay = spans[index]
      return Band(
        id: index, phase: stay.phase.rawValue, tone: BadgeTone(stay.phase), when: stay.times,
        days: Int(min(max(1, (stay.to ?? max(now, stay.from)).since(stay.from) / 86_400_000), 30)),
        current: stay.isCurrent, ahead: stay.isAhead, travel: stay.travel)
    }
  }

  /// The line between the borders of two nodes.
  private static func edge(_ way: PhaseDiagram.Way, _ layout: PhaseLayout) -> Edge {
    let (from, to) = (layout.place(way.from), layout.place(way.to))
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    // The share of the line that lies within a node: until it leaves at a side, or at the top or the bottom.
    let aside = dx == 0 ? 1 : Double(size.width / 2) / Double(abs(dx))
    let upright = dy == 0 ? 1 : Double(size.height / 2) / Double(abs(dy))
    let inside = min(aside, upright)
    let (x, y) = (Int(Double(dx) * inside), Int(Double(dy) * inside))
    return Edge(
      x1: from.x + x, y1: from.y + y, x2: to.x - x, y2: to.y - y, both: way.isTwoWay)
  }
}

/// A phase while it holds, held or will hold.
private struct Stay {
  let phase: Phase
  let from: Instant
  /// When the next begins; nil if none is known.
  let to: Instant?
  let isCurrent: Bool
  let isAhead: Bool
  /// How many of the visitor's actions had begun when it began.
  let actions: Int

  /// The span at an index, of spans among which the first have begun.
  init(_ spans: [PhaseHistory.Span], at index: Int, begun: Int) {
    phase = spans[index].phase
    from = spans[index].from
    to = spans.indices.contains(index + 1) ? spans[index + 1].from : nil
    isCurrent = index == begun - 1
    isAhead = index >= begun
    actions = spans[index].actions
  }

  /// Its days, such as "since 2 Mar" or "2 Mar to 5 Mar".
  var days: String { words { String(Words.day($0).dropFirst(4)) } }

  /// Its days and times, such as "since 2026-03-02 09:41".
  var times: String { words { Words.moment($0) } }

  /// The way to its beginning; nil if it holds.
  var travel: LifePanel.Travel? {
    if isCurrent { return nil }
    let to = "\(from.milliseconds)"
    return isAhead
      ? LifePanel.Travel(verb: "travel", to: to, words: "Travel to")
      : LifePanel.Travel(
        verb: "travel-back", to: to, actions: "\(actions)", words: "Go back to")
  }

  private func words(_ text: (Instant) -> String) -> String {
    if isAhead { return "from \(text(from))" }
    guard !isCurrent, let to, text(from) != text(to) else {
      return isCurrent ? "since \(text(from))" : text(from)
    }
    return "\(text(from)) to \(text(to))"
  }
}
