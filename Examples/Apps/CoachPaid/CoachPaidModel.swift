import Observation
import TollgateClient

/// A chat whose first session is free; then a paid trial of a hundred messages begins.
@MainActor
@Observable
final class CoachPaidModel {
  private(set) var messages: [String] = []
  private(set) var problem: String?
  var draft = ""

  private let client: TollgateClient
  private let coach: any Coach

  init(_ client: TollgateClient, coach: any Coach) {
    self.client = client
    self.coach = coach
  }

  /// Sends the draft, which stays in its field until the coach has answered.
  func send() async {
    let message = draft
    problem = nil
    do {
      let reply = try await client.perform("send-message") { try await coach.reply(to: message) }
      messages += [message, reply.value]
      if draft == message { draft = "" }
    } catch {
      problem = client.line(for: error)
    }
  }

  func finishDiscovery() async {
    await client.recordMilestone("discovery-complete")
    await client.register("chat")
  }
}
