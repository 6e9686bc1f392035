// refused: write `if #available(iOS 26, macOS 26, *)
import SwiftUI

struct GlassOnOnePlatform: View {
  var body: some View {
    if #available(iOS 26, *) { Text("A title").glassEffect() } else { Text("A title") }
  }
}
