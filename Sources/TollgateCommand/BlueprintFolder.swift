import Foundation
import TollgateBlueprints

/// A folder whose blueprints are checked: its `.yml` and `.yaml` files that have a blueprint's keys.
struct BlueprintFolder {
  /// A YAML file that is not a blueprint.
  struct Skipped: Equatable {
    let file: String
    let reason: String
    /// Whether it is a part of a blueprint, with which a command reads it.
    let isPart: Bool
  }

  /// The paths of its blueprints, sorted.
  private(set) var blueprints: [String] = []
  /// Its other YAML files, sorted.
  private(set) var skipped: [Skipped] = []

  /// Reads a folder, but not the folders in it; hidden files are left out.
  init(path: String) throws(Failure) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw Failure(in: path, "the folder cannot be read")
    }
    let folder = URL(fileURLWithPath: path)
    let parts = Self.parts(in: folder, names)
    for name in names.sorted() where Self.isYAML(name) {
      let file = folder.appendingPathComponent(name)
      guard !Self.isFolder(file.path) else { continue }
      if let reason = parts[name].map({ "it is a part of \($0)" }) ?? Self.reasonToSkip(file) {
        skipped.append(Skipped(file: name, reason: reason, isPart: parts[name] != nil))
      } else {
        blueprints.append(path.hasSuffix("/") ? path + name : "\(path)/\(name)")
      }
    }
  }

  /// Replaces each folder among paths by its blueprints, and says on standard error which files were skipped.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - includesParts: Whether the caller also handles each blueprint's parts, which are then not skipped.
  /// - Throws: `Failure` where a folder has no blueprint.
  static func expand(_ paths: [String], includesParts: Bool = false) throws(Failure) -> [String] {
    var files: [String] = []
    for path in paths {
      guard isFolder(path) else {
        files.append(path)
        continue
      }
      let folder = try BlueprintFolder(path: path)
      for skipped in folder.skipped where !(includesParts && skipped.isPart) {
        Output.printError("\(skipped.file): note: skipped; \(skipped.reason)")
      }
      guard !folder.blueprints.isEmpty else {
        throw Failure(in: path, "there is no blueprint in this folder")
      }
      files += folder.blueprints
    }
    return files
  }

  /// The files in a folder that are parts of a blueprint in it, and that blueprint's name.
  private static func parts(in folder: URL, _ names: [String]) -> [String: String] {
    var parts: [String: String] = [:]
    for name in names.sorted() where isYAML(name) {
      for part in BlueprintFile.parts(of: folder.appendingPathComponent(name).path) {
        parts[part] = name
      }
    }
    return parts
  }

  private static func isYAML(_ name: String) -> Bool {
    !name.hasPrefix(".") && ["yml", "yaml"].contains(URL(fileURLWithPath: name).pathExtension)
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Why a file is not checked; nil for a blueprint, and for a file that cannot be read, which is an error of its own.
  private static func reasonToSkip(_ file: URL) -> String? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    guard let text = String(validUTF8: data) else { return "it is not UTF-8" }
    let keys = topLevelKeys(of: text)
    guard keys.intersection(blueprintKeys).count < 2 else { return nil }
    return keys.contains("steps")
      ? "it is a scenario, which `tollgate simulate` runs"
      : "it is not a blueprint, which has keys such as `app` and `features`"
  }

  /// The keys that begin a line; enough to tell files apart, also where the YAML is broken.
  private static func topLevelKeys(of text: String) -> Set<String> {
    Set(
      text.split(whereSeparator: \.isNewline).compactMap { line in
        line.prefixMatch(of: /["']?(?<key>[A-Za-z]+)["']?\s*:/).map { String($0.key) }
      })
  }

  /// The keys of a blueprint, as its schema lists them.
  private static let blueprintKeys: Set<String> = {
    let schema = try? JSONSerialization.jsonObject(with: Data(BlueprintSchema.json.utf8))
    let properties = (schema as? [String: Any])?["properties"] as? [String: Any]
    return Set((properties ?? [:]).keys)
  }()
}
