import Foundation
import TollgateBlueprints
import TollgateServer
import TollgateWire

extension EditedBlueprint {
  /// Reads edited files as `tollgate check` does, without pictures, fonts and a search of histories.
  static let read: Reader = { files in
    guard let main = files.first else { return .mistaken(["There is no file."]) }
    let others = Dictionary(
      files.dropFirst().map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
    do throws(BlueprintFileError) {
      let file = try BlueprintFile.parse(main.text, name: main.path, parts: others) { name in
        guard let text = others[name] else { throw CocoaError(.fileReadNoSuchFile) }
        return Data(text.utf8)
      }
      return .usable(
        StoredBlueprint(
          file.blueprint, revision: file.revision, findings: file.diagnostics.map(\.description),
          source: file.written))
    } catch {
      return .mistaken(error.diagnostics.map(\.description))
    }
  }
}
