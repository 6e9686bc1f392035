extension AppStoreSimulator {
  /// The accounts that have bought, or were named otherwise, in the order of their names.
  public var accounts: [AccountID] { read { $0.accounts.ids } }

  /// Apple's number for the app, which notifications of production carry.
  public var appAppleID: Int64? { read { $0.setting.appAppleID } }

  /// The country and currency that an account buys in.
  public func storefront(of account: AccountID) -> Storefront {
    read { book in
      book.accounts[account].map { book.storefront(of: $0) } ?? book.setting.storefront
    }
  }

  /// Those with whom an account shares its purchases, in the order of their names.
  public func family(of account: AccountID) -> [AccountID] {
    read { book in
      guard let number = book.accounts[account] else { return [] }
      return book.family(of: number).map { book.id(of: $0) }
    }
  }
}
