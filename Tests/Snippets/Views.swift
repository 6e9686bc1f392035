import SwiftUI

// What the snippets of `Views.md` use in addition.

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

/// As `tollgate generate swift` writes it.
enum RouteScreen: String { case onboarding, login, app }

struct OnboardingScreen: View {
  let done: () -> Void

  var body: some View { Button("Begin") { done() } }
}

struct LoginScreen: View {
  var body: some View { Text("Sign in") }
}
