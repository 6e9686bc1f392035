import Observation
import TollgateClient

/// A chat whose first session is free; then a paid trial of a hundred messages begins.
@MainActor
@Observable
final class CoachPaidModel {
  private(set) var messages: [String] = []
  private(set) var hasFailed = false
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

  /// Shows the paywall at every return, once discovery is over and until something is bought.
  func open() async { await client.register("chat") }

  func finishDiscovery() async {
    await client.reach("discovery-complete")
    await open()
  }
}
