#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TollgateClient

  /// The surface of a card or a bar, in the look and as the customer's accessibility settings allow.
  ///
  /// | look | transparency | surface |
  /// |---|---|---|
  /// | warm | any | a solid card with a soft shadow |
  /// | glass | reduced | a solid card with a border |
  /// | glass | allowed | glass from iOS 26 and macOS 26 on, a material before |
  ///
  /// A solid card on a paywall has the colors of the blueprint's skin.
  struct Surface: ViewModifier {
    /// The radius of its corners in points; the warm look takes 4 points off.
    var cornerRadius: CGFloat = 20

    @Environment(\.tollgateLook) private var look
    @Environment(\.paywallTheme) private var theme
    @Environment(\.accessibilityReduceTransparency) private var reduceTransparency
    @Environment(\.colorScheme) private var colorScheme

    func body(content: Content) -> some View {
      if look.isWarm {
        content
          .background(theme.map { Color($0.card) } ?? Tone.card(colorScheme), in: shape)
          .overlay { shape.strokeBorder(edge ?? Color.primary.opacity(0.1)) }
          .shadow(color: Color.black.opacity(0.05), radius: 3, y: 2)
      } else if reduceTransparency {
        content
          .background(fill, in: shape)
          .overlay { shape.strokeBorder(edge ?? Color.primary.opacity(0.2)) }
      } else {
        #if os(visionOS)
          content.background(.regularMaterial, in: shape)
        #else
          if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) {
            content.glassEffect(.regular, in: shape)
          } else {
            content.background(.regularMaterial, in: shape)
          }
        #endif
      }
    }

    /// The color of a solid card.
    private var fill: AnyShapeStyle {
      theme.map { AnyShapeStyle(Color($0.card)) } ?? AnyShapeStyle(.background)
    }

    /// The color of its outline in a skin; nil without one.
    private var edge: Color? { theme.map { Color($0.edge) } }

    /// The outline, with tighter corners on paper than on glass.
    private var shape: RoundedRectangle {
      RoundedRectangle(cornerRadius: look.isWarm ? cornerRadius - 4 : cornerRadius)
    }
  }

  extension View {
    /// Puts a view on a card or a bar.
    ///
    /// - Parameter cornerRadius: The radius of its corners in points.
    /// - Returns: The view with a background.
    func surface(cornerRadius: CGFloat = 20) -> some View {
      modifier(Surface(cornerRadius: cornerRadius))
    }
  }
#endif
