import Foundation
import SwiftUI
import TollgateClient
import TollgateUI

// swift-format-ignore: NeverForceUnwrap
let server = URL(string: "http://127.0.0.1:8080")!
let serverKey = "p3Vb…the key that `tollgate dev` prints"

@main
struct GardenApp: App {
  @State private var client = TollgateClient(app: "garden", server: server, serverKey: serverKey)

  var body: some Scene {
    WindowGroup {
      TollgateRoot(client) { ContentView() }
    }
  }
}
