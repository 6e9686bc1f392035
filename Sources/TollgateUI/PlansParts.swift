#if canImport(SwiftUI)
  import SwiftUI
  import Tollgate
  import TollgateClient

  // The parts of a page that sells. Together they are what App Review Guideline 3.1.2 requires on a page that sells
  // subscriptions: price and period, that it renews, a way to restore, and links to the terms of use and the privacy
  // policy.

  /// The plans, one of them selected, in their tabs if there are any.
  struct Plans<Model: PlansModel>: View {
    let model: Model
    /// The page's texts and plans.
    let page: PaywallPage

    @Environment(\.paywallLook) private var look
    @Environment(\.dynamicTypeSize) private var textSize

    var body: some View {
      VStack(spacing: 10) {
        if !page.extras.tabs.isEmpty {
          TierTabs(tabs: page.extras.tabs, label: page.extras.tabsLabel) { model.select($0) }
        }
        offers
          .accessibilityElement(children: .contain)
          .accessibilityLabel(page.offersLabel)
        if let seats = page.extras.seats {
          SeatStepper(seats: seats) { model.chooseSeats($0) }
        }
        CountdownLine(model: model).id(page.selection)
        ForEach(page.extras.promises.compactMap(\.text), id: \.self) { line in
          Text(verbatim: line).lettered(.subheadline).fontWeight(.semibold)
        }
      }
    }

    /// The plans below each other or, where there is room for their texts, as cards or a switch.
    @ViewBuilder private var offers: some View {
      switch arrangement {
      case .cards: HStack(alignment: .top, spacing: 8) { plans }
      case .switch: PlanSwitch(offers: page.offers) { model.select($0) }
      case .rows: VStack(spacing: 8) { plans }
      }
    }

    private var arrangement: Skin.Plans {
      let count = page.offers.count
      let wanted = look?.skin.layout.plans ?? .rows
      guard count < 4, !textSize.isAccessibilitySize else { return .rows }
      return wanted == .switch && count < 2 ? .rows : wanted
    }

    private var plans: some View {
      ForEach(page.offers) { offer in
        PlanButton(offer: offer) { model.select(offer.id) }
      }
    }
  }

  /// The price of the selected plan, and what a commitment costs in all, above the button that buys it, where the plans
  /// scroll; empty if it is not known.
  struct PlanPrice: View {
    let page: PaywallPage

    var body: some View {
      let offer = page.offers.first(where: \.isSelected)
      ForEach([offer?.priceLine, offer?.commitmentLine].compactMap { $0 }, id: \.self) { line in
        Text(verbatim: line)
          .lettered(.subheadline)
          .fontWeight(.bold)
          .multilineTextAlignment(.center)
      }
    }
  }

  /// The button that buys the selected plan.
  struct PurchaseButton<Model: PlansModel>: View {
    let model: Model
    let page: PaywallPage

    @Environment(\.openURL) private var openURL
    @Environment(\.paywallLook) private var look

    var body: some View {
      Button {
        Task {
          await model.purchase()
          if let page = model.pageToOpen { openURL(page) }
        }
      } label: {
        Text(verbatim: page.purchaseLabel)
          .fontWeight(look?.skin.button.weight.font ?? .semibold)
          .frame(maxWidth: .infinity)
      }
      .mainButton()
      .largeControl()
      .disabled(!model.canPurchase)
    }
  }

  /// What stands in place of the plans and the button if nothing can be sold, with a button if a retry can help.
  struct PlansNote: View {
    let note: PaywallState.Message
    let tryAgain: @MainActor () async -> Void

    var body: some View {
      VStack(spacing: 10) {
        Title(text: note.title, style: .headline)
        Text(verbatim: note.line).lettered(.callout).multilineTextAlignment(.center)
        if let label = note.tryAgainLabel {
          Button(label) { Task { await tryAgain() } }.mainButton()
        }
      }
    }
  }

  /// Restore, the terms, and the links; it shows even if nothing can be sold, since a customer who cannot buy here may
  /// have bought elsewhere.
  struct SmallPrint<Model: PlansModel>: View {
    let model: Model
    let page: PaywallPage

    var body: some View {
      VStack(spacing: 10) {
        Button(page.restoreLabel) { Task { await model.restore() } }
          .lettered(.subheadline)
          .disabled(!model.canRestore)
        if let line = model.restoreLine { small(line) }
        if let footnote = page.footnote { small(footnote) }
        ForEach(page.terms, id: \.self) { small($0) }
        links
      }
    }

    /// The terms of use and the privacy policy; empty if the blueprint has no `legal:`.
    @ViewBuilder private var links: some View {
      if !page.links.isEmpty {
        ViewThatFits(in: .horizontal) {
          HStack(spacing: 18) { linkList }
          VStack(spacing: 10) { linkList }
        }
      }
    }

    private var linkList: some View {
      ForEach(page.links) { link in
        Link(destination: link.url) { Text(verbatim: link.label).lettered(.caption) }
      }
    }

    private func small(_ line: String) -> some View {
      Text(verbatim: line)
        .lettered(.caption)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
        .remoteStop()
    }
  }
#endif
