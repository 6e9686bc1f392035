#if canImport(SwiftUI)
  import SwiftUI

  /// The background of a whole page: a warm paper tone, or a hint of the app's tint beneath glass.
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

  /// The colours of the warm look.
  enum Tone {
    static func paper(_ scheme: ColorScheme) -> Color {
      switch scheme {
      case .dark: Color(red: 0.1, green: 0.09, blue: 0.08)
      default: Color(red: 0.965, green: 0.937, blue: 0.894)
      }
    }

    static func card(_ scheme: ColorScheme) -> Color {
      switch scheme {
      case .dark: Color(red: 0.16, green: 0.14, blue: 0.13)
      default: Color(red: 1, green: 0.98, blue: 0.945)
      }
    }
  }
#endif
