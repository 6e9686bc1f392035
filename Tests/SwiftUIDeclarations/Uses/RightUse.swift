// accepted
import SwiftUI

struct RightUse: View {
  @State private var count = 0
  @Environment(\.accessibilityReduceMotion) private var reduceMotion

  var body: some View {
    VStack(alignment: .leading) {
      Text("A title").font(.title).accessibilityAddTraits(.isHeader)
      if count > 0 { Text(verbatim: "\(count)") }
      Button("More") { count += 1 }.disabled(reduceMotion)
      ForEach(0..<3) { Text(verbatim: "\($0)") }
    }
    .task { count = 1 }
  }
}
