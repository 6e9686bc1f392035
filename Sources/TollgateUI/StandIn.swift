#if canImport(SwiftUI)
  import SwiftUI

  /// A placeholder for a page that has nothing to sell: a symbol, a line and at most one button.
  struct StandIn: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String
    /// Why there is no page, in the customer's language.
    let line: String
    /// The title of the button, such as "Try again"; nil for none.
    var button: String?
    /// The action of the button.
    var act: @MainActor () async -> Void = {}

    var body: some View {
      VStack(spacing: 16) {
        Symbol(icon: icon).font(.largeTitle).foregroundStyle(.tint)
        Text(verbatim: line).multilineTextAlignment(.center)
        if let button { Button(button) { Task { await act() } }.mainButton() }
      }
      .padding(28)
      .scrollingIfTall()
    }
  }

  /// A card over a page while a purchase or the loading of prices is in progress.
  ///
  /// VoiceOver treats it as modal: what it covers is disabled.
  struct ProgressCard: View {
    /// The operation in progress, in the customer's language.
    let line: String

    var body: some View {
      ProgressView { Text(verbatim: line).font(.callout) }
        .padding(24)
        .surface()
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits([.isModal, .updatesFrequently])
    }
  }
#endif
