#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// What a card or a bar is drawn on.
  struct Surface: ViewModifier {
    var cornerRadius: CGFloat = 20

    @Environment(\.tollgateLook) private var look
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    @Environment(\.colorScheme) private var colorScheme

    func body(content: Content) -> some View {
      if look.isWarm {
        content
          .background(card, in: shape)
          .overlay { shape.strokeBorder(Color.primary.opacity(0.1)) }
          .shadow(color: Color.black.opacity(0.05), radius: 3, y: 2)
      } else if reduceTransparency {
        content
          .background(.background, in: shape)
          .overlay { shape.strokeBorder(Color.primary.opacity(0.2)) }
      } else if #available(iOS 26, macOS 26, *) {
        content.glassEffect(.regular, in: shape)
      } else {
        content.background(.regularMaterial, in: shape)
      }
    }

    private var shape: RoundedRectangle {
      RoundedRectangle(cornerRadius: look.isWarm ? cornerRadius - 4 : cornerRadius)
    }

    private var card: Color {
      switch colorScheme {
      case .dark: Color(red: 0.16, green: 0.14, blue: 0.13)
      default: Color(red: 1, green: 0.98, blue: 0.945)
      }
    }
  }

  extension View {
    func surface(cornerRadius: CGFloat = 20) -> some View {
      modifier(Surface(cornerRadius: cornerRadius))
    }
  }
#endif
