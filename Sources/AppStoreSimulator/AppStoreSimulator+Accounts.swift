extension AppStoreSimulator {
  /// The accounts that have bought or were otherwise named, sorted by name.
  public var accounts: [AccountID] { read { $0.accounts.ids } }

  /// The app's Apple ID, which production notifications carry.
  public var appAppleID: Int64? { read { $0.setting.appAppleID } }

  /// The country and currency that an account buys in.
  public func storefront(of account: AccountID) -> Storefront {
    read { book in
      book.accounts[account].map { book.storefront(of: $0) } ?? book.setting.storefront
    }
  }

  /// The accounts with which an account shares its purchases, sorted by name.
  public func family(of account: AccountID) -> [AccountID] {
    read { book in
      guard let number = book.accounts[account] else { return [] }
      return book.family(of: number).map { book.id(of: $0) }
    }
  }
}
