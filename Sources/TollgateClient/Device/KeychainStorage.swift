#if canImport(Security)
  import Foundation
  import Security

  /// Small secrets in the keychain of this device, which survive a reinstall and are never copied to another device.
  ///
  /// Follows Apple's [Keychain services](https://developer.apple.com/documentation/security/keychain-services).
  struct KeychainStorage: DeviceStorage {
    /// An error reading or writing the keychain.
    struct Failure: Error {
      let status: OSStatus
    }

    /// The keychain service that the secrets belong to.
    let service: String
    /// The access group in which they are shared; nil means the app's own.
    ///
    /// It is not part of a query, which finds an item in every group of the app, so an item from before is found too.
    /// It moves to the group when it is read with the others, or written.
    let group: String?

    func read(_ name: String, from area: StorageArea) throws -> Data? {
      var query = item(name)
      query[kSecReturnData] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return found as? Data
    }

    func read(_ names: [String], from area: StorageArea) throws -> [String: Data] {
      var query = items
      query[kSecMatchLimit] = kSecMatchLimitAll
      query[kSecReturnAttributes] = true
      query[kSecReturnData] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return [:] }
      try check(status)
      let entries = found as? [[String: Any]] ?? []
      var contents: [String: Data] = [:]
      for entry in entries {
        guard let name = entry[kSecAttrAccount as String] as? String, names.contains(name) else {
          continue
        }
        contents[name] = entry[kSecValueData as String] as? Data
      }
      if let group,
        entries.contains(where: { $0[kSecAttrAccessGroup as String] as? String != group })
      {
        let change: [CFString: Any] = [kSecAttrAccessGroup: group]
        try check(SecItemUpdate(items as CFDictionary, change as CFDictionary))
      }
      return contents
    }

    func write(_ data: Data, as name: String, to area: StorageArea) throws {
      var change: [CFString: Any] = [kSecValueData: data]
      if let group { change[kSecAttrAccessGroup] = group }
      let query = item(name)
      let status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
      guard status == errSecItemNotFound else { return try check(status) }
      var new = query
      new.merge(change) { $1 }
      new[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      try check(SecItemAdd(new as CFDictionary, nil))
    }

    func remove(_ name: String, from area: StorageArea) throws {
      let status = SecItemDelete(item(name) as CFDictionary)
      if status != errSecItemNotFound { try check(status) }
    }

    /// The query for all items of the service.
    private var items: [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service,
        kSecUseDataProtectionKeychain: true,
      ]
    }

    /// The query for one item.
    private func item(_ name: String) -> [CFString: Any] {
      var item = items
      item[kSecAttrAccount] = name
      return item
    }

    private func check(_ status: OSStatus) throws {
      // The keychain is locked until the first unlock after a restart.
      guard status != errSecInteractionNotAllowed else { throw DeviceStorageError.unavailable }
      guard status == errSecSuccess else { throw Failure(status: status) }
    }
  }
#endif
