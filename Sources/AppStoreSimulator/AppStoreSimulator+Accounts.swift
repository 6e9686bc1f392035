import TollgateAppStore

extension AppStoreSimulator {
  /// The accounts that have bought or were otherwise named, sorted by name.
  public var accounts: [AccountID] { read { $0.accounts.ids } }

  /// Creates an account with a generated name: `account-1`, `account-2` and so on.
  public func makeAccount() -> AccountID {
    write { $0.accounts.make() }
  }

  /// The country and currency that an account buys in.
  public func storefront(of account: AccountID) -> Storefront {
    read { book in
      book.accounts[account].map { book.accounts.storefront(book.accounts[$0].storefront) }
        ?? book.settings.storefront
    }
  }

  /// Moves an account to the App Store of another country.
  ///
  /// Its later purchases name that storefront and its currency; the amounts remain those of the configuration.
  public func setStorefront(_ storefront: Storefront, for account: AccountID) {
    write { book in
      let number = book.accounts.number(of: account)
      book.accounts.move(number, to: storefront)
    }
  }

  /// Whether purchases of the account wait for a parent's approval.
  public func asksToBuy(_ account: AccountID) -> Bool {
    read { book in
      book.accounts[account].map { book.accounts[$0].asksToBuy }
        ?? book.settings.configuration.settings.asksToBuy
    }
  }

  /// Makes the purchases of an account wait for a parent's approval, or stops doing so.
  public func setAsksToBuy(_ asks: Bool, for account: AccountID) {
    write { book in
      let number = book.accounts.number(of: account)
      book.accounts[number].asksToBuy = asks
    }
  }

  /// Whether payments of the account fail.
  public func isBillingFailing(_ account: AccountID) -> Bool {
    read { book in book.accounts[account].map { !book.accounts[$0].canPay } ?? false }
  }

  /// Makes the payments of an account fail, or succeed again; a failed renewal is then paid at once.
  public func setBillingFailing(_ fails: Bool, for account: AccountID) {
    write { book in
      let number = book.accounts.number(of: account)
      book.accounts[number].canPay = !fails
      guard !fails else { return }
      let now = book.now
      book.change(account, nil) { subscription, ids in
        subscription.paymentRecovered(at: now, ids: &ids)
      }
    }
  }

  /// Makes the renewals of an account fail, or succeed again, without affecting its purchases.
  ///
  /// A renewal that has failed stays unpaid until ``settle(_:group:)``.
  public func setRenewalsFailing(_ fails: Bool, for account: AccountID) {
    write { book in
      let number = book.accounts.number(of: account)
      book.accounts[number].failsRenewals = fails
    }
  }

  /// The accounts with which an account shares its purchases, sorted by name.
  public func family(of account: AccountID) -> [AccountID] {
    read { book in
      guard let number = book.accounts[account] else { return [] }
      return book.accounts.family(of: number).map { book.accounts[$0].id }
    }
  }

  /// Shares an account's past and future purchases with a family member, if the product permits it.
  ///
  /// The member gets transactions of their own, with ownership `FAMILY_SHARED`.
  ///
  /// - Parameter member: The account that benefits; an unknown account is created.
  /// - Returns: Whether sharing started: it was not active yet, and the family has fewer than five other members.
  @discardableResult
  public func share(_ purchaser: AccountID, with member: AccountID) -> Bool {
    write { $0.share(purchaser, with: member) }
  }

  /// Ends sharing with a family member, whose transactions are revoked.
  ///
  /// - Returns: Whether sharing was active.
  @discardableResult
  public func stopSharing(_ purchaser: AccountID, with member: AccountID) -> Bool {
    write { $0.stopSharing(purchaser, with: member) }
  }

  /// Assigns a seat of a subscription that was bought with several.
  ///
  /// The member gets transactions of their own, with ownership `ASSIGNED`.
  ///
  /// - Parameters:
  ///   - purchaser: The account that bought the seats, and needs none itself.
  ///   - group: The subscription group; nil means the first with seats.
  ///   - member: The account that benefits; an unknown account is created.
  /// - Returns: Whether there was a free seat of a running subscription, and the member shares none in the group yet.
  @discardableResult
  public func assignSeat(
    of purchaser: AccountID, in group: String? = nil, to member: AccountID
  ) -> Bool {
    write { $0.assignSeat(of: purchaser, in: group, to: member) }
  }

  /// Takes an assigned seat back: the member's transaction is revoked, and the seat is free again.
  ///
  /// - Parameters:
  ///   - purchaser: The account that bought the seats.
  ///   - group: The subscription group; nil means the first with seats.
  /// - Returns: Whether the member had a seat.
  @discardableResult
  public func revokeSeat(
    of purchaser: AccountID, in group: String? = nil, from member: AccountID
  ) -> Bool {
    write { $0.revokeSeat(of: purchaser, in: group, from: member) }
  }

  /// The identifier of an account's download of the app, the same on every device.
  public func appTransactionID(of account: AccountID) -> String {
    read { $0.ids.appTransaction(of: account) }
  }
}
