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

  private static func folders(near file: String) -> [URL] {
    var folders = [URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    let products = Bundle.main.bundleURL
    let resources = try? FileManager.default.contentsOfDirectory(
      at: products, includingPropertiesForKeys: nil)
    folders += (resources ?? []).filter { ["resources", "bundle"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    for _ in 0..<parentLimit {
      if !folders.contains(where: { $0.path == folder.path }) { folders.append(folder) }
      let parent = folder.deletingLastPathComponent()
      guard parent.path != folder.path, folder.path != "/" else { break }
      folder = parent
    }
    return folders
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}
