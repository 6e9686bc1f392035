#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// Shows what the client presents, and tells it what is really on screen.
  struct PaywallPresenter: ViewModifier {
    let client: TollgateClient

    @State private var model: PaywallModel
    @State private var onScreen: PaywallPresentation?
    /// The showing that the customer swept away, while the client is told.
    @State private var dismissed: PaywallPresentation.ID?
    @State private var isAway = false
    @Environment(\.scenePhase) private var scenePhase

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

    /// The presentation is the client's: the system may only take it away.
    private var presentation: Binding<PaywallPresentation?> {
      Binding(
        get: { client.presentation.flatMap { $0.id == dismissed ? nil : $0 } },
        set: { item in
          guard item == nil else { return }
          dismissed = client.presentation?.id
          Task { await client.paywallClosed() }
        })
    }

    /// Other things than the background make a scene inactive, such as the store's own sheet: they are no leaving.
    private func sceneChanged() {
      switch scenePhase {
      case .background:
        isAway = true
        client.wentToBackground()
      case .active where isAway:
        isAway = false
        Task { await client.cameToForeground(showing: onScreen?.paywall) }
      default: break
      }
    }
  }

  extension View {
    /// Presents the paywalls of a client; once, at the root of an app.
    ///
    /// It also tells the client when the app leaves the screen and comes back, and which paywall is really on screen
    /// then. ``TollgateRoot`` does it already.
    public func tollgatePaywall(_ client: TollgateClient) -> some View {
      modifier(PaywallPresenter(client: client))
    }
  }
#endif
