import SwiftUI

// What the snippets of `Views.md` use besides.

struct AnalyticsChart: View {
  var body: some View { Text("Growth") }
}

struct ExportButton: View {
  var body: some View { Button("Export") {} }
}

@MainActor let screen: String? = nil
@MainActor func show(_ screen: String) {}
@MainActor func fetch() async {}
@MainActor func show(_ title: String, _ detail: String?, _ action: String?) {}
