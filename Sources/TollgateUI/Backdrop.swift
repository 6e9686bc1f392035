#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// The background of a whole page: that of the blueprint's skin, a warm paper tone, or a hint of the app's tint beneath
  /// glass.
  ///
  /// If transparency is reduced, a page without a skin has the system's own background, since a tint behind text lowers
  /// its contrast; the colors of a skin are checked.
  struct Backdrop: View {
    @Environment(\.tollgateLook) private var look
    @Environment(\.paywallLook) private var skinned
    @Environment(\.paywallTheme) private var theme
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
      Group {
        if let skinned, let theme {
          SkinBackdrop(style: skinned.skin.background.style, theme: theme)
        } else if look.isWarm {
          Tone.paper(colorScheme)
        } else if reduceTransparency {
          Rectangle().fill(.background)
        } else {
          Rectangle().fill(.tint.opacity(0.12))
        }
      }
      .ignoresSafeArea()
    }
  }

  /// What a skin draws behind a page.
  private struct SkinBackdrop: View {
    let style: Skin.Background.Style
    let theme: PaywallLook.Theme

    var body: some View {
      GeometryReader { space in
        ZStack {
          Color(theme.page)
          switch style {
          case .plain: EmptyView()
          case .gradient:
            LinearGradient(
              colors: theme.background.map { Color($0) } + [Color(theme.page)],
              startPoint: .top, endPoint: .bottom)
          case .glow:
            ForEach(Array(glows.indices), id: \.self) { position in
              glow(at: position, in: space.size)
            }
          }
        }
      }
    }

    /// The places of the colors there are.
    private var glows: [PaywallLook.Glow] {
      Array(PaywallLook.glows.prefix(theme.background.count))
    }

    private func glow(at position: Int, in size: CGSize) -> some View {
      let glow = glows[position]
      let color = Color(theme.background[position])
      return RadialGradient(
        colors: [color, color.opacity(0)],
        center: UnitPoint(x: CGFloat(glow.x) / 100, y: CGFloat(glow.y) / 100), startRadius: 0,
        endRadius: max(
          size.width * CGFloat(glow.width) / 100, size.height * CGFloat(glow.height) / 100))
    }
  }

  /// The colors of the warm look, apart from the app's tint.
  enum Tone {
    /// The background of a page, on which cards stand out.
    static func paper(_ scheme: ColorScheme) -> Color {
      switch scheme {
      case .dark: Color(red: 0.1, green: 0.09, blue: 0.08)
      default: Color(red: 0.965, green: 0.937, blue: 0.894)
      }
    }

    /// The background of a card or a bar, one step lighter than the page in either color scheme.
    static func card(_ scheme: ColorScheme) -> Color {
      switch scheme {
      case .dark: Color(red: 0.16, green: 0.14, blue: 0.13)
      default: Color(red: 1, green: 0.98, blue: 0.945)
      }
    }
  }
#endif
