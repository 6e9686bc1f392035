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
  /// The client is launched, listens to the store for as long as the view exists, and is notified when the app leaves
  /// the foreground and returns, and when the device is unlocked for the first time after a restart.
  ///
  /// ```swift
  /// WindowGroup {
  ///   TollgateRoot(client) { ContentView() }
  /// }
  /// ```
  public struct TollgateRoot<Content: View>: View {
    /// The client that every view inside finds in its environment.
    private let client: TollgateClient
    /// The app's first screen.
    private let content: Content

    /// Wraps a screen with the client.
    ///
    /// - Parameters:
    ///   - client: The client; the app creates it once and keeps it.
    ///   - content: The app's first screen.
    public init(_ client: TollgateClient, @ViewBuilder content: () -> Content) {
      self.client = client
      self.content = content()
    }

    /// The screen, with what is presented over it.
    public var body: some View {
      content
        .tollgatePaywall(client)
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
#endif
