#if canImport(SwiftUI)
  import SwiftUI

  /// The background of a whole page: a warm paper tone, or a hint of the app's tint beneath glass.
  ///
  /// If transparency is reduced it is the system's own background, since a tint behind text lowers its contrast.
  struct Backdrop: View {
    @Environment(\.tollgateLook) private var look
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
      Group {
        if look.isWarm {
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
