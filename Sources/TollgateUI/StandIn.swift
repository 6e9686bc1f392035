#if canImport(SwiftUI)
  import SwiftUI

  /// A placeholder for a page: a line and at most one button.
  struct StandIn: View {
    let icon: String
    let line: String
    var button: String?
    var act: @MainActor () async -> Void = {}

    var body: some View {
      VStack(spacing: 16) {
        Symbol(icon: icon).font(.largeTitle).foregroundStyle(.tint)
        Text(verbatim: line).multilineTextAlignment(.center)
        if let button { Button(button) { Task { await act() } }.mainButton() }
      }
      .padding(28)
    }
  }

  /// A card that shows an operation in progress.
  struct ProgressCard: View {
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
