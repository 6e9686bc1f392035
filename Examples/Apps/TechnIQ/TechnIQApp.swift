import SwiftUI
import TollgateClient
import TollgateUI

@main
struct TechnIQApp: App {
  @State private var client = TollgateClient(
    TollgateClient.Configuration(app: "techniq", server: server, serverKey: serverKey))

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) { TechnIQScreen(TechnIQModel(client, maker: ServerDrillMaker())) }
    }
  }
}

struct TechnIQScreen: View {
  @State private var model: TechnIQModel
  @State private var wish = ""

  init(_ model: TechnIQModel) { _model = State(initialValue: model) }

  var body: some View {
    List {
      ForEach(model.drills, id: \.self) { Text($0) }
      if model.hasFailed { Text("The drill could not be made. Try again.") }
      TextField("Quick drill", text: $wish)
      Button("Make it") { Task { await model.makeDrill(wish) } }
      LockedCard("recommendations")
      ForEach(model.recommendations, id: \.self) { Text($0) }
      SubscriptionSettingsSection()
    }
    .task { try? await model.refresh() }
  }
}
