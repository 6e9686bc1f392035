import SwiftUI
import TollgateClient
import TollgateUI

@main
struct TechnIQApp: App {
  @State private var client = TollgateClient(app: "techniq", server: server, serverKey: serverKey)

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) { TechnIQScreen(TechnIQModel(client, maker: ServerDrillMaker())) }
    }
  }
}

struct TechnIQScreen: View {
  @Environment(TollgateClient.self) private var client
  @State private var model: TechnIQModel
  @State private var wish = ""

  init(_ model: TechnIQModel) { _model = State(initialValue: model) }

  var body: some View {
    List {
      ForEach(model.drills, id: \.self) { Text($0) }
      if let problem = model.problem { Text(problem) }
      TextField("A drill for", text: $wish)
      Button("Quick drill") { Task { await model.makeDrill(wish) } }
      Button("Custom drill") { Task { await model.makeDrill(wish, as: "custom-drill") } }
      LockedCard("recommendations")
      ForEach(model.recommendations, id: \.self) { Text($0) }
      SubscriptionSettingsSection()
    }
    .task(id: client.phase) { try? await model.refresh() }
  }
}
