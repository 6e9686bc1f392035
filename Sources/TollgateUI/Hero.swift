#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TollgateClient

  /// The app's own art at the top of a screen that sells or welcomes, or a large symbol if it has none.
  struct Hero: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String
    /// The app's own art; nil if there isn't any.
    var art: PaywallPage.Art?

    /// The side of the symbol's square in points, at the standard text size; it grows with the customer's.
    @ScaledMetric(relativeTo: .largeTitle) private var side: CGFloat = 92
    @Environment(\.colorScheme) private var appearance

    var body: some View {
      if let art, let image = Image(art, isDark: appearance == .dark) {
        image
          .resizable()
          .scaledToFit()
          .clipShape(.rect(cornerRadius: 24))
          .frame(maxWidth: 480, maxHeight: 240)
          .accessibilityIgnoresInvertColors(true)
          .accessibilityLabel(art.label ?? "")
          .accessibilityHidden(art.label == nil)
      } else {
        Symbol(icon: icon)
          .font(.system(size: side * 0.42, weight: .medium))
          .foregroundStyle(.white)
          .frame(width: side, height: side)
          .background(.tint, in: .rect(cornerRadius: side * 0.32))
      }
    }
  }
#endif
