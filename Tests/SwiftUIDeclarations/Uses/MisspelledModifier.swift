// refused: has no member 'paddin'
import SwiftUI

struct MisspelledModifier: View {
  var body: some View { Text("A title").paddin() }
}
