import SwiftUI
import TollgateClient
import TollgateUI

@main
struct StrikeLabApp: App {
  @State private var client = TollgateClient(app: "strikelab", server: server, serverKey: serverKey)

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) { StrikeLabScreen(StrikeLabModel(client)) }
    }
  }
}

struct StrikeLabScreen: View {
  @Environment(TollgateClient.self) private var client
  @State private var screen: LabScreen?
  @State private var model: StrikeLabModel

  init(_ model: StrikeLabModel) { _model = State(initialValue: model) }

  var body: some View {
    Form {
      switch screen {
      case .onboarding: Button("Begin") { client.onboardingSeen() }
      case .login:
        AccountSections(model: model)
        SubscriptionSettingsSection()
      case .app:
        Button("Train") { Task { await model.train() } }
        Text("Rounds: \(model.rounds)")
        Skills(model: model).tollgate("track-progress")
        SubscriptionSettingsSection()
        AccountSections(model: model)
      case nil: ProgressView()
      }
    }
    .tollgateRoutes($screen)
  }
}

/// The level of each skill of the person who is signed in.
private struct Skills: View {
  @Environment(TollgateClient.self) private var client
  let model: StrikeLabModel
  @State private var levels: [String: Int] = [:]

  var body: some View {
    VStack {
      ForEach(levels.keys.sorted(), id: \.self) { Text("\($0): \(levels[$0] ?? 0)") }
    }
    .task(id: client.account) { if let read = try? await model.levels() { levels = read } }
  }
}

/// The way into an account, also for somebody who has bought without one, and the way out.
private struct AccountSections: View {
  @Environment(TollgateClient.self) private var client
  let model: StrikeLabModel
  @State private var email = ""
  @State private var password = ""

  var body: some View {
    if client.account == nil {
      Section("Account") {
        TextField("Email", text: $email)
        SecureField("Password", text: $password)
        Button("Sign in") { Task { await model.signIn(email: email, password: password) } }
        Button("Sign up") { Task { await model.signUp(email: email, password: password) } }
        if let error = model.error { Text(error) }
      }
    } else {
      Section("Account") { Button("Sign out") { Task { await model.signOut() } } }
      DeleteAccountSection()
    }
  }
}
