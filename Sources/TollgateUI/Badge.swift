#if canImport(SwiftUI)
  import SwiftUI

  /// A label that makes something stand out.
  struct Badge: View {
    let text: String

    var body: some View {
      Text(verbatim: text)
        .font(.caption)
        .fontWeight(.bold)
        .padding(.horizontal, 8)
        .padding(.vertical, 2)
        .background(.tint.opacity(0.15), in: .capsule)
        .foregroundStyle(.tint)
    }
  }
#endif
