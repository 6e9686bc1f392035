import SwiftUI

// What the snippets of `Gates.md` use besides.

struct Chart: View {
  var body: some View { Text("Growth") }
}

@MainActor func makeDrill() async throws -> String { "jab, cross" }
@MainActor func show(_ drill: String) {}
