import Foundation
import TollgateAppStore

/// Locates and reads a configuration file.
enum ConfigurationFile {
  /// How many parent folders of the calling file are searched.
  private static let parentLimit = 64

  static func find(_ name: String, near file: String) throws(SKTestError) -> URL {
    let name = name.hasSuffix(".storekit") ? name : name + ".storekit"
    let folders = folders(near: file)
    let candidates = folders.map { $0.appendingPathComponent(name).standardizedFileURL }
    guard let found = candidates.first(where: { isFile($0) }) else {
      throw SKTestError(
        .fileNotFound,
        "there is no file \(name) in any of these folders: "
          + folders.map(\.path).joined(separator: ", "))
    }
    return found
  }

  static func read(_ url: URL) throws(SKTestError) -> StoreKitConfiguration {
    guard url.isFileURL, url.pathExtension == "storekit" else {
      throw SKTestError(
        .invalidURL, "\(url.absoluteString) is not a file with the extension storekit")
    }
    let json: Data
    do {
      json = try Data(contentsOf: url)
    } catch {
      throw SKTestError(.fileNotFound, "\(url.path) cannot be read")
    }
    do {
      return try StoreKitConfiguration(json: json)
    } catch {
      throw SKTestError(.invalidURL, "\(url.path) has mistakes:\n\(error)")
    }
  }

  /// The folders that may have the file, those nearest to the calling file's target first.
  private static func folders(near file: String) -> [URL] {
    let parents = parents(of: URL(fileURLWithPath: file))
    let (own, others) = resources(besides: parents)
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    var seen: Set<String> = []
    return (own + parents + [current] + others).filter { seen.insert($0.path).inserted }
  }

  /// The folder of a file, and those above it.
  private static func parents(of file: URL) -> [URL] {
    var folders: [URL] = []
    var folder = file.deletingLastPathComponent()
    for _ in 0..<parentLimit {
      folders.append(folder)
      let parent = folder.deletingLastPathComponent()
      guard parent.path != folder.path, folder.path != "/" else { break }
      folder = parent
    }
    return folders
  }

  /// The resources of the target whose sources are in one of the folders, and those of all other targets.
  ///
  /// SwiftPM names the resources of a target `PACKAGE_TARGET.resources`, and its folder `Tests/TARGET` or
  /// `Sources/TARGET`.
  private static func resources(besides folders: [URL]) -> (own: [URL], others: [URL]) {
    let built = try? FileManager.default.contentsOfDirectory(
      at: Bundle.main.bundleURL, includingPropertiesForKeys: nil)
    let all = (built ?? []).filter { ["resources", "bundle"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    let target = zip(folders, folders.dropFirst())
      .first { ["Tests", "Sources"].contains($1.lastPathComponent) }?.0.lastPathComponent
    let isOwn = { (resources: URL) in
      target.map { resources.deletingPathExtension().lastPathComponent.hasSuffix("_\($0)") }
        ?? false
    }
    return (all.filter(isOwn), all.filter { !isOwn($0) })
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
