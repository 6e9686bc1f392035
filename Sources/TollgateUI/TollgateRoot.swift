#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient

  /// What an app puts around its first screen: it hands the client to every view within, starts it, and shows its
  /// paywalls.
  ///
  /// The client is launched, listens to the store for as long as the view is there, and is told when the app leaves the
  /// screen and comes back.
  public struct TollgateRoot<Content: View>: View {
    private let client: TollgateClient
    private let content: Content

    /// Puts the client around a screen.
    public init(_ client: TollgateClient, @ViewBuilder content: () -> Content) {
      self.client = client
      self.content = content()
    }

    /// The screen, and what lies over it.
    public var body: some View {
      content
        .tollgatePaywall(client)
        .environment(client)
        .task { await client.launch() }
        .task { await client.listenToStore() }
    }
  }
#endif
