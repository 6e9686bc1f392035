#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// Shows or hides a view by the client's visibility rules.
  private struct ShownByRule: ViewModifier {
    let visibility: @MainActor (TollgateClient) -> VisibilityRule.Visibility

    @Environment(TollgateClient.self) private var client

    func body(content: Content) -> some View {
      switch visibility(client) {
      case .visible, .locked: content
      case .hidden: EmptyView()
      }
    }
  }

  extension View {
    /// Shows a view to customers who have an entitlement, where nil means any, and while that is unknown.
    public func showForPro(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.showForPro, entitlement: entitlement) })
    }

    /// Shows a view to customers who may use a feature without a limit, and while that is unknown.
    public func showForPro(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.showForPro, feature: feature) })
    }

    /// Shows what sells to customers without an entitlement, where nil means any; hidden while that is unknown.
    public func showForFree(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.showForFree, entitlement: entitlement) })
    }

    /// Shows what sells to customers who may not use a feature without a limit; hidden while that is unknown.
    public func showForFree(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.showForFree, feature: feature) })
    }

    /// Hides a view from customers who have an entitlement, where nil means any, and while that is unknown.
    public func hideForPro(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.hideForPro, entitlement: entitlement) })
    }

    /// Hides a view from customers who may use a feature without a limit, and while that is unknown.
    public func hideForPro(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.hideForPro, feature: feature) })
    }
  }
#endif
