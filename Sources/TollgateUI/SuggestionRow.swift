#if canImport(SwiftUI)
  import SwiftUI

  /// A symbol, a sentence and a secondary button, which moves below if it does not fit next to them.
  struct SuggestionRow: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String
    /// The suggestion, in the customer's language.
    let text: String
    /// The title of the button; nil for a suggestion without one.
    let label: String?
    /// The effect of pressing the button, for screen readers; nil if the title says it.
    let hint: String?
    /// The action of the button.
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

    /// The suggestion: next to the button it must fit on one line, above it it may wrap.
    private var sentence: some View { Text(verbatim: text).font(.subheadline) }

    /// The secondary button; empty without a title.
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
