public import Foundation
import Tollgate

/// Reads the lines of a string catalog into a blueprint, as `tollgate texts import` does.
///
/// Only lines that differ are written, each to the file that contains it; a line in a new language goes into the part
/// with that language if there is one, and otherwise next to the other languages. Comments and layout are kept. A
/// mistake in any line rejects the whole catalog, and texts that it lacks stay as they are.
///
/// ```swift
/// let imported = try TextImport.plan(file, from: data, named: "Localizable.xcstrings") { name in
///   try Data(contentsOf: folder.appendingPathComponent(name))
/// }
/// for file in imported.files { print(file.name) }  // texts/de.yml
/// ```
public struct TextImport: Sendable {
  /// A file that changes.
  public struct File: Hashable, Sendable {
    /// The blueprint's file name, or a part's path as the blueprint names it.
    public let name: String
    public let text: String
  }

  /// The files that change, in the order of the blueprint; none if the blueprint has all lines already.
  public let files: [File]
  /// The number of texts that change in each language, by BCP 47 code.
  public let changes: [String: Int]
  /// The texts, with their language, whose lines were not imported because they need review or are not translated:
  /// `plan.free (de)`.
  public let skipped: [String]
  /// The texts of the blueprint that the catalog lacks, which stay as they are.
  public let absent: [String]

  /// Compares a catalog with a blueprint.
  ///
  /// - Parameters:
  ///   - catalog: A `.xcstrings` file.
  ///   - name: Its name, as shown in diagnostics.
  ///   - takesUnreviewed: Whether lines that need review are imported too.
  ///   - storekit: Reads the blueprint's `.storekit` file, with which the result is checked.
  /// - Returns: What changes.
  /// - Throws: ``BlueprintFileError`` with every mistake in the catalog.
  public static func plan(
    _ file: BlueprintFile, from catalog: Data, named name: String, takesUnreviewed: Bool = false,
    storekit: (String) throws -> Data
  ) throws(BlueprintFileError) -> TextImport {
    let catalog = try StringCatalog.read(catalog, name: name)
    let reader = Reader(file: name)
    var comparison = TextComparison(
      file: file, catalog: catalog, takesUnreviewed: takesUnreviewed, reader: reader)
    comparison.run()
    try refuse(reader)
    let edit = TextEdit(file: file, reader: reader)
    let texts = edit.texts(with: comparison.changes)
    try refuse(reader)
    if !comparison.changes.isEmpty { try verify(texts, comparison.changes, file, storekit) }
    let files = zip(file.sources, texts).compactMap { source, text in
      source.text == text ? nil : File(name: source.name, text: text)
    }
    let known = Set(catalog.entries.filter { $0.key.exactly == nil }.map(\.key.text))
    return TextImport(
      files: files,
      changes: Dictionary(comparison.changes.map { ($0.language, 1) }, uniquingKeysWith: +),
      skipped: comparison.skipped,
      absent: file.blueprint.definition.texts.map(\.id).filter { !known.contains($0) }
        .map(\.rawValue).sorted())
  }

  /// Throws what was recorded, if anything was.
  private static func refuse(_ reader: Reader) throws(BlueprintFileError) {
    guard !reader.diagnostics.isEmpty else { return }
    throw BlueprintFileError(
      code: .notImportable, diagnostics: Array(Set(reader.diagnostics)).sorted())
  }

  /// Checks that the blueprint with the new files has exactly the imported lines.
  private static func verify(
    _ texts: [String], _ changes: [TextChange], _ file: BlueprintFile,
    _ storekit: (String) throws -> Data
  ) throws(BlueprintFileError) {
    let names = file.sources.map(\.name)
    let parts = Dictionary(uniqueKeysWithValues: zip(names, texts).dropFirst())
    let written = try BlueprintFile.parse(
      texts[0], name: names[0], parts: parts, files: file.files, refusing: .unusable,
      storekit: storekit)
    var expected = file.blueprint.definition
    for change in changes {
      guard let index = expected.texts.firstIndex(where: { $0.id == change.text }) else { continue }
      expected.texts[index] = LocalizedText(
        id: change.text,
        wordings: expected.texts[index].wordings.merging([change.language: change.wording]) { $1 })
    }
    guard
      Set(expected.texts) == Set(written.blueprint.definition.texts),
      written.blueprint.definition.features == expected.features
    else {
      throw BlueprintFileError(
        code: .notImportable,
        diagnostics: [
          BlueprintDiagnostic(
            file: names[0], line: 0, column: 0,
            message: "the texts cannot be written without changing something else")
        ])
    }
  }
}

extension BlueprintFileError.Code {
  /// The texts of a string catalog cannot be imported.
  public static let notImportable = Self(rawValue: "notImportable")
}

/// A text that changes in one language.
struct TextChange: Sendable {
  /// The text's name.
  let text: LocalizedText.ID
  /// The language, a BCP 47 code.
  let language: String
  /// The new lines, all of them.
  let wording: LocalizedText.Wording
}
