import SwiftUI

// What the snippets of `GettingStarted.md` use besides.

struct GardenScreen: View {
  var body: some View { Text("Garden") }
}
