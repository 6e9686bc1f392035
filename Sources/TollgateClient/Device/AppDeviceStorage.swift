public import Foundation
public import Tollgate

/// The storage of an app on a device: files in Application Support, secrets in the keychain.
///
/// Without a keychain, the secrets are stored in a directory that only the device's user can read.
public struct AppDeviceStorage: DeviceStorage {
  private let files: any DeviceStorage
  #if canImport(Security)
    private let keychain: KeychainStorage
  #endif

  /// Creates storage for one app, separate from that of other apps.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - directory: Where the app may store files; nil means Application Support.
  public init(app: Blueprint.App.ID, directory: URL? = nil) {
    files = Self.files(of: app, in: directory ?? Self.support)
    #if canImport(Security)
      keychain = KeychainStorage(service: "tollgate.\(app)", group: nil)
    #endif
  }

  /// Creates storage that an app shares with its widgets and extensions.
  ///
  /// Data that the app stored outside the group earlier moves to it, once. If the group is not among the app's
  /// entitlements, the app's own storage is used.
  ///
  /// - Parameters:
  ///   - app: The app's name in its blueprint.
  ///   - group: The app group, an
  ///     [entitlement](https://developer.apple.com/documentation/bundleresources/entitlements/com.apple.security.application-groups)
  ///     of the app and of its extensions. Keychain items are shared in it too.
  ///   - directory: Where the app stored files before; nil means Application Support.
  public init(app: Blueprint.App.ID, group: String, directory: URL? = nil) {
    var container: URL?
    #if canImport(Darwin)
      container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    #endif
    self.init(
      app: app, directory: directory,
      sharedDirectory: container?.appending(components: "Library", "Application Support"),
      keychainGroup: container == nil ? nil : group)
  }

  init(
    app: Blueprint.App.ID, directory: URL?, sharedDirectory: URL?, keychainGroup: String?
  ) {
    let own = Self.files(of: app, in: directory ?? Self.support)
    files = sharedDirectory.map { MovingStorage(old: own, new: Self.files(of: app, in: $0)) } ?? own
    #if canImport(Security)
      keychain = KeychainStorage(service: "tollgate.\(app)", group: keychainGroup)
    #endif
  }

  private static var support: URL {
    #if os(tvOS)
      // On tvOS apps may write to Caches only.
      let place = FileManager.SearchPathDirectory.cachesDirectory
    #else
      let place = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif
    return FileManager.default.urls(for: place, in: .userDomainMask).first
      ?? URL(filePath: NSHomeDirectory())
  }

  private static func files(of app: Blueprint.App.ID, in directory: URL) -> any DeviceStorage {
    let own = directory.appending(components: "Tollgate", app.rawValue)
    return FileDeviceStorage(
      files: own.appending(component: "files"), keychain: own.appending(component: "secrets"))
  }

  /// Reads the data stored under a name, or nil if there isn't one.
  public func read(_ name: String, from area: StorageArea) throws -> Data? {
    try place(of: area).read(name, from: area)
  }

  /// Reads the data stored under several names, with one keychain query.
  public func read(_ names: [String], from area: StorageArea) throws -> [String: Data] {
    try place(of: area).read(names, from: area)
  }

  /// Writes data under a name, atomically.
  public func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try place(of: area).write(data, as: name, to: area)
  }

  /// Appends data to what is stored under a name.
  public func append(_ data: Data, to name: String, in area: StorageArea) throws {
    try place(of: area).append(data, to: name, in: area)
  }

  /// Removes the data stored under a name.
  public func remove(_ name: String, from area: StorageArea) throws {
    try place(of: area).remove(name, from: area)
  }

  private func place(of area: StorageArea) -> any DeviceStorage {
    switch area {
    case .files: return files
    case .keychain:
      #if canImport(Security)
        return keychain
      #else
        return files
      #endif
    }
  }
}
