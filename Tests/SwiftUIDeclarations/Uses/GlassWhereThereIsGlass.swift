// accepted
import SwiftUI

struct GlassWhereThereIsGlass: View {
  var body: some View {
    if #available(iOS 26, macOS 26, *) {
      GlassEffectContainer { Text("A { title").glassEffect(.regular.interactive(), in: .capsule) }
    } else {
      Text("A title").background(.regularMaterial, in: .capsule)
    }
  }
}
