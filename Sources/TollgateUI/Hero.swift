#if canImport(SwiftUI)
  import Foundation
  import SwiftUI

  /// The large symbol at the top of a screen that sells or welcomes.
  struct Hero: View {
    let icon: String

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
