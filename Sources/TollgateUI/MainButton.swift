#if canImport(SwiftUI)
  import SwiftUI

  /// The primary button of a view.
  struct MainButton: ViewModifier {
    @Environment(\.tollgateLook) private var look
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency

    func body(content: Content) -> some View {
      if look.isWarm || reduceTransparency {
        content.buttonStyle(.borderedProminent).buttonBorderShape(.roundedRectangle)
      } else if #available(iOS 26, macOS 26, *) {
        content.buttonStyle(.glassProminent)
      } else {
        content.buttonStyle(.borderedProminent).buttonBorderShape(.capsule)
      }
    }
  }

  extension View {
    func mainButton() -> some View { modifier(MainButton()) }
  }
#endif
