#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  #if canImport(UIKit) && !os(watchOS)
    import Foundation
    import UIKit
  #endif

  /// The wrapper around an app's first screen: it provides the client to every view inside, starts it, and shows its
  /// paywalls.
  ///
  /// The client is launched, listens to the store for as long as a window exists, and is notified when the app leaves
  /// the foreground and returns, and when the device is unlocked for the first time after a restart. It fetches what
  /// has changed on the server whenever the app returns. Several windows share one client, which starts and listens
  /// once.
  ///
  /// ```swift
  /// WindowGroup {
  ///   TollgateRoot(client) { ContentView() }
  /// }
  /// ```
  ///
  /// An app with its own paywalls passes their view, which gets a model with everything on the page:
  ///
  /// ```swift
  /// TollgateRoot(client, style: .fullScreen, paywall: { MyPaywall($0) }) { ContentView() }
  /// ```
  public struct TollgateRoot<Content: View, Paywall: View>: View {
    /// The client that every view inside finds in its environment.
    private let client: TollgateClient
    /// How paywalls are presented.
    private let style: PaywallStyle
    /// The view of a paywall.
    private let paywall: (PaywallModel) -> Paywall
    /// The app's first screen.
    private let content: Content

    /// Wraps a screen with the client, and shows paywalls in a view of the app.
    ///
    /// - Parameters:
    ///   - client: The client; the app creates it once and keeps it.
    ///   - paywall: The app's view of a paywall, with the model of its texts, plans and actions. Swiping down is
    ///     disabled while the model says that the paywall may not be closed.
    public init(
      _ client: TollgateClient, style: PaywallStyle = .sheet,
      @ViewBuilder paywall: @escaping (PaywallModel) -> Paywall,
      @ViewBuilder content: () -> Content
    ) {
      self.client = client
      self.style = style
      self.paywall = paywall
      self.content = content()
    }

    /// The screen, with what is presented over it.
    public var body: some View {
      content
        .tollgatePaywall(client, style: style, paywall: paywall)
        .environment(client)
        .task { await client.launch() }
        // A task of its own: `launch()` ends, and listening does not before the view is removed.
        .task { await client.listenToStore() }
        #if canImport(UIKit) && !os(watchOS)
          .onReceive(
            NotificationCenter.default.publisher(
              for: UIApplication.protectedDataDidBecomeAvailableNotification)
          ) { _ in Task { await client.protectedDataBecameAvailable() } }
        #endif
    }
  }

  extension TollgateRoot where Paywall == PaywallView {
    /// Wraps a screen with the client.
    ///
    /// - Parameter client: The client; the app creates it once and keeps it.
    public init(
      _ client: TollgateClient, style: PaywallStyle = .sheet, @ViewBuilder content: () -> Content
    ) {
      self.init(client, style: style, paywall: { PaywallView($0) }, content: content)
    }
  }
#endif
