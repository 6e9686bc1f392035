#if canImport(SwiftUI)
  import SwiftUI

  /// A title in the look's typeface, a serif for the warm one, which VoiceOver announces as a heading.
  struct Title: View {
    /// The title, in the customer's language.
    let text: String
    /// The text style, which sets the size and how it grows with the customer's.
    var style = Font.TextStyle.title

    @Environment(\.tollgateLook) private var look

    var body: some View {
      Text(verbatim: text)
        .font(.system(style, design: look.isWarm ? .serif : .default, weight: .bold))
        .accessibilityAddTraits(.isHeader)
    }
  }
#endif
