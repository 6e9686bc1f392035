import Foundation
import Testing
import Tollgate

@testable import TollgateBlueprints

@Suite("Names as Swift constants")
struct SwiftConstantsTests {
  @Test(
    "every name becomes a valid identifier, and different names different ones",
    arguments: [
      (["quick-drill"], ["quickDrill"]), (["grobro.pro.yearly"], ["grobroProYearly"]),
      (["add_plant"], ["addPlant"]), (["AI"], ["ai"]), (["AICoach"], ["aICoach"]),
      (["3d-view"], ["_3dView"]), (["default", "in"], ["`default`", "`in`"]),
      (["self", "init", "type"], ["init_", "self_", "type_"]),
      (["a-b", "a.b", "aB"], ["aB", "aB2", "aB3"]), (["a-b", "a.b", "aB2"], ["aB", "aB3", "aB2"]),
      (["übung"], ["übung"]), (["訓練-一"], ["訓練一"]), (["🌱"], ["nameU1f331"]), ([], []),
    ] as [([String], [String])])
  func identifiers(names: [String], identifiers: [String]) {
    #expect(SwiftConstants.identifiers(for: names).map(\.identifier) == identifiers)
  }

  @Test("the order of the names in the file does not matter")
  func order() {
    let names = ["b", "a-b", "a.b", "c"]
    #expect(
      SwiftConstants.identifiers(for: names).map(\.identifier)
        == SwiftConstants.identifiers(for: names.reversed()).map(\.identifier))
  }

  @Test("SL-9 the screens of the routes become cases, over which an app's switch is complete")
  func screens() throws {
    let source = SwiftConstants(try blueprint("strikelab").definition).source
    #expect(
      source.hasSuffix(
        """

        /// The screens of the blueprint's routes.
        nonisolated enum RouteScreen: String, CaseIterable {
          case app = "app"
          case login = "login"
          case onboarding = "onboarding"
          case signUp = "sign-up"
          case workoutEditor = "workout-editor"
        }

        """))
  }

  /// `TollgateClientTests` compiles the file and uses it.
  @Test("the constants of a blueprint are what the client's tests compile")
  func compiled() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let written = try String(
      contentsOf: root.appendingPathComponent("TollgateClientTests/GroBroNames.swift"),
      encoding: .utf8)
    #expect(SwiftConstants(try blueprint("grobro").definition).source == written)
  }
}
