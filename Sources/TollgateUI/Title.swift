#if canImport(SwiftUI)
  import SwiftUI

  /// A title in the look's typeface, which VoiceOver announces as a heading.
  struct Title: View {
    let text: String
    var style = Font.TextStyle.title

    @Environment(\.tollgateLook) private var look

    var body: some View {
      Text(verbatim: text)
        .font(.system(style, design: look.isWarm ? .serif : .default, weight: .bold))
        .accessibilityAddTraits(.isHeader)
    }
  }
#endif
