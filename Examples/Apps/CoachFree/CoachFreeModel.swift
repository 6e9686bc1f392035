import Observation
import TollgateClient

/// A chat with a free week for everyone who signs up.
@MainActor
@Observable
final class CoachFreeModel {
  private(set) var messages: [String] = []
  private(set) var hasFailed = false
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
    do {
      try await client.signUp(email: email, password: password)
      error = nil
    } catch {
      self.error = error.message
    }
  }

  /// Sends the draft, which stays in its field until the coach has answered.
  func send() async {
    let message = draft
    hasFailed = false
    do {
      let reply = try await client.perform("send-message") { try await coach.reply(to: message) }
      messages += [message, reply.value]
      if draft == message { draft = "" }
    } catch is Denial {
      // The paywall was shown and closed.
    } catch {
      hasFailed = true
    }
  }

  /// The coach remembered something that matters to the customer.
  func memoryLanded() async {
    await client.reach("memory-moment")
    await client.register("after-memory")
  }
}
