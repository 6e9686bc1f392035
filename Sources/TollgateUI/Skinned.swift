#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// A paywall's views in the look of the app's blueprint; without a skin they keep the app's tint.
  struct Skinned: ViewModifier {
    /// The look; nil if the blueprint has no skin.
    let look: PaywallLook?

    @Environment(\.colorScheme) private var system
    @Environment(\.font) private var font

    func body(content: Content) -> some View {
      if let look {
        let theme = look.theme(isDark: scheme(of: look) == .dark)
        content
          .font(look.skin.lettering.textFont.flatMap { Font($0, .body) } ?? font)
          .fontDesign(look.skin.lettering.texts.design)
          .fontWidth(look.skin.lettering.texts.width)
          .foregroundStyle(Color(theme.text), Color(theme.softText))
          .tint(Color(theme.accentText))
          .environment(\.paywallLook, look)
          .environment(\.paywallTheme, theme)
          .environment(\.colorScheme, scheme(of: look))
      } else {
        content
      }
    }

    private func scheme(of look: PaywallLook) -> ColorScheme {
      switch look.skin.appearance {
      case .automatic: system
      case .light: .light
      case .dark: .dark
      }
    }
  }

  extension View {
    /// Gives a page the look of the blueprint of a client.
    func skinned(by client: TollgateClient) -> some View {
      modifier(Skinned(look: client.blueprint?.definition.skin.map { PaywallLook($0) }))
    }
  }

  private struct PaywallLookKey: EnvironmentKey {
    static let defaultValue: PaywallLook? = nil
  }

  private struct PaywallThemeKey: EnvironmentKey {
    static let defaultValue: PaywallLook.Theme? = nil
  }

  extension EnvironmentValues {
    /// The look of the paywall that a view is on; nil elsewhere, and if the blueprint has no skin.
    var paywallLook: PaywallLook? {
      get { self[PaywallLookKey.self] }
      set { self[PaywallLookKey.self] = newValue }
    }

    /// The colors of that look in the view's appearance.
    var paywallTheme: PaywallLook.Theme? {
      get { self[PaywallThemeKey.self] }
      set { self[PaywallThemeKey.self] = newValue }
    }
  }

  extension Color {
    init(_ color: Skin.Color) {
      self.init(
        .sRGB, red: Double(color.red) / 255, green: Double(color.green) / 255,
        blue: Double(color.blue) / 255)
    }
  }

  extension Skin.Face {
    var design: SwiftUI.Font.Design {
      switch self {
      case .system, .condensed, .geometric: .default
      case .rounded: .rounded
      case .serif: .serif
      case .mono: .monospaced
      }
    }

    var width: SwiftUI.Font.Width {
      switch self {
      case .condensed: .condensed
      case .system, .rounded, .serif, .mono, .geometric: .standard
      }
    }
  }

  extension Skin.Weight {
    var font: SwiftUI.Font.Weight {
      switch self {
      case .medium: .medium
      case .semibold: .semibold
      case .bold: .bold
      case .heavy: .heavy
      }
    }
  }

  /// The button that buys, in the blueprint's look.
  struct SkinButtonStyle: ButtonStyle {
    let look: PaywallLook
    let theme: PaywallLook.Theme

    @Environment(\.isEnabled) private var isEnabled

    func makeBody(configuration: Configuration) -> some View {
      configuration.label
        .fontWeight(look.skin.button.weight.font)
        .foregroundStyle(Color(theme.onAccent))
        .padding(.horizontal, 18)
        .padding(.vertical, 8)
        .frame(minHeight: 52)
        // A radius of more than half its height gives round ends.
        .background(Color(theme.accent), in: .rect(cornerRadius: CGFloat(look.buttonRadius ?? 99)))
        .opacity(isEnabled ? configuration.isPressed ? 0.8 : 1 : 0.5)
    }
  }
#endif
