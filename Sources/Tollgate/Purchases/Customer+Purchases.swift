extension Customer {
  /// The latest transfer of a purchase to or from this customer; nil if there was none.
  public func transfer(of purchase: PurchaseID) -> PurchaseTransfer? {
    purchases.transfers.values.filter { $0.purchase == purchase }.max { $1.outranks($0) }
  }

  /// The facts about a purchase that are transferred with it: its transactions and the credits they give, its renewal
  /// info, the trial it started and the uses counted or reserved in that trial.
  ///
  /// - Parameter purchase: The purchase.
  /// - Returns: The facts, in a fixed order.
  public func facts(of purchase: PurchaseID) -> [Fact] {
    let starts = trials.starts.values.filter { $0.purchase == purchase }
    let end = history.line(of: purchase)?.introductionEnd ?? .distantFuture
    func counts(_ feature: Feature.ID, at: Instant) -> Bool {
      starts.contains { $0.terms.uses?.feature == feature && $0.at <= at && at < end }
    }
    return facts.filter { fact in
      switch fact {
      case .transaction(let transaction): transaction.purchase == purchase
      case .renewal(let renewal): renewal.purchase == purchase
      case .credit(let credit): credit.purchase == purchase
      case .trialStarted(let start): start.purchase == purchase
      case .use(let use): counts(use.feature, at: use.at)
      case .reservation(let fact): counts(fact.feature, at: fact.terms.at)
      case .reservationRelease(let fact): counts(fact.feature, at: fact.at)
      case .signedUp, .device, .milestone, .trialForfeited, .trialExtension, .trialPause, .transfer,
        .spend, .item, .dismissal,
        .paywall, .nudge, .attribute, .grant, .profile:
        false
      }
    }
  }
}

extension Customer {
  /// Whether credits of a purchase are left.
  func hasCredits(
    of purchase: PurchaseID, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    if blueprint.definition.credits.isEmpty { return false }
    return credits(in: blueprint, at: now).contains { replay in
      replay.lots.contains { $0.purchase == purchase && $0.left > 0 }
    }
  }

  /// Whether a purchase gives the customer anything now, apart from what was bought for another customer.
  func has(
    _ purchase: PurchaseID, apartFrom other: Customer.ID, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    guard transfer(of: purchase)?.isHeld ?? true else { return false }
    let line = PurchaseLine(
      purchase,
      purchases.transactions.values.lazy.filter { $0.purchase == purchase && $0.signedFor != other }
    )
    let isRunning = line.periods.contains { period in
      guard period.startsAt <= now,
        let product = blueprint.catalog.products[period.transaction.product]?.product
      else { return false }
      return period.ends(as: product).map { now < $0 } ?? true
    }
    return isRunning
      || Subscription(
        line, renewal: purchases.renewals[purchase],
        lateRenewal: blueprint.definition.purchases.lateRenewal, at: now)?.isActive ?? false
  }
}

extension Customer {
  /// Whether the store would still give the introductory offer of a product's group, as far as the facts show.
  ///
  /// The store gives one introductory offer per customer and subscription group
  /// ([Apple](https://developer.apple.com/documentation/storekit/product/subscriptioninfo/iseligibleforintrooffer)). It
  /// does not consider a subscription that is running: ``Membership/offersIntroductory(_:)`` does.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - environment: The store that would sell it; purchases from another store do not count.
  /// - Returns: Whether the customer has had no introductory offer of the group there.
  public func isEligibleForIntroductoryOffer(
    of product: CatalogProduct, in environment: StoreEnvironment = .production
  ) -> Bool {
    guard product.introductoryOffer != nil else { return false }
    return !history.lines.contains { line in
      line.id.environment == environment
        && line.periods.contains { period in
          let transaction = period.transaction
          return period.isIntroductory && transaction.ownership == .purchased
            && (transaction.product == product.id
              || product.group != nil && transaction.group == product.group)
        }
    }
  }
}
