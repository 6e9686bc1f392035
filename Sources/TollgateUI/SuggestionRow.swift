#if canImport(SwiftUI)
  import SwiftUI

  /// A symbol, a sentence and a secondary button, which moves below if it does not fit beside them.
  struct SuggestionRow: View {
    let icon: String
    let text: String
    let label: String?
    let hint: String?
    let act: @MainActor () async -> Void

    var body: some View {
      HStack(spacing: 12) {
        Symbol(icon: icon).foregroundStyle(.tint)
        ViewThatFits(in: .horizontal) {
          HStack {
            sentence.lineLimit(1)
            Spacer(minLength: 8)
            button
          }
          VStack(alignment: .leading, spacing: 6) {
            sentence
            button
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }

    private var sentence: some View { Text(verbatim: text).font(.subheadline) }

    @ViewBuilder private var button: some View {
      if let label {
        Button(label) { Task { await act() } }
          .font(.subheadline)
          .fontWeight(.semibold)
          .accessibilityHint(hint ?? "")
      }
    }
  }
#endif
