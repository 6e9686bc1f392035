import Tollgate

/// A customer's phases as a drawing: a band for each, as long as it lasted.
struct PhaseTimeline: Sendable {
  struct Band: Sendable {
    let phase: String
    /// Which of the page's colors it has.
    let tone: String
    /// Where it begins and how long it is, in the units of the drawing.
    let x: Int
    let width: Int
    let from: String
    /// Its end; nil for the phase that holds.
    let until: String?
    /// The page as of its beginning.
    let path: String
    let isCurrent: Bool
  }

  /// The maximum number of bands; the oldest are left out.
  static let limit = 40
  /// The width of the drawing.
  static let width = 1000
  /// The least width of a band, so that a short phase can be seen and pressed.
  private static let least = 12

  let bands: [Band]
  let isEmpty: Bool

  init(_ spans: [CustomerKnowledge.Span], until end: Instant, path: String) {
    isEmpty = spans.isEmpty
    let free = Self.width - Self.least * spans.count
    let whole = spans.first.map { max(1, end.since($0.from)) } ?? 1
    var x = 0
    bands = spans.enumerated().map { index, span in
      let next = index + 1 < spans.count ? spans[index + 1].from : nil
      let length = max(0, (next ?? end).since(span.from))
      let width = Self.least + Int(Double(free) * (Double(length) / Double(whole)))
      defer { x += width }
      return Band(
        phase: span.phase.rawValue, tone: span.phase.tone, x: x, width: width,
        from: span.from.minute, until: next?.minute, path: "\(path)?at=\(span.from.milliseconds)",
        isCurrent: next == nil)
    }
  }
}

extension Phase {
  /// The color of the phase: what was paid for, what runs by itself, what needs attention, or none.
  fileprivate var tone: String {
    switch self {
    case .subscribed: "good"
    case .trial: "busy"
    case .lapsed, .trialExpired: "bad"
    default: "calm"
    }
  }
}
