#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// Shows a feature, or its card in its place.
  private struct FeatureGate: ViewModifier {
    let feature: Feature.ID

    @Environment(TollgateClient.self) private var client

    func body(content: Content) -> some View {
      if LockedCardModel(client, feature: feature).standsIn {
        LockedCard(feature)
      } else {
        content
      }
    }
  }

  /// Shows a feature to everyone, blurred and with an unlock button for customers without access.
  private struct FeatureLock: ViewModifier {
    let feature: Feature.ID

    @Environment(TollgateClient.self) private var client

    func body(content: Content) -> some View {
      let model = LockedCardModel(client, feature: feature)
      if client.visibility(.lockForFree, feature: feature) == .locked {
        content
          .blur(radius: 7)
          .opacity(0.55)
          .allowsHitTesting(false)
          .accessibilityHidden(true)
          .overlay { FeatureVeil(model: model) }
      } else {
        content
      }
    }
  }

  private struct FeatureVeil: View {
    let model: LockedCardModel

    var body: some View {
      VStack(spacing: 10) {
        if let lock = model.lockIcon { Symbol(icon: lock).font(.title).foregroundStyle(.tint) }
        if let label = model.actionLabel {
          Button(label) { Task { await model.unlock() } }
            .mainButton()
            .accessibilityHint(model.accessibilityHint ?? "")
        }
      }
      .accessibilityElement(children: .contain)
      .accessibilityLabel(model.accessibilityLabel)
    }
  }

  extension View {
    /// Shows a view to customers who may use a feature, and the feature's ``LockedCard`` to all others.
    ///
    /// While access is unknown the view shows, since access is never removed on a guess; if the feature is passive, the
    /// card shows instead, unlocked, so that the view fetches nothing for customers without access.
    public func tollgate(_ feature: Feature.ID) -> some View {
      modifier(FeatureGate(feature: feature))
    }

    /// Shows a view to everyone; for customers without access to a feature it is blurred, with a button that shows the
    /// plans.
    public func lockForFree(feature: Feature.ID) -> some View {
      modifier(FeatureLock(feature: feature))
    }
  }
#endif
