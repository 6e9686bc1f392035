#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The modifier that shows or hides a view by the client's visibility rules.
  ///
  /// `VisibilityRule` has the table of all answers. A hidden view is removed, so it neither takes space nor fetches
  /// anything.
  private struct ShownByRule: ViewModifier {
    /// The rule's answer for the current membership; read in `body`, so that the view follows the client.
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
    ///
    /// - Parameter entitlement: The entitlement, as the blueprint's products name it; nil means any.
    public func showForPro(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.showForPro, entitlement: entitlement) })
    }

    /// Shows a view to customers who may use a feature without a limit, and while that is unknown.
    ///
    /// - Parameter feature: The feature; a customer with some uses left of it counts as free.
    public func showForPro(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.showForPro, feature: feature) })
    }

    /// Shows what sells to customers without an entitlement, where nil means any; hidden while that is unknown.
    ///
    /// - Parameter entitlement: The entitlement, as the blueprint's products name it; nil means any.
    public func showForFree(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.showForFree, entitlement: entitlement) })
    }

    /// Shows what sells to customers who may not use a feature without a limit; hidden while that is unknown.
    ///
    /// - Parameter feature: The feature; a customer with some uses left of it counts as free.
    public func showForFree(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.showForFree, feature: feature) })
    }

    /// Hides a view from customers who have an entitlement, where nil means any, and while that is unknown.
    ///
    /// - Parameter entitlement: The entitlement, as the blueprint's products name it; nil means any.
    public func hideForPro(entitlement: Entitlement.ID? = nil) -> some View {
      modifier(ShownByRule { $0.visibility(.hideForPro, entitlement: entitlement) })
    }

    /// Hides a view from customers who may use a feature without a limit, and while that is unknown.
    ///
    /// - Parameter feature: The feature; a customer with some uses left of it counts as free.
    public func hideForPro(feature: Feature.ID) -> some View {
      modifier(ShownByRule { $0.visibility(.hideForPro, feature: feature) })
    }
  }
#endif
