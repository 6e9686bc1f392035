// accepted
// snippet
import SwiftUI
import TollgateClient
import TollgateUI

@main
struct GardenApp: App {
  @State private var client = TollgateClient(
    app: "garden", server: server, serverKey: "p3Vb…the key that `tollgate serve` prints")

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) { GardenScreen() }
    }
  }
}
// end

let server = URL(filePath: "/")

// snippet
struct GardenScreen: View {
  var body: some View {
    List {
      PromptView("garden")
      AnalyticsChart().tollgate("analytics")
      ExportButton().lockForFree(feature: "export")
      SubscriptionSettingsSection()
    }
  }
}
// end

struct AnalyticsChart: View {
  var body: some View { Text("Growth") }
}

struct ExportButton: View {
  var body: some View { Button("Export") {} }
}

struct OtherParts: View {
  @Environment(TollgateClient.self) private var client
  @State private var showsPlans = false

  var body: some View {
    VStack {
      TrialBanner()
      LockedCard("analytics")
      Text("Thank you").showForPro()
      Text("Our conversation").tollgatePlacement("chat")
      Text("Growth").showForPro(feature: "analytics")
      Button("See plans") { showsPlans = true }.showForFree()
      Text("Three plants are free").hideForPro(entitlement: "pro")
      Button("Analytics") { Task { await client.gate("analytics") {} } }
    }
    .sheet(isPresented: $showsPlans) { UpgradeView(paywall: "upgrade").tollgatePaywall() }
    .tollgateLook(.warm)
  }
}

struct RootOfItsOwn: View {
  let client: TollgateClient

  var body: some View {
    OtherParts()
      .tollgatePaywall(client)
      .environment(client)
      .environment(\.tollgateLook, .glass)
  }
}
