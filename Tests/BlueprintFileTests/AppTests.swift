import BlueprintFile
import Foundation
import Testing
import Tollgate

/// Where the repository's blueprints are.
func blueprintPath(_ app: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Blueprints/\(app).yml").path
}

let apps = ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"]

@Suite("The five apps' blueprints")
struct AppTests {
  @Test("each loads without a mistake", arguments: apps)
  func loads(app: String) throws {
    let file = try BlueprintFile.load(path: blueprintPath(app))
    #expect(file.blueprint.app.id.rawValue == app)
    #expect(file.storekit == "\(app).storekit")
    #expect(file.revision.count == 64)
  }
}
