import Foundation

/// Files that move to another place, such as an app group's container: each when it is first read or changed there.
///
/// If the process is killed at any point, nothing is lost: a file is removed from the old place only once it is in the
/// new one, and the new one is read first.
struct MovingStorage: DeviceStorage {
  let old: any DeviceStorage
  let new: any DeviceStorage

  func read(_ name: String, from area: StorageArea) throws -> Data? {
    if let data = try new.read(name, from: area) { return data }
    guard let data = try old.read(name, from: area) else { return nil }
    try new.write(data, as: name, to: area)
    try old.remove(name, from: area)
    return data
  }

  func write(_ data: Data, as name: String, to area: StorageArea) throws {
    try new.write(data, as: name, to: area)
    try old.remove(name, from: area)
  }

  func append(_ data: Data, to name: String, in area: StorageArea) throws {
    _ = try read(name, from: area)
    try new.append(data, to: name, in: area)
  }

  func remove(_ name: String, from area: StorageArea) throws {
    try old.remove(name, from: area)
    try new.remove(name, from: area)
  }
}
