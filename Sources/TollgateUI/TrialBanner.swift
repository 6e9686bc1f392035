#if canImport(SwiftUI)
  public import SwiftUI
  import TollgateClient

  /// How much is left of a trial, and the way to the plans; nothing where there is nothing to say.
  ///
  /// It takes the client that ``TollgateRoot`` hands down.
  public struct TrialBanner: View {
    @Environment(TollgateClient.self) private var client

    /// Draws the banner of the client.
    public init() {}

    /// The banner.
    public var body: some View {
      let model = TrialBannerModel(client)
      if let content = model.content {
        VStack(alignment: .leading, spacing: 8) {
          SuggestionRow(
            icon: content.icon, text: content.text, label: content.actionLabel,
            hint: content.accessibilityHint
          ) { await model.seePlans() }
          if let percent = content.percentLeft {
            ProgressView(value: Double(percent), total: 100).accessibilityHidden(true)
          }
        }
        .padding(14)
        .surface()
        .readingDirection(of: client)
      }
    }
  }
#endif
