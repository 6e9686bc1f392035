#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// The modifier that shows the client's presentation, and reports to the client what is really on screen.
  ///
  /// The client decides which paywall shows and when it ends. Two things it cannot see are reported to it: that the
  /// system dismissed the sheet, and which sheet survived the app's time in the background.
  struct PaywallPresenter: ViewModifier {
    /// The client whose ``TollgateClient/presentation`` is shown.
    let client: TollgateClient

    /// The texts and actions of the paywall on screen; one for the whole life of the app's root.
    @State private var model: PaywallModel
    /// The presentation whose sheet has appeared and not disappeared; nil if none is visible.
    @State private var onScreen: PaywallPresentation?
    /// The presentation that the customer dismissed, while the client is being notified.
    @State private var dismissed: PaywallPresentation.ID?
    /// Whether the app was in the background since the scene was last active.
    @State private var isAway = false
    @Environment(\.scenePhase) private var scenePhase

    /// Creates the presenter of a client's paywalls.
    init(client: TollgateClient) {
      self.client = client
      _model = State(initialValue: PaywallModel(client))
    }

    func body(content: Content) -> some View {
      content
        .overlay {
          if case .loading(let line) = model.state { ProgressCard(line: line) }
        }
        .sheet(item: presentation) { presentation in
          PaywallView(model)
            .frame(idealWidth: 420, idealHeight: 720)
            .onAppear { onScreen = presentation }
            .onDisappear { if onScreen?.id == presentation.id { onScreen = nil } }
        }
        .onChange(of: scenePhase) { sceneChanged() }
    }

    /// The sheet's item: the client's presentation, which the system can dismiss and nothing else can change.
    private var presentation: Binding<PaywallPresentation?> {
      Binding(
        get: { client.presentation.flatMap { $0.id == dismissed ? nil : $0 } },
        // The client learns of the dismissal asynchronously. Until then its presentation still exists, and without
        // `dismissed` the sheet would appear again.
        set: { item in
          guard item == nil else { return }
          dismissed = client.presentation?.id
          Task { await client.paywallClosed() }
        })
    }

    /// Reports to the client when the app left the foreground, and what is on screen when it is back.
    ///
    /// A scene also becomes inactive without leaving the foreground, for example under the store's own sheet. Only a
    /// return from the background counts.
    private func sceneChanged() {
      switch scenePhase {
      case .background:
        isAway = true
        client.wentToBackground()
      // Only after the background: the store's sheet, Control Center and alerts make a scene inactive as well.
      case .active where isAway:
        isAway = false
        Task { await client.cameToForeground(showing: onScreen?.paywall) }
      default: break
      }
    }
  }

  extension View {
    /// Presents the paywalls of a client; use it once, at the root of an app.
    ///
    /// It also notifies the client when the app leaves the foreground and returns, and of the paywall that is then on
    /// screen. ``TollgateRoot`` already does this.
    ///
    /// - Parameter client: The client; it must stay the same for as long as the view exists.
    /// - Returns: The view, with the client's paywall in a sheet over it.
    public func tollgatePaywall(_ client: TollgateClient) -> some View {
      modifier(PaywallPresenter(client: client))
    }
  }
#endif
