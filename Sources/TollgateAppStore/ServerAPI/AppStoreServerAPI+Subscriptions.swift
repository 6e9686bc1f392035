extension AppStoreServerAPI {
  /// Returns the status of every subscription of a customer.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-all-subscription-statuses>.
  ///
  /// - Parameters:
  ///   - id: Any transaction of the customer.
  ///   - statuses: Only subscriptions with these statuses; if empty, all.
  /// - Returns: The subscriptions, in Apple's order.
  public func subscriptions(
    of id: String, in statuses: [SubscriptionStatus] = []
  ) async throws(ServerAPIError) -> [VerifiedSubscription] {
    let response: StatusResponse = try await answer(
      to: ServerAPIEndpoint(.get, "v1", "subscriptions", id)
        .asking(statuses.map { ("status", String($0.rawValue)) }))
    var subscriptions: [VerifiedSubscription] = []
    for group in response.data {
      for item in group.lastTransactions {
        subscriptions.append(try await verified(item, in: group.subscriptionGroupIdentifier))
      }
    }
    return subscriptions
  }

  /// Extends one subscription; Apple allows it twice a year.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/extend-a-subscription-renewal-date>.
  ///
  /// - Parameters:
  ///   - id: The original transaction of the subscription.
  ///   - request: By how many days, and why.
  public func extendRenewalDate(
    of id: String, _ request: ExtendRenewalDateRequest
  ) async throws(ServerAPIError) -> ExtendRenewalDateResponse {
    try await answer(
      to: ServerAPIEndpoint(.put, "v1", "subscriptions", "extend", id).sending(request))
  }

  /// Starts extending every active subscription to a product.
  ///
  /// It is not retried if Apple does not respond, because Apple may have started. Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/extend-subscription-renewal-dates-for-all-active-subscribers>.
  ///
  /// - Parameter request: Which product, where, by how many days, and why.
  /// - Returns: The confirmation that it started.
  public func extendRenewalDates(
    _ request: MassExtendRenewalDateRequest
  ) async throws(ServerAPIError) -> MassExtendRenewalDateResponse {
    var endpoint = ServerAPIEndpoint(.post, "v1", "subscriptions", "extend", "mass")
    endpoint.isRepeatable = false
    return try await answer(to: endpoint.sending(request))
  }

  /// Returns the progress of an extension of many subscriptions.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-status-of-subscription-renewal-date-extensions>.
  ///
  /// - Parameters:
  ///   - requestIdentifier: The developer's identifier of the request.
  ///   - productID: The product whose subscriptions are extended.
  public func renewalDateExtension(
    _ requestIdentifier: String, of productID: String
  ) async throws(ServerAPIError) -> MassExtendRenewalDateStatusResponse {
    try await answer(
      to: ServerAPIEndpoint(
        .get, "v1", "subscriptions", "extend", "mass", productID, requestIdentifier))
  }

  private func verified(
    _ item: LastTransactionsItem, in group: String
  ) async throws(ServerAPIError) -> VerifiedSubscription {
    VerifiedSubscription(
      subscriptionGroupIdentifier: group, status: item.status,
      transaction: try await verified { now throws(VerificationError) in
        try await verifier.transaction(item.signedTransactionInfo, at: now)
      },
      renewalInfo: try await verified { now throws(VerificationError) in
        try await verifier.renewalInfo(item.signedRenewalInfo, at: now)
      })
  }
}

/// The status of a subscription, from the App Store Server API.
public struct VerifiedSubscription: Hashable, Sendable {
  public let subscriptionGroupIdentifier: String

  public let status: SubscriptionStatus

  /// The latest transaction.
  public let transaction: Verified<TransactionPayload>

  /// The latest renewal info.
  public let renewalInfo: Verified<RenewalInfoPayload>
}
