import AppStore

extension AppStoreSimulator {
  /// Makes an account with a name of its own: `account-1`, `account-2` and so on.
  public func makeAccount() -> AccountID {
    write { book in
      let id = book.accounts.freeName()
      _ = book.account(id)
      return id
    }
  }

  /// Whether the account never had an introductory offer of a subscription group.
  ///
  /// This stays true for an active subscriber who never had one, although an upgrade, a crossgrade or a
  /// downgrade is charged in full: only a purchase that begins a subscription gets the offer.
  public func isEligibleForIntroductoryOffer(group: String, account: AccountID) -> Bool {
    read { book in
      guard let number = book.accounts[account], let group = book.catalog.group(group)
      else { return true }
      return book.isEligibleForIntroductoryOffer(group, number)
    }
  }

  /// Buys a product.
  ///
  /// A subscription begins with its introductory offer when the account is eligible; a change to another
  /// subscription of the group never has one. A running
  /// subscription bought again is answered with its transaction; so is a non-consumable that is owned.
  /// Another subscription of the group begins at once when its level is higher, or equal with the same
  /// period, and otherwise at the next renewal: then the answer is the running transaction.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - account: Who buys; an account that is not known begins here.
  ///   - appAccountToken: The UUID that the app gives with the purchase.
  ///   - outcome: What the customer's hands do.
  /// - Returns: What StoreKit answers to the device.
  @discardableResult
  public func purchase(
    _ productID: String, by account: AccountID, appAccountToken: String? = nil,
    outcome: PurchaseOutcome = .buy
  ) -> PurchaseResult {
    purchase(
      productID, by: account, options: PurchaseOptions(appAccountToken: appAccountToken),
      outcome: outcome)
  }

  /// Buys a product with an offer, or several of a consumable.
  ///
  /// An offer taken while the same product runs begins with the next period; so does one of a lower
  /// level. An offer that there is not fails as `productUnavailable`, one that the account may not have
  /// as `paymentNotAllowed`, and a quantity out of range as `unknown`.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - account: Who buys; an account that is not known begins here.
  ///   - options: What the app asks for.
  ///   - outcome: What the customer's hands do.
  /// - Returns: What StoreKit answers to the device.
  @discardableResult
  public func purchase(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    outcome: PurchaseOutcome = .buy
  ) -> PurchaseResult {
    write { $0.purchase(productID, by: account, options: options, outcome: outcome) }
  }

  /// The purchases that wait for a parent or for the customer, oldest first.
  public var pendingPurchases: [PendingPurchase] { read { $0.pending } }

  /// Lets a waiting purchase happen: a parent approves, or the customer does what was asked.
  ///
  /// - Parameter id: The waiting purchase.
  /// - Returns: What became of it; nil when no such purchase waits.
  @discardableResult
  public func approve(_ id: PendingPurchase.ID) -> PurchaseResult? {
    write { $0.resolve(id, buying: true) }
  }

  /// Ends the wait of a purchase without buying.
  ///
  /// - Parameter id: The waiting purchase.
  /// - Returns: Whether such a purchase waited.
  @discardableResult
  public func decline(_ id: PendingPurchase.ID) -> Bool {
    write { $0.resolve(id, buying: false) != nil }
  }

  /// Makes the purchases of an account wait for a parent, or no longer.
  public func setAsksToBuy(_ asks: Bool, for account: AccountID) {
    write { book in
      let number = book.account(account)
      book.accounts[number].asksToBuy = asks
    }
  }

  /// Moves an account to the App Store of another country.
  ///
  /// What it buys from then on names that storefront and its currency; the amounts stay those of the
  /// configuration.
  public func setStorefront(_ storefront: Storefront, for account: AccountID) {
    write { book in
      let number = book.account(account)
      book.accounts[number].storefront = book.storefronts.number(of: storefront)
    }
  }

  /// Whether purchases of the account wait for a parent.
  public func asksToBuy(_ account: AccountID) -> Bool {
    read { book in
      book.accounts[account].map { book.accounts[$0].asksToBuy }
        ?? book.setting.configuration.settings.asksToBuy
    }
  }
}
