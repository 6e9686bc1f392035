import SwiftUI
import TollgateClient
import TollgateUI

struct ContentView: View {
  @Environment(TollgateClient.self) private var client
  @State private var exports = 0

  var body: some View {
    List {
      Text("Exports so far: \(exports)")
      Button("Export") {
        Task { await client.gate("export") { exports += 1 } }
      }
      SubscriptionSettingsSection()
    }
  }
}
