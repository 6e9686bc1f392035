import Tollgate

/// The phases of an app as a drawing, the customer's place in it, and the customer's phases over time.
struct LifePanel: Sendable, Equatable {
  /// A phase in the drawing, in the units of its view box.
  struct Node: Sendable, Equatable {
    var phase: String
    var x: Int
    var y: Int
    var middle: Int
    var baseline: Int
    var current: Bool
  }

  /// A way between two phases.
  struct Edge: Sendable, Equatable {
    var x1: Int
    var y1: Int
    var x2: Int
    var y2: Int
    var both: Bool
  }

  /// The customer's dot.
  struct Dot: Sendable, Equatable {
    var x: Int
    var y: Int
  }

  /// A phase on the timeline.
  struct Band: Sendable, Equatable {
    var id: Int
    var phase: String
    var tone: BadgeTone
    /// When it begins, such as "since Mon 2 Mar, 09:41".
    var when: String
    /// Its length in days, at most 30, for its share of the timeline.
    var days: Int
    var current = false
    /// The instant in milliseconds, to which pressing it travels; nil for what has begun.
    var travel: String?
  }

  /// The app, whose clock the timeline moves.
  var app: AppName
  /// The drawing as a sentence, for screen readers.
  var label: String
  var nodes: [Node]
  var edges: [Edge]
  var dot: Dot?
  var bands: [Band]
}

extension LifePanel {
  private static let size = (width: 96, height: 28)

  /// The middle of a phase's node.
  private static func place(_ phase: Phase) -> (x: Int, y: Int) {
    switch phase {
    case .unknown, .onboarding: (52, 20)
    case .blocked, .free: (52, 76)
    case .trial: (170, 20)
    case .trialExpired: (170, 132)
    case .subscribed: (288, 76)
    case .lapsed: (288, 132)
    }
  }

  /// Draws the phases, with the spans of the past, the last of which holds now, and those that are expected.
  init(
    _ app: AppName, _ diagram: PhaseDiagram, past: [PhaseHistory.Span],
    expected: [PhaseHistory.Span], at now: Instant
  ) {
    self.app = app
    let current = past.last?.phase
    label =
      "Phases: \(diagram.phases.map(\.rawValue).joined(separator: ", ")). Now: \((current ?? .unknown).rawValue)."
    nodes = diagram.phases.map { phase in
      let (x, y) = Self.place(phase)
      return Node(
        phase: phase.rawValue, x: x - Self.size.width / 2, y: y - Self.size.height / 2, middle: x,
        baseline: y + 4, current: phase == current)
    }
    edges = diagram.ways.map { Self.edge($0) }
    dot = current.flatMap { diagram.phases.contains($0) ? Self.place($0) : nil }.map {
      Dot(x: $0.x, y: $0.y - Self.size.height / 2)
    }
    let spans = past + expected
    bands = spans.indices.map { index in
      let span = spans[index]
      let end = spans.indices.contains(index + 1) ? spans[index + 1].from : max(now, span.from)
      let isAhead = index >= past.count
      return Band(
        id: index, phase: span.phase.rawValue, tone: BadgeTone(span.phase),
        when: "\(isAhead ? "from" : "since") \(Words.day(span.from)), \(Words.time(span.from))",
        days: Int(min(max(1, end.since(span.from) / 86_400_000), 30)),
        current: index == past.count - 1,
        travel: isAhead ? "\(span.from.milliseconds)" : nil)
    }
  }

  /// The line between the borders of two nodes.
  private static func edge(_ way: PhaseDiagram.Way) -> Edge {
    let (from, to) = (place(way.from), place(way.to))
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
