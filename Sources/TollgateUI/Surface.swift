#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// The surface of a card or a bar.
  struct Surface: ViewModifier {
    var cornerRadius: CGFloat = 20

    @Environment(\.tollgateLook) private var look
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    @Environment(\.colorScheme) private var colorScheme

    func body(content: Content) -> some View {
      if look.isWarm {
        content
          .background(Tone.card(colorScheme), in: shape)
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
  }

  extension View {
    func surface(cornerRadius: CGFloat = 20) -> some View {
      modifier(Surface(cornerRadius: cornerRadius))
    }
  }
#endif
