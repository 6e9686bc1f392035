import Observation
import TollgateClient

/// The screens that the blueprint's routes lead to.
enum LabScreen: String { case onboarding, login, app }

/// The account, and the training that is for subscribers.
@MainActor
@Observable
final class StrikeLabModel {
  private(set) var error: String?
  private(set) var rounds = 0

  private let client: TollgateClient

  init(_ client: TollgateClient) { self.client = client }

  func signUp(email: String, password: String) async {
    await attempt { try await client.signUp(email: email, password: password) }
  }

  func signIn(email: String, password: String) async {
    await attempt { try await client.signIn(email: email, password: password) }
  }

  func signOut() async { await client.signOut() }

  func train() async { await client.gate("train") { rounds += 1 } }

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
