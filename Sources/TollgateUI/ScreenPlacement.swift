#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The modifier that requests a placement when its screen appears and whenever the app returns to it.
  ///
  /// The client counts the returns, which Control Center or the sheet of Face ID do not change. While the membership is unknown
  /// there is no answer, so the placement is requested again once it is known.
  private struct ScreenPlacement: ViewModifier {
    let placement: Placement.ID

    @Environment(TollgateClient.self) private var client
    /// Whether the membership was unknown when the placement was last requested.
    @State private var isUnanswered = false

    func body(content: Content) -> some View {
      content
        .onChange(of: client.returns, initial: true) { request() }
        .onChange(of: client.phase) { if isUnanswered, client.phase != .unknown { request() } }
    }

    /// Requests the placement in a task that outlasts the screen, since the paywall does too.
    private func request() {
      isUnanswered = false
      Task { isUnanswered = await client.register(placement) == .skipped(.unknown) }
    }
  }

  extension View {
    /// Shows a placement's paywall over a screen, if the blueprint says so, when the screen appears and whenever the app
    /// returns to it from the background.
    ///
    /// - Parameter placement: The placement's name in the blueprint, which decides how often the paywall shows.
    public func tollgatePlacement(_ placement: Placement.ID) -> some View {
      modifier(ScreenPlacement(placement: placement))
    }
  }
#endif
