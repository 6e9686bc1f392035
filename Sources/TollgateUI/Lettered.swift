#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  #if canImport(UIKit)
    import UIKit

    private typealias SystemFont = UIFont
  #elseif canImport(AppKit)
    import AppKit

    private typealias SystemFont = NSFont
  #endif

  /// A text style, in the font of the blueprint's skin, or else in the system's.
  private struct Lettered: ViewModifier {
    let style: Font.TextStyle

    @Environment(\.paywallLook) private var look

    func body(content: Content) -> some View {
      content.font(look?.skin.lettering.textFont.flatMap { Font($0, style) } ?? .system(style))
    }
  }

  extension View {
    /// Sets the text style of a page that may have a skin with a font of the app's own.
    func lettered(_ style: Font.TextStyle) -> some View { modifier(Lettered(style: style)) }
  }

  extension Font {
    /// A font that the app contains, in a style that scales with the customer's text size; nil if the app lacks the font.
    init?(_ font: Skin.Font, _ style: Font.TextStyle) {
      guard SystemFont(name: font.name, size: style.size) != nil else { return nil }
      self = .custom(font.name, size: style.size, relativeTo: style)
    }
  }

  extension Font.TextStyle {
    /// The size at the standard text size, in points.
    var size: CGFloat {
      switch self {
      case .largeTitle: 34
      case .title: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption: 12
      case .caption2: 11
      default: 17
      }
    }
  }
#endif
