#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// Shows a view or takes it out, by the client's table.
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
    /// Shows a view to those who have an entitlement, nil being any; also while that could not be told.
    public func showForPro(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.showForPro, entitlement: entitlement) })
    }

    /// Shows a view to those who may use a feature without a limit; also while that could not be told.
    public func showForPro(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.showForPro, feature: feature) })
    }

    /// Shows what sells to those who don't have an entitlement, nil being any; not while that could not be told.
    public func showForFree(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.showForFree, entitlement: entitlement) })
    }

    /// Shows what sells to those who may not use a feature without a limit; not while that could not be told.
    public func showForFree(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.showForFree, feature: feature) })
    }

    /// Takes a view out for those who have an entitlement, nil being any, and while that could not be told.
    public func hideForPro(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.hideForPro, entitlement: entitlement) })
    }

    /// Takes a view out for those who may use a feature without a limit, and while that could not be told.
    public func hideForPro(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.hideForPro, feature: feature) })
    }
  }
#endif
