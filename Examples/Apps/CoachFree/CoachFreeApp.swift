import SwiftUI
import TollgateClient
import TollgateUI

@main
struct CoachFreeApp: App {
  @State private var client = TollgateClient(
    TollgateClient.Configuration(app: "coach-free", server: server, serverKey: serverKey))

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) {
        TabView {
          CoachFreeScreen(CoachFreeModel(client, coach: ServerCoach()))
          Form { SubscriptionSettingsSection() }
        }
      }
    }
  }
}

struct CoachFreeScreen: View {
  @State private var model: CoachFreeModel

  init(_ model: CoachFreeModel) { _model = State(initialValue: model) }

  var body: some View {
    VStack {
      PromptView("chat")
      List { ForEach(model.messages, id: \.self) { Text($0) } }
      if model.hasFailed { Text("That did not go through. Try again.") }
      TextField("Message", text: $model.draft)
      Button("Send") { Task { await model.send() } }
    }
  }
}
