import TollgateAppStore

extension StoreBook {
  /// Buys a product as StoreKit does, with what the configuration's settings make fail.
  ///
  /// Checks come in a fixed order: the customer's decision, the product, failing transactions, what is owned already,
  /// an interruption, and a parent's approval. Offers and payment are checked last.
  mutating func purchase(
    _ productID: String, by id: AccountID, options: PurchaseOptions,
    outcome: PurchaseOutcome
  ) -> PurchaseResult {
    let simulated = settings.configuration.settings
    let account = accounts.number(of: id)
    switch outcome {
    case .cancel: return .cancelled
    case .fail(.interrupted): return interrupt(productID, account, options)
    case .fail(let failure): return .failed(failure)
    case .buy, .askToBuy: break
    }
    guard priceList.sells(productID) else { return .failed(.productUnavailable) }
    if simulated.failsTransactions { return .failed(.unknown) }
    if let owned = owned(productID, by: account, options) { return .success(signed(owned)) }
    if simulated.hasBillingIssues { return interrupt(productID, account, options) }
    if outcome == .askToBuy || accounts[account].asksToBuy {
      return .pending(addPending(productID, account, options, .askToBuy))
    }
    return charge(productID, account, options, cause: .purchase)
  }

  /// Resolves a pending purchase, by buying or not.
  mutating func resolve(_ id: Int, buying: Bool) -> PurchaseResult? {
    guard let purchase = pending.remove(id) else { return nil }
    guard buying else { return .cancelled }
    return charge(
      purchase.productID, accounts.number(of: purchase.account), purchase.options, cause: .store)
  }

  private mutating func interrupt(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions
  ) -> PurchaseResult {
    guard priceList.sells(productID) else { return .failed(.productUnavailable) }
    addPending(productID, account, options, .interruption)
    return .failed(.interrupted)
  }

  /// The transaction returned for buying the product again: a running subscription's period, or a permanent product.
  ///
  /// A subscription that was cancelled is bought again, which turns its renewal on.
  private func owned(
    _ productID: String, by account: AccountNumber, _ options: PurchaseOptions
  ) -> TransactionRecord? {
    if let product = subscription(productID, account, options) {
      guard options.offer == nil,
        let subscription = subscriptions[
          SubscriptionKey(account: account, group: product.listing.group)],
        subscription.state == .active, subscription.period.product.isSamePlan(as: product),
        subscription.continuesProduct, subscription.renewal.isOn,
        options.quantity == 1 || options.quantity == subscription.nextSeats
      else { return nil }
      return transactions[subscription.period.transactionID]
    }
    guard let (number, product) = priceList.product(productID),
      OneTimePurchase(.init(product)).isOwned
    else { return nil }
    return transactions(of: account).first {
      $0.product == number && !$0.isShared && oneTimePurchase($0)?.isOwned == true
    }
  }

  /// The subscription on sale to an account with the billing plan of a purchase; nil for any other product or plan.
  private func subscription(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions
  ) -> PricedSubscription? {
    switch options.billingPlan {
    case nil, .billedUpfront: return priceList.subscription(productID)
    case .monthly:
      let country = accounts.storefront(accounts[account].storefront).country
      return AppStoreSimulator.sellsCommitments(in: country)
        ? priceList.commitment(productID) : nil
    default: return nil
    }
  }

  @discardableResult
  private mutating func addPending(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions,
    _ reason: PendingPurchase.Reason
  ) -> PendingPurchase {
    pending.add(
      productID, by: accounts[account].id, options: options, reason: reason, at: now)
  }

  /// Charges the account for a product that may have become owned or unavailable while the purchase was pending.
  private mutating func charge(
    _ productID: String, _ account: AccountNumber, _ options: PurchaseOptions,
    cause: TransactionUpdate.Cause
  ) -> PurchaseResult {
    if let owned = owned(productID, by: account, options) { return .success(signed(owned)) }
    guard accounts[account].canPay else { return .failed(.paymentInvalid) }
    let id: TransactionNumber?
    do {
      let entered = try entering(options, buying: productID)
      if let product = subscription(productID, account, options) {
        id = try subscribe(product, account, entered, cause: cause)
      } else if options.billingPlan == nil, let (number, product) = priceList.product(productID) {
        id = try buy(product, number, account, entered, cause: cause)
      } else {
        return .failed(.productUnavailable)
      }
      redeemOneTimeCode(of: options)
    } catch {
      return .failed(error)
    }
    guard let record = id.flatMap({ transactions[$0] }) else { return .failed(.unknown) }
    return .success(signed(record))
  }

  /// Buys a subscription, which starts, changes or resumes the account's subscription in the group.
  ///
  /// - Returns: The transaction of the period that is current afterwards.
  private mutating func subscribe(
    _ product: PricedSubscription, _ account: AccountNumber,
    _ options: PurchaseOptions, cause: TransactionUpdate.Cause
  ) throws(PurchaseFailure) -> TransactionNumber? {
    guard options.quantity == 1 || product.sells(seats: options.quantity) else {
      throw .unknown
    }
    let key = SubscriptionKey(account: account, group: product.listing.group)
    let offers = try eligibility(in: product.listing.group, of: account)
      .offers(for: options, of: product)
    for offer in offers { accounts[account].redeem(offer, group: key.group) }
    let (offer, stacked) = (offers.first, offers.dropFirst().first)
    let token = options.appAccountToken.map { tokens.add($0) } ?? 0
    let isDeveloperManaged = settings.invitations == .developer
    if let subscription = subscriptions[key] {
      if options.quantity > 1, subscription.state == .active, subscription.continuesProduct,
        subscription.period.product.isSamePlan(as: product)
      {
        return setSeats(options.quantity, of: key, cause: cause)
      }
      // The store assigns no seats that the developer manages.
      if isDeveloperManaged, subscription.hasEnded { shared.seats[key] = nil }
      update(key, cause: cause) { [now] subscription, ids in
        let earlier = subscription.period.transactionID
        if subscription.hasEnded { subscription.isDeveloperManaged = isDeveloperManaged }
        let actions = subscription.purchase(
          product, offer: offer, at: now, appAccountToken: token,
          ids: &ids)
        if subscription.period.transactionID != earlier {
          subscription.seats = options.quantity
          subscription.renewal.stackedOffer = stacked
        }
        return actions
      }
      return subscriptions[key]?.period.transactionID
    }
    var subscription = SubscriptionLifecycle(
      product: product, offer: offer, transactionID: ids.transaction(), at: now,
      terms: settings.terms, appAccountToken: token)
    subscription.seats = options.quantity
    subscription.isDeveloperManaged = isDeveloperManaged
    subscription.renewal.stackedOffer = stacked
    set(subscription, for: key)
    perform(
      [.charge(.purchase), .notify(.subscribed, .initialBuy)], key, subscription, cause: cause)
    return subscription.period.transactionID
  }

  /// The offers that an account can redeem in a group; nil stands for one that has bought nothing.
  func eligibility(in group: UInt32, of account: AccountNumber?) -> OfferEligibility {
    guard let account else { return OfferEligibility(isIntroduced: false, subscription: nil) }
    return OfferEligibility(
      isIntroduced: accounts[account].introducedGroups.contains(group),
      redeemedCodes: accounts[account].redeemedCodes,
      subscription: subscriptions[SubscriptionKey(account: account, group: group)])
  }

  /// Buys a product that does not renew.
  private mutating func buy(
    _ product: StoreKitConfiguration.Product, _ number: UInt32, _ account: AccountNumber,
    _ options: PurchaseOptions, cause: TransactionUpdate.Cause
  ) throws(PurchaseFailure) -> TransactionNumber {
    guard OneTimePurchase.quantities(of: .init(product)).contains(options.quantity)
    else { throw .unknown }
    let code = try redeemedCode(for: options, of: product, by: account)
    var price = Milliunits(product.price.rawValue * Int64(options.quantity))
    if let code {
      let offer = product.codeOffers[code]
      accounts[account].redeem(offer, of: product)
      price = offer.price
    }
    let id = ids.transaction()
    record(
      TransactionRecord(
        number: id, account: account, original: id, quantity: UInt16(options.quantity),
        product: number, offer: code.map { UInt32($0 + 1) } ?? 0,
        storefront: accounts[account].storefront,
        appAccountToken: options.appAccountToken.map { tokens.add($0) } ?? 0, purchased: now,
        originallyPurchased: now, signed: now, expires: now, commitmentExpires: now,
        price: price),
      cause: cause)
    notify(.oneTimeCharge, transaction: id)
    for member in accounts.family(of: account) { shareProduct(id, with: member) }
    return id
  }

  /// The position of the code that a purchase of a product that does not renew redeems; nil for the regular price.
  ///
  /// Each account redeems it once, for one of the product, and only if the code is for customers like them.
  private func redeemedCode(
    for options: PurchaseOptions, of product: StoreKitConfiguration.Product,
    by account: AccountNumber
  ) throws(PurchaseFailure) -> Int? {
    guard let chosen = options.offer else { return nil }
    guard case .code(let id) = chosen,
      let position = product.codeOffers.firstIndex(where: { $0.id == id })
    else { throw .productUnavailable }
    let offer = product.codeOffers[position]
    guard options.quantity == 1, offer.eligibility.contains(customer(account)),
      !accounts[account].hasRedeemed(offer, of: product)
    else { throw .paymentNotAllowed }
    return position
  }

  /// The kind of customer that a code for a product that does not renew is for.
  private func customer(_ account: AccountNumber) -> StoreKitConfiguration.OfferEligibility {
    guard let latest = transactions(of: account).last(where: { !$0.isShared }) else { return .new }
    return now < latest.purchased.advanced(by: .days(30)) ? .existing : .expired
  }

  /// The earliest instant at which a product can be bought in retrospect; nil without a limit.
  ///
  /// It is the start of the account's last period in the product's group, or the end if it is over, because what was
  /// charged before cannot change.
  func earliestPurchase(_ productID: String, _ account: AccountID) -> Instant? {
    guard let group = priceList.subscription(productID)?.listing.group,
      let number = accounts[account],
      let subscription = subscriptions[SubscriptionKey(account: number, group: group)]
    else { return nil }
    return subscription.hasEnded ? subscription.period.end : subscription.period.start
  }
}
