public import Foundation

/// Where a device keeps what the client must remember.
public protocol DeviceStorage: Sendable {
  /// Reads what was written under a name; nil where nothing was.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is kept.
  /// - Returns: What was written, byte for byte.
  /// - Throws: Any error where it could not be read.
  func read(_ name: String, from area: StorageArea) throws -> Data?

  /// Writes under a name, whole or not at all.
  ///
  /// - Parameters:
  ///   - data: What to keep.
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is kept.
  /// - Throws: Any error where it could not be written; what stood there before then still does.
  func write(_ data: Data, as name: String, to area: StorageArea) throws

  /// Removes what was written under a name; nothing happens where nothing was.
  ///
  /// - Parameters:
  ///   - name: The name, of letters, digits and hyphens.
  ///   - area: Where it is kept.
  /// - Throws: Any error where it could not be removed.
  func remove(_ name: String, from area: StorageArea) throws
}

/// A part of a device's storage.
public enum StorageArea: String, Hashable, Sendable, CaseIterable {
  /// For secrets and the device's identifier; it survives a reinstall of the app.
  case keychain
  /// For everything else; it is gone with the app.
  case files
}
