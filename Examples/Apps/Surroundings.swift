import Foundation

// What an app has of its own: the address of its server, and calls to it. The five apps share this file.

// swift-format-ignore: NeverForceUnwrap
let server = URL(string: "https://api.example.com")!
let serverKey = "p3Vb…the key that `tollgate serve` prints"

/// Answers a message.
protocol Coach: Sendable {
  func reply(to message: String) async throws -> String
}

struct ServerCoach: Coach {
  func reply(to message: String) async throws -> String { "…" }
}

/// Makes drills.
protocol DrillMaker: Sendable {
  func make(_ wish: String) async throws -> String
  func recommend() async throws -> [String]
}

struct ServerDrillMaker: DrillMaker {
  func make(_ wish: String) async throws -> String { wish }
  func recommend() async throws -> [String] { [] }
}
