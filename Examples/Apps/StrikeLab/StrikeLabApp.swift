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
  @State private var email = ""
  @State private var password = ""
  @State private var levels: [String: Int] = [:]

  init(_ model: StrikeLabModel) { _model = State(initialValue: model) }

  var body: some View {
    VStack {
      switch screen {
      case .app:
        List {
          ForEach(levels.keys.sorted(), id: \.self) { Text("\($0): \(levels[$0] ?? 0)") }
          SubscriptionSettingsSection()
        }
        .task { if let read = try? await model.levels() { levels = read } }
        Button("Sign out") { Task { await model.signOut() } }
      case .onboarding: Button("Begin") { client.onboardingSeen() }
      case .login:
        TextField("Email", text: $email)
        SecureField("Password", text: $password)
        Button("Sign in") { Task { await model.signIn(email: email, password: password) } }
        Button("Sign up") { Task { await model.signUp(email: email, password: password) } }
        if let error = model.error { Text(error) }
      case nil: ProgressView()
      }
    }
    .tollgateRoutes($screen)
  }
}
