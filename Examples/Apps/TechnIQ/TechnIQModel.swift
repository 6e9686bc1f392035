import Observation
import TollgateClient

/// Training with AI features that are Pro, two of them with one free use.
@MainActor
@Observable
final class TechnIQModel {
  private(set) var drills: [String] = []
  private(set) var recommendations: [String] = []
  private(set) var problem: String?

  private let client: TollgateClient
  private let maker: any DrillMaker

  init(_ client: TollgateClient, maker: any DrillMaker) {
    self.client = client
    self.maker = maker
  }

  /// Makes a drill; the free use is counted only if one is made.
  func makeDrill(_ wish: String, as feature: Feature.ID = "quick-drill") async {
    problem = nil
    do {
      drills.append(try await client.perform(feature) { try await maker.make(wish) }.value)
    } catch {
      problem = client.line(for: error)
    }
  }

  /// Fetches nothing for free customers, who see a locked card.
  func refresh() async throws {
    guard client.access(to: "recommendations").isAllowed else { return }
    recommendations = try await maker.recommend()
  }
}
