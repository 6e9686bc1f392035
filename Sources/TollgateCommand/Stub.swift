import AppStoreSimulator
import Foundation
import Logging
import TollgatePlayground
import TollgateServer

@main struct Stub {
  static func main() async throws {
    try await Playground.run(
      blueprints: "Blueprints", configuration: ServerConfiguration(port: 8099),
      chain: try SigningChain(), logger: Logger(label: "x"), onRunning: { print("http://127.0.0.1:\($0)") })
  }
}
