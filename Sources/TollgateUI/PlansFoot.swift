#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The lower part of a page that sells: the plans and the buttons, or why there are none.
  struct PlansFoot<Model: PlansModel>: View {
    let model: Model
    let page: PaywallPage

    var body: some View {
      VStack(spacing: 10) {
        switch model.state {
        case .empty(let message), .offline(let message): note(message)
        case .closed, .loading, .selling, .purchasing, .pending, .failed, .welcome, .owned: plans
        }
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

    @ViewBuilder private var plans: some View {
      VStack(spacing: 8) {
        ForEach(page.offers) { offer in
          PlanButton(offer: offer) { model.select(offer.id) }
        }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(page.offersLabel)
      Button {
        Task { await model.purchase() }
      } label: {
        Text(verbatim: page.purchaseLabel).fontWeight(.semibold).frame(maxWidth: .infinity)
      }
      .mainButton()
      .controlSize(.large)
      .disabled(!model.canPurchase)
    }

    @ViewBuilder private var links: some View {
      if !page.links.isEmpty {
        HStack(spacing: 18) {
          ForEach(page.links) { link in
            Link(destination: link.url) { Text(verbatim: link.label).font(.caption) }
          }
        }
      }
    }

    @ViewBuilder private func note(_ message: PaywallState.Message) -> some View {
      Title(text: message.title, style: .headline)
      Text(verbatim: message.line).font(.callout).multilineTextAlignment(.center)
      if let label = message.tryAgainLabel {
        Button(label) { Task { await model.tryAgain() } }.mainButton()
      }
    }

    private func small(_ line: String) -> some View {
      Text(verbatim: line)
        .font(.caption)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
    }
  }
#endif
