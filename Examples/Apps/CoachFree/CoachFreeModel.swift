import Observation
import TollgateClient

/// A chat with a free week for everyone who signs up.
@MainActor
@Observable
final class CoachFreeModel {
  private(set) var messages: [String] = []
  private(set) var error: String?
  var draft = ""

  private let client: TollgateClient
  private let coach: any Coach

  init(_ client: TollgateClient, coach: any Coach) {
    self.client = client
    self.coach = coach
  }

  /// Opens the account with which the free week begins.
  func signUp(email: String, password: String) async {
    await attempt { try await client.signUp(email: email, password: password) }
  }

  /// Returns to an account, whose week has continued meanwhile.
  func signIn(email: String, password: String) async {
    await attempt { try await client.signIn(email: email, password: password) }
  }

  /// Leaves nothing for the next person on this device.
  func signOut() async {
    await client.signOut()
    messages = []
    draft = ""
  }

  /// Sends the draft, which stays in its field until the coach has answered.
  func send() async {
    let message = draft
    error = nil
    do {
      let reply = try await client.perform("send-message") { try await coach.reply(to: message) }
      messages += [message, reply.value]
      if draft == message { draft = "" }
    } catch {
      self.error = client.line(for: error)
    }
  }

  /// The coach remembered something that matters to the customer.
  func memoryLanded() async {
    await client.recordMilestone("memory-moment")
    await client.register("after-memory")
  }

  private func attempt(_ action: () async throws -> Void) async {
    do {
      try await action()
      error = nil
    } catch {
      self.error = client.line(for: error)
    }
  }
}
