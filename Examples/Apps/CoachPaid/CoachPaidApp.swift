import SwiftUI
import TollgateClient
import TollgateUI

@main
struct CoachPaidApp: App {
  @State private var client = TollgateClient(
    TollgateClient.Configuration(app: "coach-paid", server: server, serverKey: serverKey))

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

  var body: some View {
    VStack {
      PromptView("chat")
      List { ForEach(model.messages, id: \.self) { Text($0) } }
      if model.hasFailed { Text("That did not go through. Try again.") }
      TextField("Message", text: $model.draft)
      Button("Send") { Task { await model.send() } }
      if client.phase == .onboarding, !model.messages.isEmpty {
        Button("We know each other now") { Task { await model.finishDiscovery() } }
      }
    }
    .task { await model.open() }
    .task(id: client.phase) { if client.phase == .trial { await askForReminders(client) } }
  }
}
