import Foundation
import TollgateBlueprints
import TollgateExplorer
import TollgateServer
import TollgateWire

extension EditedBlueprint {
  /// Reads edited files as `tollgate check` does, without pictures, fonts and a search of histories.
  static let read: Reader = { files in
    guard let main = files.first else { return .mistaken(["There is no file."]) }
    do throws(BlueprintFileError) {
      let file = try BlueprintFile.parse(main, with: files.dropFirst())
      return .usable(
        StoredBlueprint(
          file.blueprint, revision: file.revision, findings: file.diagnostics.map(\.description),
          source: file.written))
    } catch {
      return .mistaken(error.diagnostics.map(\.description))
    }
  }
}

extension ProposalSearch {
  /// Searches as `tollgate revisions propose` does, on the caller's thread alone.
  static let quick: Run = { new, old, name, progress, isStopped in
    guard let main = new.source.first,
      let file = try? BlueprintFile.parse(main, with: new.source.dropFirst())
    else { return nil }
    var check = CheckedFile(file, named: main.path)
    check.search(
      Explorer.Options(isQuick: true, isSerial: true), against: old, named: name,
      progress: progress, isStopped: isStopped)
    return StoredBlueprint(
      file.blueprint, revision: file.revision, findings: check.findings, search: check.extent,
      coverage: check.coverage, source: file.written)
  }
}

extension BlueprintFile {
  /// Reads the text of a blueprint whose parts and `.storekit` file are among other texts.
  fileprivate static func parse(
    _ main: SourceFile, with others: ArraySlice<SourceFile>
  ) throws(BlueprintFileError) -> BlueprintFile {
    let texts = Dictionary(
      others.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
    return try parse(main.text, name: main.path, parts: texts) { name in
      guard let text = texts[name] else { throw CocoaError(.fileReadNoSuchFile) }
      return Data(text.utf8)
    }
  }
}
