#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// The wrapper around an app's first screen: it provides the client to every view inside, starts it, and shows its
  /// paywalls.
  ///
  /// The client is launched, listens to the store for as long as the view exists, and is notified when the app leaves
  /// the foreground and returns.
  public struct TollgateRoot<Content: View>: View {
    private let client: TollgateClient
    private let content: Content

    /// Wraps a screen with the client.
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
        .task { await client.listenToStore() }
    }
  }
#endif
