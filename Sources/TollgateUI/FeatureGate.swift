#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The modifier that shows a feature, or its card in its place.
  private struct FeatureGate: ViewModifier {
    /// The feature that decides.
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

  /// The modifier that shows a feature to everyone, blurred and with an unlock button for customers without access.
  private struct FeatureLock: ViewModifier {
    /// The feature that decides.
    let feature: Feature.ID

    @Environment(TollgateClient.self) private var client

    func body(content: Content) -> some View {
      let model = LockedCardModel(client, feature: feature)
      if client.visibility(.lockForFree, feature: feature) == .locked {
        content
          .blur(radius: 7)
          .opacity(0.55)
          // A keyboard, a switch or a remote must not reach it either.
          .disabled(true)
          .allowsHitTesting(false)
          // Blurred content must not be readable by VoiceOver either.
          .accessibilityHidden(true)
          .overlay { FeatureVeil(model: model) }
      } else {
        content
      }
    }
  }

  /// The lock and the button that lie over a blurred feature.
  private struct FeatureVeil: View {
    /// The feature's card, whose texts and action the veil shares.
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
    ///
    /// The view does not appear while the card replaces it, so it may fetch its content in `task`:
    ///
    /// ```swift
    /// AdvancedCharts().tollgate("advanced-charts")
    /// ```
    ///
    /// - Parameter feature: The feature, as the blueprint names it under `features:`.
    /// - Returns: The view or the card, following the client as its membership changes.
    public func tollgate(_ feature: Feature.ID) -> some View {
      modifier(FeatureGate(feature: feature))
    }

    /// Shows a view to everyone, blurred and with an unlock button for customers without access to a feature.
    ///
    /// The view exists and loads what it shows: use `tollgate(_:)` for content that must not be fetched. While locked
    /// it is disabled and VoiceOver reads only the button; while access is unknown it is not locked.
    ///
    /// - Parameter feature: The feature, as the blueprint names it under `features:`.
    /// - Returns: The view, or the view under a veil.
    public func lockForFree(feature: Feature.ID) -> some View {
      modifier(FeatureLock(feature: feature))
    }
  }
#endif
