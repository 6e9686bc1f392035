public import Foundation
public import Tollgate

/// The storage of an app on a device: files in Application Support, secrets in the keychain.
///
/// Without a keychain, the secrets are stored in a directory that only the device's user can read.
public struct AppDeviceStorage: DeviceStorage {
  private let files: FileDeviceStorage
  #if canImport(Security)
    private let keychain: KeychainStorage
  #endif

  /// Creates storage for one app, separate from that of other apps.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - directory: Where the app may store files; nil means Application Support.
  public init(app: Blueprint.App.ID, directory: URL? = nil) {
    #if os(tvOS)
      // On tvOS apps may write to Caches only.
      let place = FileManager.SearchPathDirectory.cachesDirectory
    #else
      let place = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif
    let support = FileManager.default.urls(for: place, in: .userDomainMask)
    let own = (directory ?? support.first ?? URL(filePath: NSHomeDirectory()))
      .appending(components: "Tollgate", app.rawValue)
    files = FileDeviceStorage(
      files: own.appending(component: "files"), keychain: own.appending(component: "secrets"))
    #if canImport(Security)
      keychain = KeychainStorage(service: "tollgate.\(app)")
    #endif
  }

  /// Reads the data stored under a name, or nil if there isn't one.
  public func read(_ name: String, from area: StorageArea) throws -> Data? {
    #if canImport(Security)
      if area == .keychain { return try keychain.read(name) }
    #endif
    return try files.read(name, from: area)
  }

  /// Writes data under a name, atomically.
  public func write(_ data: Data, as name: String, to area: StorageArea) throws {
    #if canImport(Security)
      if area == .keychain { return try keychain.write(data, as: name) }
    #endif
    try files.write(data, as: name, to: area)
  }

  /// Removes the data stored under a name.
  public func remove(_ name: String, from area: StorageArea) throws {
    #if canImport(Security)
      if area == .keychain { return try keychain.remove(name) }
    #endif
    try files.remove(name, from: area)
  }
}
