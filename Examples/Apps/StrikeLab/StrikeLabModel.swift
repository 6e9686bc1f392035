import Observation
import TollgateClient

/// Where the app is, and how it gets in: onboarding, login, and the app for those who subscribe.
@MainActor
@Observable
final class StrikeLabModel {
  private(set) var screen: String?
  private(set) var error: String?

  private let client: TollgateClient

  init(_ client: TollgateClient) { self.client = client }

  /// Goes where the blueprint's table says; called whenever that changes.
  func move() {
    guard let route = client.route(from: screen) else { return }
    if let next = route.screen { screen = next }
    if screen == "app" { client.acknowledgeSubscription() }
    Task { await client.showPaywall(of: route) }
  }

  func finishOnboarding() { client.onboardingSeen() }

  func signUp(email: String, password: String) async {
    await attempt { try await client.signUp(email: email, password: password) }
  }

  func signIn(email: String, password: String) async {
    await attempt { try await client.signIn(email: email, password: password) }
  }

  func signOut() async { await client.signOut() }

  func levels() async throws -> [String: Int] {
    try await client.profile()["user_levels"].reduce(into: [:]) {
      $0[$1.row] = $1["level"]?.integer
    }
  }

  private func attempt(_ action: () async throws -> Void) async {
    do {
      try await action()
      error = nil
      await client.register("after-login")
    } catch {
      self.error = client.line(for: error)
    }
  }
}
