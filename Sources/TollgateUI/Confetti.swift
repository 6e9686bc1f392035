#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// Confetti that falls once, in under 2 seconds; nothing if motion is reduced.
  ///
  /// The pieces' colors, columns and delays follow from their numbers, so that every run looks the same and a
  /// screenshot can be compared.
  struct Confetti: View {
    @Environment(\.accessibilityReduceMotion) private var reduceMotion
    /// Set when the view appears, which starts every piece's animation from above the top to below the bottom.
    @State private var hasFallen = false

    var body: some View {
      if !reduceMotion {
        GeometryReader { space in
          ForEach(0..<32) { number in
            RoundedRectangle(cornerRadius: 2)
              .fill(Color(hue: Double(number * 67 % 360) / 360, saturation: 0.8, brightness: 0.95))
              .frame(width: 9, height: 15)
              .rotationEffect(.degrees(hasFallen ? Double(400 + number * 40) : 0))
              .position(
                x: space.size.width * CGFloat(number * 37 % 100) / 100,
                y: hasFallen ? space.size.height + 30 : -30
              )
              .animation(
                .easeIn(duration: 1.2 + Double(number % 5) * 0.05)
                  .delay(Double(number * 53 % 90) * 0.005),
                value: hasFallen)
          }
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
        .onAppear { hasFallen = true }
      }
    }
  }
#endif
