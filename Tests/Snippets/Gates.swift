import SwiftUI

// What the snippets of `Gates.md` use besides.

struct Chart: View {
  var body: some View { Text("Growth") }
}
