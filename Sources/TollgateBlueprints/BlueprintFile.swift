import Crypto
public import Foundation
public import Tollgate
public import TollgateAppStore

/// A usable blueprint read from a YAML file.
///
/// ## Topics
/// - Reading: ``load(path:)``, ``loadDespiteMistakes(path:)``, ``parse(_:name:parts:files:storekit:)``, ``BlueprintFileError``
/// - Contents: ``blueprint``, ``diagnostics``, ``accepted``, ``revision``, ``parts``
/// - Format: ``BlueprintSchema``
/// - Checking: ``BlueprintCheck``
///
/// ## Overview
/// A file is read in steps. Each works on what the one before could read, so that one run finds every mistake:
///
/// 1. YAML becomes a tree with positions, and frequent mistakes in its syntax are repaired.
/// 2. The trees of the file's parts are merged into it.
/// 3. Named conditions are written out wherever their names are used.
/// 4. Forms turn the tree into a draft; unknown keys, missing keys and values of another type are recorded.
/// 5. The products of a `.storekit` file are added.
/// 6. The engine validates the definition, and names that do not exist are recorded at their position.
/// 7. The tone list and the advice are checked.
///
/// Everything that reads a blueprint reads it here, and so refuses the same mistakes: `tollgate check`, `serve`,
/// `simulate`, `revisions`, the playground and tests. What cannot be intended is a mistake too, such as a rule that
/// never applies. Only what is served already, or not translated yet, is read with such mistakes, and never run:
/// ``loadDespiteMistakes(path:)``.
///
/// ```swift
/// let file = try BlueprintFile.load(path: "coach.yml")
/// for warning in file.diagnostics { print(warning) }
/// let blueprint = file.blueprint
/// ```
public struct BlueprintFile: Sendable {
  /// The blueprint, validated and indexed.
  public let blueprint: Blueprint
  /// Things worth checking, in the order of the file; and from ``loadDespiteMistakes(path:)``, what cannot be intended.
  public let diagnostics: [BlueprintDiagnostic]
  /// The SHA-256 of the file, its parts, pictures and fonts, and the `.storekit` file it names, in hexadecimal.
  ///
  /// It changes with every byte, comments included. Servers and clients compare it to find out whether they have the
  /// same blueprint.
  public let revision: String
  /// The name of the `.storekit` file next to it, if its products come from one.
  public let storekit: String?
  package let storekitContents: Data?
  /// The products that a simulated store sells: those of the `.storekit` file, or those defined in the blueprint; nil if
  /// there aren't any.
  public let store: StoreKitConfiguration?
  /// The findings of a search that are intended.
  public let accepted: [AcceptedFinding]
  /// The file and its parts, in the order in which it names them.
  package let sources: [BlueprintSource]
  /// What the forms noted.
  let notes: BlueprintNotes
  /// How many steps its checks took; see ``CheckedWork``.
  package let checkedSteps: Int

  /// The paths of its parts, as it names them: relative to its folder.
  public var parts: [String] { sources.dropFirst().map(\.name) }

  /// The contents of its pictures and fonts, by their paths.
  var files: [String: Data] {
    let fonts = notes.fonts.mapValues { Data($0.bytes) }
    return notes.pictures.mapValues { Data($0.bytes) }.merging(fonts) { first, _ in first }
  }

  /// The greatest number of bytes in a blueprint, a part or a `.storekit` file: 1 MiB.
  public static let byteLimit = 1_048_576

  /// Reads a file, and the parts, the pictures, the fonts and the `.storekit` file that it names.
  ///
  /// - Throws: ``BlueprintFileError`` with every mistake found.
  public static func load(path: String) throws(BlueprintFileError) -> BlueprintFile {
    try load(path, refusing: .everyMistake)
  }

  /// Reads a file also if it says something that cannot be intended, not to run it: to compare with what is served
  /// already, to explain what that did, or to complete its texts.
  ///
  /// Such mistakes are among its ``diagnostics``, as errors.
  ///
  /// - Throws: ``BlueprintFileError`` if it cannot be used at all.
  public static func loadDespiteMistakes(path: String) throws(BlueprintFileError) -> BlueprintFile {
    try load(path, refusing: .unusable)
  }

  /// Which files are refused.
  package enum Strictness {
    /// Those with any mistake.
    case everyMistake
    /// Those from which no blueprint can be built.
    case unusable
  }

  private static func load(
    _ path: String, refusing strictness: Strictness
  ) throws(BlueprintFileError) -> BlueprintFile {
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent
    return try read(
      text(of: url, named: name), name: name, identity: url.resolvingSymlinksInPath().path,
      refusing: strictness,
      part: { part in
        let file = try PartName.file(part, of: url)
        return (try data(of: file), file.path)
      }, file: { try data(of: PartName.file($0, of: url)) },
      storekit: { file in
        try data(of: url.deletingLastPathComponent().appendingPathComponent(file))
      })
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - name: The file's name, as shown in diagnostics.
  ///   - parts: The texts of its parts, by their paths.
  ///   - files: The contents of its pictures and fonts, by their paths.
  ///   - storekit: Reads the `.storekit` file with a name.
  /// - Throws: ``BlueprintFileError`` with every mistake found.
  public static func parse(
    _ yaml: String, name: String, parts: [String: String] = [:], files: [String: Data] = [:],
    storekit: (String) throws -> Data
  ) throws(BlueprintFileError) -> BlueprintFile {
    try parse(
      yaml, name: name, parts: parts, files: files, refusing: .everyMistake,
      storekit: storekit)
  }

  /// Reads a text, and refuses it only for some mistakes.
  package static func parse(
    _ yaml: String, name: String, parts: [String: String] = [:], files: [String: Data] = [:],
    refusing strictness: Strictness, storekit: (String) throws -> Data
  ) throws(BlueprintFileError) -> BlueprintFile {
    try read(
      yaml, name: name, identity: name, refusing: strictness,
      part: { part in
        guard let text = parts[part] else {
          throw BlueprintFileReadError(message: "there is no such file")
        }
        return (Data(text.utf8), part)
      },
      file: { path in
        guard let data = files[path] else {
          throw BlueprintFileReadError(message: "there is no such file")
        }
        return data
      }, storekit: storekit)
  }

  /// Reads a text, its parts, its pictures and fonts, and its products.
  private static func read(
    _ yaml: String, name: String, identity: String, refusing strictness: Strictness,
    part: (String) throws -> (data: Data, identity: String),
    file load: @escaping (String) throws -> Data, storekit: (String) throws -> Data
  ) throws(BlueprintFileError) -> BlueprintFile {
    let document = try YAMLDocument.read(yaml, file: name)
    let reader = Reader(file: name, diagnostics: document.diagnostics)
    reader.isRepaired = document.isRepaired
    reader.fileData = load
    let main = BlueprintSource(name: name, text: yaml, root: document.root)
    let sources = try PartReading(main: main, reader: reader).sources(
      identity: identity, read: part)
    let root = NamedConditions.writtenOut(in: PartMerge.tree(of: sources, reader), reader)
    guard var draft = BlueprintForms.blueprint.read(root, reader) else { throw failure(reader) }
    var hash = SHA256()
    hash.update(data: Data(yaml.utf8))
    for source in sources.dropFirst() {
      // A byte that no UTF-8 text contains, so that moving text from one file to the other changes the hash.
      hash.update(data: [0xFF] + Data(source.name.utf8) + [0xFF] + Data(source.text.utf8))
    }
    for (path, picture) in reader.blueprint.pictures.sorted(by: { $0.key < $1.key }) {
      // Their own hashes, as a picture may contain any byte.
      hash.update(data: [0xFE] + Data(path.utf8) + Data(SHA256.hash(data: picture.bytes)))
    }
    for (path, font) in reader.blueprint.fonts.sorted(by: { $0.key < $1.key }) {
      hash.update(data: [0xFE] + Data(path.utf8) + Data(SHA256.hash(data: font.bytes)))
      draft.definition.fonts.append(font)
    }
    var file: String?
    var contents: Data?
    var store: StoreKitConfiguration?
    switch draft.products {
    case nil: break
    case .written(let products):
      draft.definition.products = products.map(\.product)
      store = StoreKitConfiguration(products, language: reader.blueprint.language)
    case .file(let name, let currency, let entitlements, let lengths, let needs):
      file = name
      let products = StoreKitProducts(
        file: name, currency: currency, entitlements: entitlements, lengths: lengths,
        needs: needs,
        fillers: Set(draft.definition.credits.flatMap { $0.sources.map(\.product) }),
        node: root["products"] ?? root, language: reader.blueprint.language)
      guard let data = products.contents(from: storekit, reader) else { break }
      contents = data
      // A byte that no YAML text contains, for the same reason.
      hash.update(data: [0])
      hash.update(data: data)
      guard let read = products.read(data, reader) else { break }
      draft.definition.products = read.products
      store = read.store
    }
    reader.blueprint.familyShareable = store?.familyShareable ?? []
    draft.definition.texts += reader.blueprint.texts
    DefaultsAdvice(definition: draft.definition, root: root, reader: reader).checkNames()
    let blueprint = Resolution(draft: draft, root: root, reader: reader).blueprint()
    reader.noteUnsoughtNames(in: root)
    StandardTone(definition: draft.definition, root: root, reader: reader).check()
    // Decided before the advice, whose errors are about what is meant.
    let isUsable = reader.errorCount == 0
    Advice(
      definition: draft.definition, root: root, reader: reader, accepted: draft.accepted
    ).note()
    let revision = hash.finalize().hexadecimal
    guard let blueprint, isUsable, strictness == .unusable || reader.errorCount == 0 else {
      throw failure(
        reader, draft.app.map { BlueprintFileError.Identity(app: $0.id, revision: revision) })
    }
    return BlueprintFile(
      blueprint: blueprint, diagnostics: reader.sortedDiagnostics, revision: revision,
      storekit: file, storekitContents: contents, store: store,
      accepted: draft.accepted.map { finding in
        var finding = finding
        finding.coversWarning = reader.covering.contains(finding)
        return finding
      },
      sources: sources,
      notes: reader.blueprint,
      checkedSteps: reader.work.steps)
  }

  /// The error with everything that was recorded, in order.
  private static func failure(
    _ reader: Reader, _ identity: BlueprintFileError.Identity? = nil
  ) -> BlueprintFileError {
    BlueprintFileError(
      code: reader.isRepaired ? .invalidYAML : .invalidBlueprint,
      diagnostics: reader.sortedDiagnostics, identity: identity)
  }

  /// Reads a file as UTF-8.
  ///
  /// - Throws: ``BlueprintFileError`` with the code `unreadable`.
  private static func text(
    of url: URL, named name: String
  ) throws(BlueprintFileError) -> String {
    let contents: Data
    do {
      contents = try data(of: url)
    } catch let error as BlueprintFileReadError {
      throw unreadable(name, error.message)
    } catch {
      throw unreadable(name, "the file cannot be read")
    }
    guard let text = String(validUTF8: contents) else {
      throw unreadable(name, "the file is not valid UTF-8")
    }
    return text
  }

  /// The error for a file that cannot be read, which has no position.
  private static func unreadable(_ name: String, _ message: String) -> BlueprintFileError {
    BlueprintFileError(
      code: .unreadable,
      diagnostics: [BlueprintDiagnostic(file: name, line: 0, column: 0, message: message)])
  }

  /// Reads a file of at most ``byteLimit`` bytes.
  ///
  /// - Throws: ``BlueprintFileReadError``, which does not contain the file's path.
  private static func data(of url: URL) throws -> Data {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw BlueprintFileReadError(
        message: FileManager.default.fileExists(atPath: url.path)
          ? "the file cannot be read" : "there is no such file")
    }
    if data.count > byteLimit {
      throw BlueprintFileReadError(message: "the file is larger than \(byteLimit) bytes")
    }
    return data
  }
}

/// An error for a file that cannot be read, in words that fit after the file's name.
struct BlueprintFileReadError: Error {
  /// What is wrong, without the file's name.
  let message: String
}
