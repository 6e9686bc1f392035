import Foundation

/// Watches files for changes: those that a command names, and those beside them.
///
/// A blueprint's `.storekit` file is beside it, so every YAML and `.storekit` file in its folder is watched. The files are
/// polled a few times a second, which works on every system and on mounted folders.
struct FileWatch {
  /// When each file was last changed, and its size.
  typealias State = [String: [String]]

  /// The folders.
  private let folders: [URL]

  /// Creates a watch over files and folders; they may not exist yet.
  init(_ paths: [String]) {
    var isFolder: ObjCBool = false
    folders = paths.map { path in
      let url = URL(fileURLWithPath: path)
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return exists && isFolder.boolValue ? url : url.deletingLastPathComponent()
    }
  }

  /// The current state, which differs from an earlier one after a change.
  var state: State {
    var state: State = [:]
    for folder in folders {
      // A folder that is gone has no files; the check reports it.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names where ["yml", "yaml", "storekit"].contains(folder.suffix(of: name)) {
        let path = folder.appendingPathComponent(name).path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = attributes?[.modificationDate] as? Date
        state[path] = [
          "\(date?.timeIntervalSince1970 ?? 0)", "\(attributes?[.size] as? UInt64 ?? 0)",
        ]
      }
    }
    return state
  }

  /// Runs an action now and after each change, until the process ends.
  func run(_ action: () throws -> Void) throws -> Never {
    while true {
      let before = state
      try action()
      while state == before { Thread.sleep(forTimeInterval: 0.3) }
    }
  }
}

extension URL {
  fileprivate func suffix(of name: String) -> String { appendingPathComponent(name).pathExtension }
}
