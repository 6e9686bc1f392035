public import TollgateAppStore

extension AppStoreSimulator {
  /// Whether the account has never had an introductory offer of a subscription group.
  ///
  /// This remains true for an active subscriber who never had one, although an upgrade, a crossgrade or a downgrade is
  /// charged in full: only a purchase that starts a subscription gets the offer.
  public func isEligibleForIntroductoryOffer(group: String, account: AccountID) -> Bool {
    read { book in
      guard let number = book.accounts[account], let group = book.catalog.group(group)
      else { return true }
      return !book.accounts[number].introducedGroups.contains(group)
    }
  }

  /// Whether a purchase of a subscription now begins with its introductory offer.
  public func givesIntroductoryOffer(_ productID: String, to account: AccountID) -> Bool {
    read { book in
      guard let product = book.priceList.subscription(productID) else { return false }
      return book.eligibility(in: product.listing.group, of: book.accounts[account])
        .introductoryOffer(of: product) != nil
    }
  }

  /// Whether subscriptions are billed monthly with a commitment in a country: not in the United States and Singapore.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment>.
  ///
  /// - Parameter country: The ISO 3166-1 alpha-3 code.
  /// - Returns: Whether such plans are sold.
  public static func sellsCommitments(in country: String) -> Bool {
    !["USA", "SGP"].contains(country)
  }

  /// Buys a product.
  ///
  /// A subscription starts with its introductory offer if the account is eligible; a change to another subscription of
  /// the group never has one. Buying a running subscription again returns its transaction, after turning renewal
  /// on if it was off, and so does buying a non-consumable that is owned. Another subscription of the group starts at once if its level is higher, or equal
  /// with the same period, and otherwise at the next renewal; the result is then the running transaction.
  ///
  /// - Parameters:
  ///   - account: The buyer; an unknown account is created.
  ///   - appAccountToken: The UUID that the app passes with the purchase.
  /// - Returns: StoreKit's result for the device.
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
  /// An offer redeemed while the same product is running starts with the next period; so does one of a lower level. An
  /// unknown offer fails with `productUnavailable`, one that the account is not eligible for with `paymentNotAllowed`,
  /// and a quantity out of range with `unknown`.
  ///
  /// - Parameter account: The buyer; an unknown account is created.
  /// - Returns: StoreKit's result for the device.
  @discardableResult
  public func purchase(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    outcome: PurchaseOutcome = .buy
  ) -> PurchaseResult {
    write { $0.purchase(productID, by: account, options: options, outcome: outcome) }
  }

  /// Buys a product as of an earlier instant; everything due since then happens at once.
  ///
  /// - Parameters:
  ///   - account: The buyer; an unknown account is created.
  ///   - instant: The instant of the purchase: not before the current period of a subscription of the group, and not
  ///     after now.
  ///   - renews: Whether a subscription renews; otherwise it is cancelled at that instant.
  /// - Returns: StoreKit's result for the device.
  @discardableResult
  public func purchase(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    at instant: Instant, renews: Bool = true
  ) -> PurchaseResult {
    write { book in
      let present = book.now
      book.now = min(max(instant, book.earliestPurchase(productID, account) ?? instant), present)
      let result = book.purchase(productID, by: account, options: options, outcome: .buy)
      if !renews, case .success(let bought) = result,
        let key = book.transaction(bought.payload.transactionId).flatMap({ book.key(of: $0) })
      {
        book.update(key, cause: .store) { subscription, _ in subscription.setRenewal(false) }
      }
      book.advance(to: present)
      return result
    }
  }

  /// The pending purchases, oldest first.
  public var pendingPurchases: [PendingPurchase] { read { $0.pending.all } }

  /// Completes a pending purchase: a parent approves it, or the customer resolves the interruption.
  ///
  /// - Returns: The result; nil if no such purchase is pending.
  @discardableResult
  public func approve(_ id: PendingPurchase.ID) -> PurchaseResult? {
    write { $0.resolve(id, buying: true) }
  }

  /// Cancels a pending purchase.
  ///
  /// - Returns: Whether such a purchase was pending.
  @discardableResult
  public func decline(_ id: PendingPurchase.ID) -> Bool {
    write { $0.resolve(id, buying: false) != nil }
  }
}
