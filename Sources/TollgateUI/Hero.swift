#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// The app's own art at the top of a screen that sells or welcomes, or a large symbol if it has none.
  struct Hero: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String
    /// The app's own art; nil if there isn't any.
    var art: PaywallPage.Art?
    /// How far the art reaches over the page's margins, in points, behind the title; nil if it is above the title.
    var bleed: CGFloat?

    /// The side of the symbol's square in points, at the standard text size; it grows with the customer's.
    @ScaledMetric(relativeTo: .largeTitle) private var side: CGFloat = 92
    @Environment(\.colorScheme) private var appearance
    @Environment(\.paywallLook) private var look
    @Environment(\.paywallTheme) private var theme

    var body: some View {
      if let art, let image = Image(art, isDark: appearance == .dark), let bleed {
        image
          .resizable()
          .scaledToFill()
          .frame(height: 280)
          .frame(maxWidth: .infinity)
          .clipped()
          .mask {
            LinearGradient(
              colors: [.black, .black, .clear], startPoint: .top, endPoint: .bottom)
          }
          .padding(.horizontal, -bleed)
          .padding(.top, -bleed)
          .padding(.bottom, -64)
          .accessibilityIgnoresInvertColors(true)
          .accessibilityLabel(art.label ?? "")
          .accessibilityHidden(art.label == nil)
      } else if let art, let image = Image(art, isDark: appearance == .dark) {
        image
          .resizable()
          .scaledToFit()
          .clipShape(.rect(cornerRadius: radius(or: 24)))
          .frame(maxWidth: 480, maxHeight: 240)
          .accessibilityIgnoresInvertColors(true)
          .accessibilityLabel(art.label ?? "")
          .accessibilityHidden(art.label == nil)
      } else {
        Symbol(icon: icon)
          .font(.system(size: side * 0.42, weight: .medium))
          .foregroundStyle(theme.map { Color($0.onAccent) } ?? .white)
          .frame(width: side, height: side)
          .background(fill, in: .rect(cornerRadius: radius(or: side * 0.32)))
      }
    }

    /// The tint, or the two colors of the skin.
    private var fill: AnyShapeStyle {
      guard let theme else { return AnyShapeStyle(.tint) }
      return AnyShapeStyle(
        LinearGradient(
          colors: [Color(theme.highlight), Color(theme.accent)], startPoint: .topLeading,
          endPoint: .bottomTrailing))
    }

    /// The radius of the corners of what is larger than a card; without a look, another one.
    private func radius(or other: CGFloat) -> CGFloat {
      guard let look else { return other }
      return CGFloat(look.cornerRadius) * 1.45
    }
  }
#endif
