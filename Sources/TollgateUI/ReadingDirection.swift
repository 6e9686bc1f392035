#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  extension View {
    /// Lays a view out in the direction of the language that the client's lines are in, which may differ from the
    /// device's.
    ///
    /// For example, an app in Arabic whose blueprint has English texts only lays out its paywall from left to right.
    func readingDirection(of client: TollgateClient) -> some View {
      environment(
        \.layoutDirection, client.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight)
    }
  }
#endif
