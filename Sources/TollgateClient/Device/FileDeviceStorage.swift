public import Foundation

/// A device's storage in two directories, for platforms without a keychain.
///
/// Every write replaces its file atomically; data appended to a file is on the disk before the call returns.
public struct FileDeviceStorage: DeviceStorage {
  private let directories: [StorageArea: URL]

  /// Creates storage in two directories, which are created on the first write.
  ///
  /// - Parameters:
  ///   - files: The directory that is deleted with the app.
  ///   - keychain: The directory that survives a reinstall; only the app's user should be able to read it.
  public init(files: URL, keychain: URL) {
    directories = [.files: files, .keychain: keychain]
  }

  /// Reads the data stored under a name, or nil if there isn't one.
  public func read(_ name: String, from area: StorageArea) throws -> Data? {
    guard let file = file(name, area) else { return nil }
    do {
      return try Data(contentsOf: file)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    } catch {
      throw DeviceStorageError.ofFile(error)
    }
  }

  /// Writes data under a name, atomically.
  public func write(_ data: Data, as name: String, to area: StorageArea) throws {
    guard let file = file(name, area) else { throw CocoaError(.fileWriteInvalidFileName) }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try data.write(to: file, options: Self.writing)
    } catch {
      throw DeviceStorageError.ofFile(error)
    }
  }

  /// Appends data to what is stored under a name; if that fails, the file is unchanged.
  public func append(_ data: Data, to name: String, in area: StorageArea) throws {
    guard let file = file(name, area) else { throw CocoaError(.fileWriteInvalidFileName) }
    guard FileManager.default.fileExists(atPath: file.path) else {
      return try write(data, as: name, to: area)
    }
    do {
      let handle = try FileHandle(forWritingTo: file)
      defer { handle.closeFile() }
      let end = try handle.seekToEnd()
      do {
        try handle.write(contentsOf: data)
        try handle.synchronize()
      } catch {
        try handle.truncate(atOffset: end)
        throw error
      }
    } catch {
      throw DeviceStorageError.ofFile(error)
    }
  }

  /// Removes the data stored under a name.
  public func remove(_ name: String, from area: StorageArea) throws {
    guard let file = file(name, area), FileManager.default.fileExists(atPath: file.path) else {
      return
    }
    do { try FileManager.default.removeItem(at: file) } catch {
      throw DeviceStorageError.ofFile(error)
    }
  }

  /// How files are written; on Apple's systems readable from the first unlock on, whatever the app's own default is.
  private static var writing: Data.WritingOptions {
    #if canImport(Darwin)
      [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
    #else
      .atomic
    #endif
  }

  private func file(_ name: String, _ area: StorageArea) -> URL? {
    directories[area]?.appendingPathComponent(name + ".json", isDirectory: false)
  }
}
