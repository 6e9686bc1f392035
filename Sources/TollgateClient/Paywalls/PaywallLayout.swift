/// The arrangement of a page of a paywall in the space that it has.
///
/// The figures are those of the web page's stylesheet. A rem is 16 points at the standard text size, and grows with the
/// customer's; so a large text has less room, as on a smaller screen.
package struct PaywallLayout: Hashable, Sendable {
  /// A part of a page.
  package enum Part: Hashable, Sendable {
    /// What it is about and the reasons to buy; on a page before the offer, also the answers to its question.
    case reasons
    /// The plans, or why there are none.
    case plans
    /// The price of the selected plan, which is shown where the plans may be out of sight.
    case price
    /// The button that buys, or that continues.
    case button
    /// Restore, the terms, and the links to the terms of use and the privacy policy.
    case smallPrint
  }

  /// A column: what scrolls, above what stays in sight.
  package struct Column: Hashable, Sendable {
    package let scrolled: [Part]
    package let pinned: [Part]
    /// The least height of what scrolls, in points.
    package let leastScrolled: Double
  }

  /// From this width on, in rem, the plans are beside the reasons.
  package static let wide = 54.0
  /// From this width on, in rem, the plans are beside the reasons if the page is ``low``.
  package static let sideBySide = 36.0
  /// Up to this width, in rem, there is little room beside a text, as on a watch.
  package static let narrow = 15.0
  /// Up to this height, in rem, the icon or art on top is left out.
  package static let short = 42.0
  /// Up to this height, in rem, only the button stays in sight, as on a phone on its side.
  package static let low = 30.0

  /// The space between the parts of the bar, in points.
  package static let spacing = 10.0
  /// The space around the bar, in points.
  package static let margin = 8.0
  /// The room that the close button takes from the side of what is beside it, in points.
  package static let closeRoom = 52.0

  /// The width of the page, in points.
  package let width: Double
  /// The height of the page, in points.
  package let height: Double
  private let rem: Double

  /// Creates the layout of a page.
  ///
  /// - Parameters:
  ///   - width: Its width, in points.
  ///   - height: Its height, in points, without what the system covers.
  ///   - rem: 16 points, scaled to the customer's text size.
  package init(width: Double, height: Double, rem: Double) {
    self.width = width
    self.height = height
    self.rem = rem
  }

  package var isNarrow: Bool { width <= Self.narrow * rem }
  /// Whether the icon or art on top shows.
  package var hasHero: Bool { height > Self.short * rem && !isNarrow }
  /// The space inside the bar, in points.
  package var padding: Double { isNarrow || isLow ? 8 : 18 }
  /// The space around what scrolls, in points.
  package var inset: Double { isNarrow ? 8 : 24 }
  /// The space beside a title that is as high on the page as the close button, in points.
  package var titleRoom: Double { hasHero || isBeside ? 0 : Self.closeRoom - inset }

  private var isLow: Bool { height <= Self.low * rem }
  /// Whether the plans are beside the reasons.
  package var isBeside: Bool {
    width >= Self.wide * rem || isLow && width >= Self.sideBySide * rem
  }

  /// The columns of a page with plans; of each, the first that fits is shown.
  ///
  /// - Parameter isSelling: Whether there is anything to buy.
  package func offer(isSelling: Bool) -> [[Column]] {
    let reasons: [Part] = isBeside ? [] : [.reasons]
    guard isSelling else {
      return beside([scrolling(reasons + [.plans, .smallPrint])])
    }
    var columns = [
      column(reasons + [.plans, .smallPrint], above: [.price, .button], least: 4),
      scrolling(reasons + [.plans, .button, .smallPrint]),
    ]
    if !isNarrow, !isLow {
      columns.insert(
        column(reasons + [.smallPrint], above: [.plans, .button], least: isBeside ? 4 : 12), at: 0)
    }
    return beside(columns)
  }

  /// The column of a page before the offer, as ``offer(isSelling:)``.
  ///
  /// - Parameter continues: Whether it has a button; a page with a question has none.
  package func step(continues: Bool) -> [[Column]] {
    guard continues else { return [[scrolling([.reasons])]] }
    return [[column([.reasons], above: [.button], least: 4), scrolling([.reasons, .button])]]
  }

  private func beside(_ arrangements: [Column]) -> [[Column]] {
    isBeside ? [[scrolling([.reasons])], arrangements] : [arrangements]
  }

  private func column(_ scrolled: [Part], above pinned: [Part], least: Double) -> Column {
    Column(scrolled: scrolled, pinned: pinned, leastScrolled: least * rem)
  }

  private func scrolling(_ parts: [Part]) -> Column {
    Column(scrolled: parts, pinned: [], leastScrolled: 0)
  }
}
