import SwiftUI
import TollgateClient
import TollgateUI

@main
struct CoachFreeApp: App {
  @State private var client = TollgateClient(
    app: "coach-free", server: server, serverKey: serverKey)

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) {
        CoachFreeScreen(CoachFreeModel(client, coach: ServerCoach()))
      }
    }
  }
}

struct CoachFreeScreen: View {
  @Environment(TollgateClient.self) private var client
  @State private var model: CoachFreeModel

  init(_ model: CoachFreeModel) { _model = State(initialValue: model) }

  var body: some View {
    if client.account == nil {
      AccountForm(model: model)
    } else {
      TabView {
        Chat(model)
        Form {
          Section("Account") { Button("Sign out") { Task { await model.signOut() } } }
          SubscriptionSettingsSection()
          DeleteAccountSection()
          Section("About") { Text("Coach 1.0") }
        }
      }
      .task(id: client.phase) {
        if client.phase == .trial { await client.requestNotificationAuthorization() }
      }
    }
  }
}

private struct AccountForm: View {
  let model: CoachFreeModel
  @State private var email = ""
  @State private var password = ""

  var body: some View {
    Form {
      TextField("Email", text: $email)
      SecureField("Password", text: $password)
      Button("Sign up") { Task { await model.signUp(email: email, password: password) } }
      Button("Sign in") { Task { await model.signIn(email: email, password: password) } }
      if let error = model.error { Text(error) }
    }
  }
}

private struct Chat: View {
  @Bindable private var model: CoachFreeModel

  init(_ model: CoachFreeModel) { _model = Bindable(model) }

  var body: some View {
    VStack {
      PromptView("chat")
      List { ForEach(model.messages, id: \.self) { Text($0) } }
      if let error = model.error { Text(error) }
      TextField("Message", text: $model.draft)
      Button("Send") { Task { await model.send() } }
      if !model.messages.isEmpty {
        Button("You remembered") { Task { await model.memoryLanded() } }
      }
    }
  }
}
