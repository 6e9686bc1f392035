import SwiftUI
import TollgateClient
import TollgateUI

@main
struct CoachPaidApp: App {
  @State private var client = TollgateClient(
    app: "coach-paid", server: server, serverKey: serverKey)

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) {
        TabView {
          CoachPaidScreen(CoachPaidModel(client, coach: ServerCoach()))
          Form { SubscriptionSettingsSection() }
        }
      }
    }
  }
}

struct CoachPaidScreen: View {
  @Environment(TollgateClient.self) private var client
  @State private var model: CoachPaidModel

  init(_ model: CoachPaidModel) { _model = State(initialValue: model) }

  /// Whether the trial runs, and the welcome to it is closed.
  private var isInTrial: Bool { client.phase == .trial && client.presentation == nil }

  var body: some View {
    VStack {
      PromptView("chat")
      List { ForEach(model.messages, id: \.self) { Text($0) } }
      if let problem = model.problem { Text(problem) }
      TextField("Message", text: $model.draft)
      Button("Send") { Task { await model.send() } }
      if client.phase == .onboarding, !model.messages.isEmpty {
        Button("We know each other now") { Task { await model.finishDiscovery() } }
      }
    }
    // Every return shows the paywall, once discovery is over and until something is bought.
    .tollgatePlacement("chat")
    .task(id: isInTrial) { if isInTrial { await client.requestNotificationAuthorization() } }
  }
}
