#if canImport(SwiftUI)
  public import SwiftUI
  import Tollgate
  import TollgateClient

  /// A screen and where it leads; two screens that lead to the same are different, as the app may stay on one of them.
  private struct RoutedScreen: Hashable {
    let name: String?
    let route: Route?
  }

  /// The modifier that follows the blueprint's routes from the screen that the app is on.
  private struct RouteFollowing<Screen: RawRepresentable<String>>: ViewModifier {
    @Binding var screen: Screen?

    @Environment(TollgateClient.self) private var client

    func body(content: Content) -> some View {
      let name = screen?.rawValue
      content.task(id: RoutedScreen(name: name, route: client.route(from: name))) {
        guard let route = client.followRoute(from: &screen) else { return }
        // In a task of its own: the new screen has another route, which cancels this one.
        Task { await client.showPaywall(of: route) }
      }
    }
  }

  extension View {
    /// Follows the blueprint's routes: moves the app, and shows the paywall of a route over its screen.
    ///
    /// Put it on the view that shows the current screen, inside ``TollgateRoot``.
    ///
    /// - Parameter screen: The screen that the app is on, which a route changes; nil at launch. Its type is the
    ///   `RouteScreen` that `tollgate generate swift` writes, or an enumeration of the app's own.
    public func tollgateRoutes<Screen: RawRepresentable<String>>(
      _ screen: Binding<Screen?>
    ) -> some View {
      modifier(RouteFollowing(screen: screen))
    }
  }
#endif
