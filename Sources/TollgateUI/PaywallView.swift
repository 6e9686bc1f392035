#if canImport(SwiftUI)
  public import Foundation
  public import SwiftUI
  public import Tollgate
  public import TollgateClient

  /// The paywall on screen: reasons to buy, plans in the customer's currency, and the outcome of a purchase.
  ///
  /// `tollgatePaywall(_:style:)` and ``TollgateRoot`` present it. An app that presents paywalls in its own way puts
  /// this view there, and calls `TollgateClient.paywallClosed()` when the system dismisses it. ``init(embedding:)`` is
  /// a paywall inside a screen of the app.
  ///
  /// Swiping down is disabled while the paywall may not be closed: during a purchase, and if the blueprint says
  /// `dismissible: false`, until the welcome.
  public struct PaywallView: View {
    /// What is shown.
    private enum Page {
      /// The paywall that the client presents.
      case presented(PaywallModel)
      /// The same as a web page of a server.
      case web(PaywallModel, server: URL)
      /// A paywall's page within a screen.
      case embedded(Paywall.ID?)
    }

    private let page: Page

    /// Creates the view of the paywall that a client presents; empty if it presents none.
    ///
    /// If the blueprint says `webPage: true` and the page is ready within a second, it shows the server's web page.
    ///
    /// - Parameter model: The model, which the app keeps for as long as it presents paywalls.
    public init(_ model: PaywallModel) { page = .presented(model) }

    /// Creates the view of the paywall that a client presents, as the server's web page whatever the blueprint says.
    ///
    /// The page sells what the native paywall does, with the store's prices. If it is not ready within a second
    /// (``WebPaywallLoading/patience``) or breaks down, the native paywall shows instead, as it does on systems without
    /// web views.
    ///
    /// - Parameter model: The model, which the app keeps for as long as it presents paywalls.
    public init(_ model: PaywallModel, pageFrom server: URL) {
      page = .web(model, server: server)
    }

    /// Creates a paywall within a screen of the app, such as a step of its onboarding or a tab.
    ///
    /// It loads the store's prices when it appears and has no close button. Placements are not involved, and it does
    /// not count as showing a paywall. It uses the client that ``TollgateRoot`` provides.
    ///
    /// - Parameter paywall: The paywall, as the blueprint names it under `paywalls:`; nil means the first one that
    ///   sells something the customer does not have.
    public init(embedding paywall: Paywall.ID?) { page = .embedded(paywall) }

    /// The page, with a close button if it was presented and may be closed.
    public var body: some View {
      switch page {
      case .presented(let model):
        if let server = model.pageServer {
          WebPaywall(model, server: server, native: PresentedPaywall(model: model))
        } else {
          PresentedPaywall(model: model)
        }
      case .web(let model, let server):
        WebPaywall(model, server: server, native: PresentedPaywall(model: model))
      case .embedded(let paywall): UpgradeView(paywall: paywall)
      }
    }
  }

  /// The paywall that the client presents.
  private struct PresentedPaywall: View {
    /// The texts and actions of the paywall on screen.
    let model: PaywallModel

    /// The presentation whose close button has waited long enough to show.
    @State private var waited: PaywallPresentation.ID?

    var body: some View {
      pages
        .environment(\.paywallPosition, model.progress?.position)
        .overlay(alignment: .topTrailing) {
          if let label = model.closeLabel, showsClose {
            // During a purchase it stays visible but disabled, so that the page does not jump.
            CloseButton(label: label) { Task { await model.close() } }
              .disabled(!model.canClose)
          }
        }
        .skinned(by: model.client)
        .readingDirection(of: model.client)
        .interactiveDismissDisabled(!model.canClose || !showsClose)
        .task(id: showing) {
          guard let delay else { return }
          do { try await Task.sleep(for: delay) } catch { return }
          waited = showing
        }
    }

    /// The page on screen, either one before the offer or the offer, below the bar that says which it is.
    @ViewBuilder private var pages: some View {
      if let progress = model.progress {
        VStack(spacing: 0) {
          StepBar(progress: progress) { model.goBack() }
          if let step = model.step {
            StepPage(
              step: step, proceed: { model.proceed() },
              answer: { position in Task { await model.answer(position) } }
            )
            .id(progress.position)
          } else {
            PlansPage(model: model)
          }
        }
        .background { Backdrop() }
      } else {
        PlansPage(model: model)
      }
    }

    /// How much later the close button shows; nil if it shows at once.
    private var delay: Duration? { model.page?.extras.closeDelay }

    /// The presentation on screen.
    private var showing: PaywallPresentation.ID? { model.client.presentation?.id }

    /// Whether the paywall may be closed now.
    private var showsClose: Bool { delay == nil || waited == showing || isWelcoming }

    private var isWelcoming: Bool {
      if case .welcome = model.state { true } else { false }
    }
  }
#endif
