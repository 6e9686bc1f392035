// accepted
import SwiftUI
import TollgateClient
import TollgateUI

@main
struct WholeApp: App {
  var body: some Scene {
    WindowGroup { Text("A title") }
  }
}
