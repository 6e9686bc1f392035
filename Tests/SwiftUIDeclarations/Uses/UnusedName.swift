// refused: was never used
import SwiftUI

struct UnusedName: View {
  var body: some View {
    let unused = 1
    Text("A title")
  }
}
