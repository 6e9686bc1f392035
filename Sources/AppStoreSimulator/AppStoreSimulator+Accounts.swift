extension AppStoreSimulator {
  /// The accounts that have bought, or were named otherwise, in the order of their names.
  public var accounts: [AccountID] { read { $0.accounts.keys.sorted() } }

  /// Apple's number for the app, which notifications of production carry.
  public var appAppleID: Int64? { read { $0.setting.appAppleID } }

  /// The country and currency that an account buys in.
  public func storefront(of account: AccountID) -> Storefront {
    read { $0.account(account).storefront }
  }

  /// Those with whom an account shares its purchases, in the order of their names.
  public func family(of account: AccountID) -> [AccountID] {
    read { $0.account(account).family.sorted() }
  }
}
