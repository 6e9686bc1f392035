#if canImport(SwiftUI)
  public import SwiftUI
  import TollgateClient

  /// The banner that shows how much is left of a trial, with a button to the plans; empty if there is nothing to show.
  ///
  /// It uses the client that ``TollgateRoot`` provides.
  ///
  /// During a trial it says how many days or uses are left, with a bar if uses are counted. After a trial it says how
  /// it ended, if the blueprint has a text for that. Where the blueprint has a prompt about the trial, with its own words
  /// and dismissals, use ``PromptView`` instead.
  public struct TrialBanner: View {
    @Environment(TollgateClient.self) private var client

    public init() {}

    public var body: some View {
      let model = TrialBannerModel(client)
      if let content = model.content {
        VStack(alignment: .leading, spacing: 8) {
          SuggestionRow(
            icon: content.icon, text: content.text, label: content.actionLabel,
            hint: content.accessibilityHint
          ) { await model.seePlans() }
          if let percent = content.percentLeft {
            // The text already says how much is left; a second reading as a percentage would only repeat it.
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
