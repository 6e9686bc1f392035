public import Foundation
import Synchronization

/// A device's storage in memory, for tests and simulated phones.
public final class MemoryDeviceStorage: DeviceStorage {
  private struct Place: Hashable {
    let area: StorageArea
    let name: String
  }

  private let contents = Mutex<[Place: Data]>([:])

  /// Makes the storage of a new device.
  public init() {}

  /// Reads what was written under a name; nil where nothing was.
  public func read(_ name: String, from area: StorageArea) -> Data? {
    contents.withLock { $0[Place(area: area, name: name)] }
  }

  /// Writes under a name.
  public func write(_ data: Data, as name: String, to area: StorageArea) {
    contents.withLock { $0[Place(area: area, name: name)] = data }
  }

  /// Removes what was written under a name.
  public func remove(_ name: String, from area: StorageArea) {
    contents.withLock { _ = $0.removeValue(forKey: Place(area: area, name: name)) }
  }

  /// The names under which something is written, sorted.
  public func names(in area: StorageArea) -> [String] {
    contents.withLock { $0.keys.filter { $0.area == area }.map(\.name).sorted() }
  }

  /// Does what deleting the app and installing it again does: the files are gone, the keychain stays.
  public func reinstall() {
    contents.withLock { contents in contents = contents.filter { $0.key.area == .keychain } }
  }
}
