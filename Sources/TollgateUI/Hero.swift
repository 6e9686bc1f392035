#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// The large symbol at the top of a screen that sells or welcomes.
  struct Hero: View {
    /// The icon's name in the blueprint; see ``Symbol``.
    let icon: String

    /// The side of its square in points, at the standard text size; it grows with the customer's.
    @ScaledMetric(relativeTo: .largeTitle) private var side: CGFloat = 92

    var body: some View {
      Symbol(icon: icon)
        .font(.system(size: side * 0.42, weight: .medium))
        .foregroundStyle(.white)
        .frame(width: side, height: side)
        .background(.tint, in: .rect(cornerRadius: side * 0.32))
    }
  }
#endif
