#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import Tollgate
  import TollgateClient

  /// A title in the typeface of the blueprint's skin, or else in that of the look, a serif for the warm one; VoiceOver
  /// announces it as a heading.
  struct Title: View {
    /// The title, in the customer's language.
    let text: String
    /// The text style, which sets the size and how it grows with the customer's.
    var style = Font.TextStyle.title

    @Environment(\.tollgateLook) private var look
    @Environment(\.paywallLook) private var skinned

    var body: some View {
      Text(verbatim: text)
        .font(font)
        .fontWidth(skinned?.titleFace.width)
        .textCase(skinned?.skin.lettering.hasCapitals == true ? .uppercase : nil)
        .accessibilityAddTraits(.isHeader)
    }

    private var font: Font {
      if let own = skinned?.titleFont, let font = Font(own, style) { return font.weight(.bold) }
      // What web pages have on Apple's systems; the other typefaces are designs of the system's.
      return skinned?.titleFace == .geometric
        ? .custom("Avenir Next", size: style.size, relativeTo: style).weight(.bold)
        : .system(style, design: design, weight: .bold)
    }

    private var design: Font.Design {
      skinned?.titleFace.design ?? (look.isWarm ? .serif : .default)
    }
  }
#endif
