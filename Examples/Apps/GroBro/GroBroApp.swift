import SwiftUI
import TollgateClient
import TollgateUI

@main
struct GroBroApp: App {
  @State private var client = TollgateClient(app: "grobro", server: server, serverKey: serverKey)

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) { GroBroScreen(GroBroModel(client)) }
    }
  }
}

struct GroBroScreen: View {
  @State private var model: GroBroModel

  init(_ model: GroBroModel) { _model = State(initialValue: model) }

  var body: some View {
    List {
      PromptView("garden")
      ForEach(model.plants, id: \.self) { plant in
        HStack {
          Text(plant)
          Button("Remove") { Task { try? await model.remove(plant) } }
        }
      }
      Button("Add a plant") { Task { try? await model.add("Fern") } }
      PromptView("analytics")
      Text("Growth, week by week").tollgate("analytics")
      PromptView("export")
      Button("Export") {}.lockForFree(feature: "export")
      SubscriptionSettingsSection()
    }
    .task { try? await model.open() }
  }
}
