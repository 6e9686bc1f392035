#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// The paywall on screen: reasons to buy, plans in the customer's currency, and what becomes of a purchase.
  ///
  /// `tollgatePaywall(_:)` and ``TollgateRoot`` present it; an app that presents paywalls in a way of its
  /// own puts it there, and says `TollgateClient.paywallClosed()` where the system takes it away.
  public struct PaywallView: View {
    private let model: PaywallModel

    /// Draws the paywall that a client presents; nothing where it presents none.
    public init(_ model: PaywallModel) { self.model = model }

    /// The page, with a button that closes it where it may be closed.
    public var body: some View {
      PlansPage(model: model)
        .overlay(alignment: .topTrailing) {
          if let label = model.page?.closeLabel { closeButton(label) }
        }
        .readingDirection(of: model.client)
        .interactiveDismissDisabled(!model.canClose)
    }

    private func closeButton(_ label: String) -> some View {
      Button {
        Task { await model.close() }
      } label: {
        Image(systemName: "xmark")
          .font(.headline)
          .frame(width: 44, height: 44)
          .contentShape(.circle)
      }
      .buttonStyle(.plain)
      .surface(cornerRadius: 22)
      .padding(12)
      .disabled(!model.canClose)
      .accessibilityLabel(label)
    }
  }
#endif
