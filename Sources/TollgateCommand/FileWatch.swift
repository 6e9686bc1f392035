import Foundation
import TollgateBlueprints

/// Watches files for changes: those that a command names, those next to them, and those next to their parts,
/// pictures and fonts.
///
/// A blueprint's `.storekit` file is next to it, so every YAML and `.storekit` file in its folder is watched. The files
/// are polled a few times a second, which works on every system and on mounted folders.
struct FileWatch {
  /// When each file was last changed, and its size.
  typealias State = [String: [String]]

  private let paths: [String]

  /// Creates a watch over files and folders; they may not exist yet.
  init(_ paths: [String]) { self.paths = paths }

  /// The folders of the files, of their parts, of their pictures and of their fonts.
  private var folders: Set<URL> {
    var folders: Set<URL> = []
    var isFolder: ObjCBool = false
    for path in paths {
      let url = URL(fileURLWithPath: path).standardizedFileURL
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let folder = exists && isFolder.boolValue ? url : url.deletingLastPathComponent()
      folders.insert(folder)
      for file in files(in: folder) where folder == url || file.path == url.path {
        for path in BlueprintFile.parts(of: file.path) + BlueprintFile.files(of: file.path) {
          folders.insert(folder.appendingPathComponent(path).deletingLastPathComponent())
        }
      }
    }
    return folders
  }

  /// The current state, which differs from an earlier one after a change.
  var state: State {
    var state: State = [:]
    for file in folders.flatMap(files) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
      let date = attributes?[.modificationDate] as? Date
      state[file.path] = [
        "\(date?.timeIntervalSince1970 ?? 0)", "\(attributes?[.size] as? UInt64 ?? 0)",
      ]
    }
    return state
  }

  /// The YAML and `.storekit` files, the pictures and the fonts in a folder; none if it is gone, which the check reports.
  private func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.map(folder.appendingPathComponent)
      .filter { Self.extensions.contains($0.pathExtension) }
  }

  private static let extensions = Set(
    ["yml", "yaml", "storekit"] + BlueprintFile.fileExtensions)

  /// Runs an action now and after each change, until the process ends.
  func run(_ action: () async throws -> Void) async throws -> Never {
    while true {
      let before = state
      try await action()
      while state == before { try await Task.sleep(for: .milliseconds(300)) }
    }
  }
}
