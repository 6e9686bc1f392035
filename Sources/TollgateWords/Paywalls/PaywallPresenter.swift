package import Tollgate

/// Computes what a paywall shows, from the blueprint, prices and words: the one place that knows its parts.
///
/// Views, web pages and the playground draw what it returns and add no words of their own.
package struct PaywallPresenter {
  let paywall: Paywall
  /// The rules that it belongs to.
  let blueprint: Blueprint
  /// The words for the reader.
  package let words: PaywallWords
  /// The icons that can be drawn; nil for any.
  private let icons: Set<String>?
  /// Whether art can be drawn.
  private let hasArt: Bool

  /// Creates the presenter of a paywall.
  ///
  /// - Parameter icons: The icons that can be drawn, and standard ones take the place of others; nil for any.
  package init(
    _ paywall: Paywall, in blueprint: Blueprint, words: PaywallWords, icons: Set<String>? = nil,
    hasArt: Bool = true
  ) {
    self.paywall = paywall
    self.blueprint = blueprint
    self.words = words
    self.icons = icons
    self.hasArt = hasArt
  }

  /// The look of its pages; nil if the blueprint has no skin.
  package var look: PaywallLook? { blueprint.definition.skin.map { PaywallLook($0) } }

  /// The icon on top of a page without a feature's.
  var ownIcon: String? { paywall.hero.icon ?? blueprint.definition.skin?.icon }

  /// The pages before the offer, in order; empty if the offer is shown at once.
  package var steps: [PaywallStep] {
    paywall.flow.pages.map { page in
      PaywallStep(
        icon: icon(page.icon ?? ownIcon), art: art(page.image),
        title: words.words(page.title),
        intro: [PaywallPage.Line(id: "text", text: words.text(page.text))],
        benefits: page.benefits.map(benefit), benefitsLabel: words.line(.benefits),
        answers: page.question.map { question in
          question.answers.map {
            PaywallStep.Answer(
              text: words.words($0.text), attribute: question.attribute, value: $0.value)
          }
        } ?? [], continueLabel: page.question == nil ? words.line(.proceed) : nil)
    }
  }

  /// Which page of the paywall is on screen.
  ///
  /// - Parameters:
  ///   - position: The position of the page, from 0; the offer is the last.
  ///   - steps: The number of pages before the offer.
  /// - Returns: The position in words.
  package func progress(at position: Int, of steps: Int) -> PaywallProgress {
    let count = steps + 1
    return PaywallProgress(
      position: position, count: count,
      line: words.line(
        .step,
        [
          .count: words.phrasebook.number(position + 1), .total: words.phrasebook.number(count),
        ]), backLabel: position == 0 ? nil : words.line(.back))
  }

  /// The icon on top; nil for the standard one.
  func icon(_ icon: String?) -> String? {
    icons == nil ? icon : icon.flatMap(drawn) ?? "sparkles"
  }

  /// An icon that can be drawn.
  func drawn(_ icon: String) -> String? {
    if let icons, !icons.contains(icon) { return nil }
    return icon
  }

  func art(_ image: Paywall.Image?) -> PaywallPage.Art? {
    guard hasArt, let image else { return nil }
    return PaywallPage.Art(
      picture: image.file, dark: image.dark, label: words.text(image.description))
  }
}
