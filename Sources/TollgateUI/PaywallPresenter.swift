#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// Shows the client's presentation, and reports to the client what is really on screen.
  struct PaywallPresenter: ViewModifier {
    let client: TollgateClient

    @State private var model: PaywallModel
    @State private var onScreen: PaywallPresentation?
    /// The presentation that the customer dismissed, while the client is being notified.
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

    /// The presentation belongs to the client: the system may only dismiss it.
    private var presentation: Binding<PaywallPresentation?> {
      Binding(
        get: { client.presentation.flatMap { $0.id == dismissed ? nil : $0 } },
        set: { item in
          guard item == nil else { return }
          dismissed = client.presentation?.id
          Task { await client.paywallClosed() }
        })
    }

    /// A scene also becomes inactive without leaving the foreground, for example under the store's own sheet.
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
    /// Presents the paywalls of a client; use it once, at the root of an app.
    ///
    /// It also notifies the client when the app leaves the foreground and returns, and of the paywall that is then on
    /// screen. ``TollgateRoot`` already does this.
    public func tollgatePaywall(_ client: TollgateClient) -> some View {
      modifier(PaywallPresenter(client: client))
    }
  }
#endif
