#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// The paywall on screen: reasons to buy, plans in the customer's currency, and the outcome of a purchase.
  ///
  /// `tollgatePaywall(_:)` and ``TollgateRoot`` present it; an app that presents paywalls in its own way puts this view
  /// there, and calls `TollgateClient.paywallClosed()` when the system dismisses it.
  ///
  /// Swiping down is disabled while the paywall may not be closed: during a purchase, and if the blueprint says
  /// `dismissible: false`, until the welcome.
  public struct PaywallView: View {
    /// The texts and actions of the paywall on screen.
    private let model: PaywallModel

    /// Creates the view of the paywall that a client presents; empty if it presents none.
    ///
    /// - Parameter model: The model, which the app keeps for as long as it presents paywalls.
    public init(_ model: PaywallModel) { self.model = model }

    /// The page, with a close button if it may be closed.
    public var body: some View {
      PlansPage(model: model)
        .overlay(alignment: .topTrailing) {
          if let label = model.page?.closeLabel { closeButton(label) }
        }
        .readingDirection(of: model.client)
        .interactiveDismissDisabled(!model.canClose)
    }

    /// The round button in the corner; it stays visible but disabled during a purchase, so that the page does not jump.
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
