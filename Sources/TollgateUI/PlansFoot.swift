#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The lower part of a page that sells: the plans and the buttons, or why there are none.
  ///
  /// It carries what App Review Guideline 3.1.2 requires on a page that sells subscriptions: price and period, that it
  /// renews, a way to restore, and links to the terms of use and the privacy policy. "Restore" stays even if nothing
  /// can be sold.
  struct PlansFoot<Model: PlansModel>: View {
    /// The page's state and actions.
    let model: Model
    /// The page's texts and plans.
    let page: PaywallPage

    @Environment(\.openURL) private var openURL

    var body: some View {
      VStack(spacing: 10) {
        switch model.state {
        case .empty(let message), .offline(let message): note(message)
        case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: plans
        }
        // Outside of `plans`: a customer who cannot buy here may still have bought elsewhere.
        Button(page.restoreLabel) { Task { await model.restore() } }
          .font(.subheadline)
          .disabled(!model.canRestore)
        if let line = model.restoreLine { small(line) }
        if let footnote = page.footnote { small(footnote) }
        ForEach(page.terms, id: \.self) { small($0) }
        links
      }
      .padding(18)
    }

    /// The plans, one of them selected, above the button that buys it.
    @ViewBuilder private var plans: some View {
      if !page.extras.tabs.isEmpty {
        TierTabs(tabs: page.extras.tabs, label: page.extras.tabsLabel) { model.select($0) }
      }
      VStack(spacing: 8) {
        ForEach(page.offers) { offer in
          PlanButton(offer: offer) { model.select(offer.id) }
        }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(page.offersLabel)
      CountdownLine(model: model).id(page.selection)
      if let promise = page.extras.promise {
        Text(verbatim: promise).font(.subheadline).fontWeight(.semibold)
      }
      Button {
        Task {
          await model.purchase()
          if let page = model.pageToOpen { openURL(page) }
        }
      } label: {
        Text(verbatim: page.purchaseLabel).fontWeight(.semibold).frame(maxWidth: .infinity)
      }
      .mainButton()
      .largeControl()
      .disabled(!model.canPurchase)
    }

    /// The terms of use and the privacy policy; empty if the blueprint has no `legal:`.
    @ViewBuilder private var links: some View {
      if !page.links.isEmpty {
        HStack(spacing: 18) {
          ForEach(page.links) { link in
            Link(destination: link.url) { Text(verbatim: link.label).font(.caption) }
          }
        }
      }
    }

    /// The message in place of the plans, with a button if a retry can help.
    @ViewBuilder private func note(_ message: PaywallState.Message) -> some View {
      Title(text: message.title, style: .headline)
      Text(verbatim: message.line).font(.callout).multilineTextAlignment(.center)
      if let label = message.tryAgainLabel {
        Button(label) { Task { await model.tryAgain() } }.mainButton()
      }
    }

    /// A line of the small print.
    private func small(_ line: String) -> some View {
      Text(verbatim: line)
        .font(.caption)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
    }
  }
#endif
