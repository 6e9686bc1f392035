import AppStoreSimulatorHTTP
import Foundation

/// The files that a store writes for the backends that call it.
struct StoreFiles {
  let root: String
  let key: String

  init(folder: String, key: StoreKey, root: Data) throws(LaunchError) {
    let folder = URL(fileURLWithPath: folder)
    let rootFile = folder.appendingPathComponent("root.cer")
    let keyFile = folder.appendingPathComponent("SubscriptionKey_\(key.keyID).p8")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try root.write(to: rootFile, options: .atomic)
      try Data(key.pem.utf8).write(to: keyFile, options: .atomic)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: keyFile.path)
    } catch {
      throw LaunchError(in: folder.path, "the key and the root certificate cannot be written here")
    }
    self.root = rootFile.path
    self.key = keyFile.path
  }
}
