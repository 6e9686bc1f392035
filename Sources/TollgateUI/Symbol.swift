#if canImport(SwiftUI)
  import Foundation
  import SwiftUI
  import TollgateClient

  /// The system's symbol for a blueprint's icon; it is decorative and hidden from VoiceOver.
  ///
  /// An unknown name draws nothing, as `Image(systemName:)` does; `tollgate check` warns about names that are neither.
  struct Symbol: View {
    /// The icon's name in the blueprint, such as "bolt", or the name of an SF Symbol.
    let icon: String

    var body: some View {
      Image(systemName: Self.names[icon] ?? icon).accessibilityHidden(true)
    }

    /// The icons whose system symbol has a different name; a blueprint may use any other system symbol by its name.
    private static let names = [
      "back": "chevron.backward", "bolt": "bolt.fill", "chart": "chart.bar", "chat": "bubble.left",
      "check": "checkmark",
      "export": "square.and.arrow.up", "gear": "gearshape", "info": "info.circle",
      "mail": "envelope", "receipt": "doc.text", "refresh": "arrow.clockwise", "video": "play.tv",
      "water": "drop", "wave": "waveform",
    ]
  }

  /// A symbol on a tinted tile, which grows with the text next to it.
  ///
  /// The tile is decorative too: the text next to it must say everything.
  struct IconTile: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String

    /// The side of its square in points, at the standard text size.
    @ScaledMetric(relativeTo: .body) private var side: CGFloat = 34
    @Environment(\.paywallTheme) private var theme

    var body: some View {
      Symbol(icon: icon)
        .foregroundStyle(.tint)
        .frame(width: side, height: side)
        .background(fill, in: .rect(cornerRadius: side * 0.3))
    }

    private var fill: AnyShapeStyle {
      theme.map { AnyShapeStyle(Color($0.tint)) } ?? AnyShapeStyle(.tint.opacity(0.13))
    }
  }
#endif
