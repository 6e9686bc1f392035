import Observation
import TollgateClient

/// Training with AI features that are Pro, two of them with one free use.
@MainActor
@Observable
final class TechnIQModel {
  private(set) var drills: [String] = []
  private(set) var recommendations: [String] = []
  private(set) var hasFailed = false

  private let client: TollgateClient
  private let maker: any DrillMaker

  init(_ client: TollgateClient, maker: any DrillMaker) {
    self.client = client
    self.maker = maker
  }

  /// Makes a drill; the free use is counted only if one is made.
  func makeDrill(_ wish: String) async {
    hasFailed = false
    do {
      drills.append(try await client.perform("quick-drill") { try await maker.make(wish) }.value)
    } catch is Denial {
      // The paywall was shown and closed.
    } catch {
      hasFailed = true
    }
  }

  /// Fetches nothing for free customers, who see a locked card.
  func refresh() async throws {
    guard client.access(to: "recommendations").isAllowed else { return }
    recommendations = try await maker.recommend()
  }
}
