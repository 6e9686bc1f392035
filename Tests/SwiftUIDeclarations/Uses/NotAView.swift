// refused: conform to 'View'
import SwiftUI

struct NotAView: View {
  var body: some View {
    VStack {
      Text("A title")
      "a string"
    }
  }
}
