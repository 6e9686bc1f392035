#if canImport(SwiftUI)
  import SwiftUI

  /// A small label in the tint's color, such as "Best value" on a plan or "Payment due" next to the current one.
  ///
  /// Its color is the environment's tint, so that `tint(_:)` turns it into a warning.
  struct Badge: View {
    /// The text, already in the customer's language.
    let text: String

    var body: some View {
      Text(verbatim: text)
        .lettered(.caption)
        .fontWeight(.bold)
        .padding(.horizontal, 8)
        .padding(.vertical, 2)
        .background(.tint.opacity(0.15), in: .capsule)
        .foregroundStyle(.tint)
    }
  }
#endif
