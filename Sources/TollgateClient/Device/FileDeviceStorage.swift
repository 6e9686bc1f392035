public import Foundation

/// A device's storage in two directories, for platforms without a keychain.
///
/// Every write replaces its file atomically.
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
