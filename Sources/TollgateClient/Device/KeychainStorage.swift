#if canImport(Security)
  import Foundation
  import Security

  /// Small secrets in the keychain of this device, which survive a reinstall and are never copied to another device.
  ///
  /// Follows Apple's [Keychain services](https://developer.apple.com/documentation/security/keychain-services).
  struct KeychainStorage: Sendable {
    /// An error reading or writing the keychain.
    struct Failure: Error {
      let status: OSStatus
    }

    /// The keychain service that the secrets belong to.
    let service: String

    func read(_ name: String) throws -> Data? {
      var query = item(name)
      query[kSecReturnData] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      try check(status)
      return found as? Data
    }

    func write(_ data: Data, as name: String) throws {
      let query = item(name)
      let change: [CFString: Any] = [kSecValueData: data]
      let status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
      guard status == errSecItemNotFound else { return try check(status) }
      var new = query
      new[kSecValueData] = data
      new[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      try check(SecItemAdd(new as CFDictionary, nil))
    }

    func remove(_ name: String) throws {
      let status = SecItemDelete(item(name) as CFDictionary)
      if status != errSecItemNotFound { try check(status) }
    }

    private func item(_ name: String) -> [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name,
        kSecUseDataProtectionKeychain: true,
      ]
    }

    private func check(_ status: OSStatus) throws {
      // The keychain is locked until the first unlock after a restart.
      guard status != errSecInteractionNotAllowed else { throw DeviceStorageError.unavailable }
      guard status == errSecSuccess else { throw Failure(status: status) }
    }
  }
#endif
