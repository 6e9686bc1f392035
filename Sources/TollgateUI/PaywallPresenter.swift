#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// The modifier that shows the client's presentation from one place, and reports to the client what is really on
  /// screen.
  ///
  /// The client decides which paywall shows, at which place and when it ends. What it cannot see is reported to it:
  /// which places exist, that the system dismissed the paywall, and what survived the app's time in the background.
  struct PaywallPresenter<Paywall: View>: ViewModifier {
    /// The client whose paywalls are shown.
    let client: TollgateClient
    /// How they are presented.
    let style: PaywallStyle
    let paywall: (PaywallModel) -> Paywall

    /// The texts and actions of the paywall on screen; one for the whole life of the place.
    @State private var model: PaywallModel
    /// This place.
    @State private var host = PaywallHost()
    /// The presentation that the customer dismissed, while the client is being notified.
    @State private var dismissed: PaywallPresentation.ID?
    /// The place that this one is over; nil at the root of a window.
    @Environment(\.paywallHost) private var below
    @Environment(\.scenePhase) private var scenePhase

    init(
      client: TollgateClient, style: PaywallStyle, paywall: @escaping (PaywallModel) -> Paywall
    ) {
      self.client = client
      self.style = style
      self.paywall = paywall
      _model = State(initialValue: PaywallModel(client))
    }

    func body(content: Content) -> some View {
      content
        .environment(\.paywallHost, host)
        .environment(\.paywallStyle, style)
        .environment(\.paywallPage, pageOverSheets)
        .overlay {
          if client.isLoadingPaywall(in: host), case .loading(let line) = model.state {
            ProgressCard(line: line)
          }
        }
        .presenting(presentation, style) { item in
          Group {
            if isOver(item) { Backdrop() } else { paywall(model) }
          }
          .interactiveDismissDisabled(!model.canClose)
          .environment(client)
          .onAppear { record(.paywallAppeared) }
          .onDisappear { if !isOver(item) { record(.paywallDisappeared) } }
        }
        .onAppear { record(.appeared(over: below)) }
        .onDisappear { record(.disappeared) }
        .onChange(of: scenePhase) { sceneChanged() }
    }

    /// The client's presentation at this place, which the system can dismiss and nothing else can change.
    private var presentation: Binding<PaywallPresentation?> {
      Binding(
        get: { client.presentation(in: host).flatMap { $0.id == dismissed ? nil : $0 } },
        // The client learns of the dismissal asynchronously. Until then its presentation still exists, and without
        // `dismissed` the paywall would appear again.
        set: { item in
          guard item == nil, let shown = client.presentation(in: host) else { return }
          dismissed = shown.id
          Task { await client.paywallClosed() }
        })
    }

    /// The view of a paywall, for the sheets over this place.
    private var pageOverSheets: (PaywallModel) -> AnyView { { AnyView(paywall($0)) } }

    /// Whether a presentation that leaves the screen has made way for an exit offer, which the model already describes.
    private func isOver(_ item: PaywallPresentation) -> Bool {
      client.presentation.map { $0.id != item.id } ?? false
    }

    /// Reports an event; events arrive in order, since all of them pass through the main actor.
    private func record(_ event: PaywallHost.Event) {
      Task { await client.record(event, of: host) }
    }

    /// Reports to the client when the window left the foreground, and when the customer uses it again.
    private func sceneChanged() {
      switch scenePhase {
      case .background: record(.leftForeground)
      case .active: record(.becameActive)
      default: break
      }
    }
  }

  /// The place of the nearest presenter, which a sheet inherits from the screen it is over.
  private struct PaywallHostKey: EnvironmentKey {
    static let defaultValue: PaywallHost? = nil
  }

  /// How the nearest presenter presents paywalls, for the sheets over it.
  private struct PaywallStyleKey: EnvironmentKey {
    static let defaultValue = PaywallStyle.sheet
  }

  /// The view in which the nearest presenter presents paywalls, for the sheets over it; nil without one.
  private struct PaywallPageKey: EnvironmentKey {
    static var defaultValue: ((PaywallModel) -> AnyView)? { nil }
  }

  extension EnvironmentValues {
    fileprivate var paywallHost: PaywallHost? {
      get { self[PaywallHostKey.self] }
      set { self[PaywallHostKey.self] = newValue }
    }

    fileprivate var paywallStyle: PaywallStyle {
      get { self[PaywallStyleKey.self] }
      set { self[PaywallStyleKey.self] = newValue }
    }

    fileprivate var paywallPage: ((PaywallModel) -> AnyView)? {
      get { self[PaywallPageKey.self] }
      set { self[PaywallPageKey.self] = newValue }
    }
  }

  /// The modifier that presents paywalls over a sheet, as the presenter below does.
  private struct SheetPresenter: ViewModifier {
    @Environment(TollgateClient.self) private var client
    @Environment(\.paywallStyle) private var style
    @Environment(\.paywallPage) private var page

    func body(content: Content) -> some View {
      if let page {
        content.modifier(PaywallPresenter(client: client, style: style, paywall: page))
      } else {
        content.modifier(PaywallPresenter(client: client, style: style) { PaywallView($0) })
      }
    }
  }

  extension View {
    /// Presents an item in a style.
    @ViewBuilder
    fileprivate func presenting<Item: Identifiable, Page: View>(
      _ item: Binding<Item?>, _ style: PaywallStyle, @ViewBuilder page: @escaping (Item) -> Page
    ) -> some View {
      #if os(macOS)
        sheet(item: item) { page($0).frame(idealWidth: 420, idealHeight: 720) }
      #else
        switch style {
        case .sheet: sheet(item: item) { page($0).frame(idealWidth: 420, idealHeight: 720) }
        case .fullScreen: fullScreenCover(item: item, content: page)
        }
      #endif
    }

    /// Presents paywalls over a sheet of the app, as ``TollgateRoot`` does over the first screen: with its client, its
    /// style and its view.
    ///
    /// A paywall cannot open underneath a sheet, so add this modifier to the contents of a sheet from which paywalls are
    /// requested. The topmost place of the window in which a paywall was requested shows it.
    ///
    /// ```swift
    /// .sheet(isPresented: $isAdding) { NewPlantForm().tollgatePaywall() }
    /// ```
    public func tollgatePaywall() -> some View { modifier(SheetPresenter()) }

    /// Presents the paywalls of a client from this place, the root of a window without ``TollgateRoot``.
    ///
    /// It also notifies the client when the window leaves the foreground and returns.
    ///
    /// - Parameter client: The client; it must stay the same for as long as the view exists.
    /// - Returns: The view, with the client's paywall over it.
    public func tollgatePaywall(
      _ client: TollgateClient, style: PaywallStyle = .sheet
    ) -> some View {
      tollgatePaywall(client, style: style) { PaywallView($0) }
    }

    /// Presents the paywalls of a client from this place in a view of the app.
    ///
    /// - Parameters:
    ///   - client: The client; it must stay the same for as long as the view exists.
    ///   - paywall: The app's view of a paywall, with the model of its texts, plans and actions.
    /// - Returns: The view, with the client's paywall over it.
    public func tollgatePaywall<Paywall: View>(
      _ client: TollgateClient, style: PaywallStyle = .sheet,
      @ViewBuilder paywall: @escaping (PaywallModel) -> Paywall
    ) -> some View {
      modifier(PaywallPresenter(client: client, style: style, paywall: paywall))
    }
  }
#endif
