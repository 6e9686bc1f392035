// refused: has no member 'glassEffect'
import SwiftUI

struct GlassWithoutAsking: View {
  var body: some View { Text("A title").glassEffect(.regular) }
}
