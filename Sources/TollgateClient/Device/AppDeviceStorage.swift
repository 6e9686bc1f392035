public import Foundation
public import Tollgate

/// A device's storage as an app has it: files in Application Support, secrets in the keychain.
///
/// Where there is no keychain, the secrets are kept in a directory that only the user of the device can read.
public struct AppDeviceStorage: DeviceStorage {
  private let files: FileDeviceStorage
  #if canImport(Security)
    private let keychain: KeychainStorage
  #endif

  /// Keeps what an app must remember apart from what others do.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - directory: Where the app may keep files; nil is Application Support.
  public init(app: Blueprint.App.ID, directory: URL? = nil) {
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let own = (directory ?? support.first ?? URL(filePath: NSHomeDirectory()))
      .appending(components: "Tollgate", app.rawValue)
    files = FileDeviceStorage(
      files: own.appending(component: "files"), keychain: own.appending(component: "secrets"))
    #if canImport(Security)
      keychain = KeychainStorage(service: "tollgate.\(app)")
    #endif
  }

  /// Reads what was written under a name; nil where nothing was.
  public func read(_ name: String, from area: StorageArea) throws -> Data? {
    #if canImport(Security)
      if area == .keychain { return try keychain.read(name) }
    #endif
    return try files.read(name, from: area)
  }

  /// Writes under a name, whole or not at all.
  public func write(_ data: Data, as name: String, to area: StorageArea) throws {
    #if canImport(Security)
      if area == .keychain { return try keychain.write(data, as: name) }
    #endif
    try files.write(data, as: name, to: area)
  }

  /// Removes what was written under a name.
  public func remove(_ name: String, from area: StorageArea) throws {
    #if canImport(Security)
      if area == .keychain { return try keychain.remove(name) }
    #endif
    try files.remove(name, from: area)
  }
}
