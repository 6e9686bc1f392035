import Tollgate
import TollgateWire
import TollgateWords

extension PaywallDocument.Flow {
  /// The pages before the offer of a paywall.
  init(_ paywall: Paywall, _ text: PaywallText, hasArt: Bool) {
    pages = paywall.flow.pages.enumerated().map { position, page in
      PaywallDocument.Page(page, at: position, of: paywall, text, hasArt: hasArt)
    }
    back = text.line(.back)
    progress = text.progress(0, of: paywall)
  }
}

extension PaywallDocument.Page {
  fileprivate init(
    _ page: Paywall.Page, at position: Int, of paywall: Paywall, _ text: PaywallText, hasArt: Bool
  ) {
    number = "\(position)"
    hero = PaywallDocument.Hero(
      icon: page.icon ?? paywall.hero.icon, hasArt ? page.image : nil, text)
    title = text.text(page.title) ?? page.title.rawValue
    self.text = page.text.flatMap { text.text($0) }
    benefits = page.benefits.map { benefit in
      PaywallDocument.Benefit(
        icon: PaywallDocument.symbol(benefit.icon) ?? "check",
        title: text.text(benefit.title) ?? benefit.title.rawValue,
        detail: benefit.detail.flatMap { text.text($0) })
    }
    answers = (page.question?.answers ?? []).enumerated().map { position, answer in
      PaywallDocument.Answer(
        number: "\(position)", text: text.text(answer.text) ?? answer.text.rawValue)
    }
    proceed = page.question == nil ? text.line(.proceed) : nil
    isHidden = position > 0
  }
}

extension PaywallText {
  /// What the script needs of each page, the offer last; nil if the offer is shown at once.
  func pages(of paywall: Paywall) -> [WebPaywallPage]? {
    guard !paywall.flow.pages.isEmpty else { return nil }
    let pages = paywall.flow.pages.enumerated().map { position, page in
      WebPaywallPage(
        progress: progress(position, of: paywall), attribute: page.question?.attribute.rawValue,
        values: page.question?.answers.map(\.value))
    }
    return pages + [WebPaywallPage(progress: progress(pages.count, of: paywall))]
  }

  /// Which page of a paywall this is.
  fileprivate func progress(_ position: Int, of paywall: Paywall) -> String {
    line(
      .step,
      [
        .count: phrasebook.number(position + 1),
        .total: phrasebook.number(paywall.flow.pages.count + 1),
      ])
  }
}
