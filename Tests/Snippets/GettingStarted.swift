import SwiftUI

// What the snippets of `GettingStarted.md` use in addition.

struct GardenScreen: View {
  var body: some View { Text("Garden") }
}
