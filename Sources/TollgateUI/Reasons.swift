#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TollgateClient

  /// A page with a subject and reasons to buy: the offer, or one before it.
  protocol ReasonsPage {
    var icon: String? { get }
    var art: PaywallPage.Art? { get }
    var title: String { get }
    var intro: [PaywallPage.Line] { get }
    var benefits: [PaywallPage.Benefit] { get }
    var benefitsLabel: String { get }
  }

  extension PaywallPage: ReasonsPage {}
  extension PaywallStep: ReasonsPage {}

  /// The subject of a page and its reasons to buy.
  struct Reasons<Page: ReasonsPage>: View {
    let page: Page
    /// The words of the table that shows them; nil for a list or a grid.
    var comparison: PaywallPage.Comparison?
    /// The room for them.
    let layout: PaywallLayout

    @Environment(\.paywallLook) private var look

    var body: some View {
      VStack(alignment: isAtStart ? .leading : .center, spacing: 12) {
        if layout.hasHero {
          Hero(icon: page.icon ?? "sparkles", art: page.art, bleed: look.flatMap { bleed($0) })
        }
        Title(text: page.title, style: layout.hasHero ? .largeTitle : .title2)
          .multilineTextAlignment(layout.isNarrow || isAtStart ? .leading : .center)
          .padding(layout.isNarrow ? .trailing : .horizontal, CGFloat(layout.titleRoom))
          .pageHeading()
        ForEach(page.intro.compactMap(\.text), id: \.self) { line in
          Text(verbatim: line)
            .lettered(.callout)
            .foregroundStyle(.secondary)
            .multilineTextAlignment(isAtStart ? .leading : .center)
        }
        if !page.benefits.isEmpty {
          list
            .padding(.top, 12)
            .accessibilityElement(children: .contain)
            .accessibilityLabel(page.benefitsLabel)
        }
      }
      .frame(maxWidth: .infinity, alignment: isAtStart ? .leading : .center)
    }

    private var isAtStart: Bool { look?.skin.layout.alignment == .start }

    @ViewBuilder private var list: some View {
      if let comparison {
        ComparisonTable(benefits: page.benefits, words: comparison)
      } else if look?.skin.layout.reasons == .grid, !layout.isNarrow {
        LazyVGrid(
          columns: [GridItem(.flexible(), spacing: 10), GridItem(.flexible(), spacing: 10)],
          spacing: 10
        ) {
          ForEach(page.benefits, id: \.self) { benefit in
            Benefit(
              icon: benefit.icon, title: benefit.title, detail: benefit.detail, isCard: true)
          }
        }
      } else {
        VStack(spacing: 16) {
          ForEach(page.benefits, id: \.self) { benefit in
            Benefit(icon: benefit.icon, title: benefit.title, detail: benefit.detail)
          }
        }
      }
    }

    /// How far a picture behind the title reaches over the page's margins, in points; nil for one above it.
    private func bleed(_ look: PaywallLook) -> CGFloat? {
      look.skin.layout.picture == .behind && !layout.isBeside ? CGFloat(layout.inset) : nil
    }
  }

  /// The benefits in a table, with what is free beside what is paid.
  private struct ComparisonTable: View {
    let benefits: [PaywallPage.Benefit]
    let words: PaywallPage.Comparison

    /// The width of a column, which grows with the customer's text size.
    @ScaledMetric(relativeTo: .footnote) private var width: CGFloat = 70

    var body: some View {
      VStack(spacing: 0) {
        HStack(spacing: 8) {
          Spacer()
          Text(verbatim: words.free).frame(width: width)
          Text(verbatim: words.paid).frame(width: width)
        }
        .lettered(.footnote)
        .fontWeight(.semibold)
        .padding(10)
        .accessibilityHidden(true)
        ForEach(benefits, id: \.self) { benefit in
          Divider()
          row(benefit)
        }
      }
      .multilineTextAlignment(.center)
      .surface(cornerRadius: 18)
    }

    /// A benefit; screen readers say what is free of it, and that a plan has it.
    private func row(_ benefit: PaywallPage.Benefit) -> some View {
      HStack(spacing: 8) {
        VStack(alignment: .leading, spacing: 2) {
          Text(verbatim: benefit.title).lettered(.callout).fontWeight(.semibold)
          if let detail = benefit.detail {
            Text(verbatim: detail).lettered(.subheadline).foregroundStyle(.secondary)
          }
        }
        .multilineTextAlignment(.leading)
        .frame(maxWidth: .infinity, alignment: .leading)
        Text(verbatim: benefit.free ?? "–")
          .lettered(.footnote)
          .frame(width: width)
        Symbol(icon: "check")
          .foregroundStyle(.tint)
          .frame(width: width)
      }
      .padding(10)
      .accessibilityElement(children: .combine)
      .accessibilityLabel(label(of: benefit))
      .remoteStop()
    }

    private func label(of benefit: PaywallPage.Benefit) -> String {
      [
        benefit.title, benefit.detail, "\(words.free): \(benefit.free ?? words.notIncluded)",
        "\(words.paid): \(words.included)",
      ].compactMap { $0 }.joined(separator: ", ")
    }
  }
#endif
