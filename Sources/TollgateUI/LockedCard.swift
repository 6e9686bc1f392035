#if canImport(SwiftUI)
  public import SwiftUI
  public import Tollgate
  import TollgateClient

  /// The teaser of a feature: what it does, how much of it is left or that it is locked, and the button to unlock it.
  ///
  /// It uses the client that ``TollgateRoot`` provides.
  ///
  /// For customers with access it stays, without lock and button, and shows how much is left: "3 left today".
  public struct LockedCard: View {
    /// The feature that the card is about.
    private let feature: Feature.ID

    @Environment(TollgateClient.self) private var client
    @Environment(\.openURL) private var openURL

    /// Creates the card of a feature.
    ///
    /// - Parameter feature: The feature, as the blueprint names it under `features:`.
    public init(_ feature: Feature.ID) { self.feature = feature }

    public var body: some View {
      let model = LockedCardModel(client, feature: feature)
      VStack(alignment: .leading, spacing: 12) {
        HStack(spacing: 14) {
          IconTile(icon: model.icon)
          VStack(alignment: .leading, spacing: 2) {
            HStack(spacing: 6) {
              SwiftUI.Text(verbatim: model.title).font(.headline)
              if let lock = model.lockIcon { Symbol(icon: lock).foregroundStyle(.secondary) }
            }
            if let detail = model.detail {
              SwiftUI.Text(verbatim: detail).font(.subheadline).foregroundStyle(.secondary)
            }
          }
          .frame(maxWidth: .infinity, alignment: .leading)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(model.accessibilityLabel)
        SwiftUI.Text(verbatim: model.statusLine).font(.footnote).foregroundStyle(.secondary)
        if let label = model.actionLabel {
          Button(label) {
            Task {
              await model.unlock()
              if let page = model.pageToOpen { openURL(page) }
            }
          }
          .mainButton()
          .accessibilityHint(model.accessibilityHint ?? "")
        }
      }
      .padding(16)
      .surface()
      .readingDirection(of: client)
    }
  }
#endif
