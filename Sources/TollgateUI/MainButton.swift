#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The style of a view's primary button: that of the blueprint's skin, or else prominent glass where
  /// the look and the system have it, filled otherwise.
  ///
  /// Glass is avoided if transparency is reduced: the contrast of a label on it depends on what is behind it.
  struct MainButton: ViewModifier {
    @Environment(\.tollgateLook) private var look
    @Environment(\.paywallLook) private var skinned
    @Environment(\.paywallTheme) private var theme
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency

    func body(content: Content) -> some View {
      if let skinned, let theme {
        content.buttonStyle(SkinButtonStyle(look: skinned, theme: theme))
      } else if look.isWarm || reduceTransparency {
        content.buttonStyle(.borderedProminent).buttonBorderShape(.roundedRectangle)
      } else {
        #if os(visionOS)
          content.buttonStyle(.borderedProminent).buttonBorderShape(.capsule)
        #else
          if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) {
            content.buttonStyle(.glassProminent)
          } else {
            content.buttonStyle(.borderedProminent).buttonBorderShape(.capsule)
          }
        #endif
      }
    }
  }

  extension View {
    /// Styles the one button that a view is there for, such as "Subscribe"; a view has at most one.
    func mainButton() -> some View { modifier(MainButton()) }

    /// Makes a button large, where its size can be chosen; tvOS has one size.
    func largeControl() -> some View {
      #if os(tvOS)
        self
      #else
        controlSize(.large)
      #endif
    }
  }
#endif
