extension AppStoreServerAPI {
  /// Asks for the condition of every subscription of a customer.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-all-subscription-statuses>.
  ///
  /// - Parameters:
  ///   - id: Any transaction of the customer.
  ///   - statuses: Only subscriptions in these conditions; none means all.
  /// - Returns: The subscriptions, in Apple's order.
  /// - Throws: ``ServerAPIError``
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
  ///   - request: How long, and why.
  /// - Returns: What became of it.
  /// - Throws: ``ServerAPIError``
  public func extendRenewalDate(
    of id: String, _ request: ExtendRenewalDateRequest
  ) async throws(ServerAPIError) -> ExtendRenewalDateResponse {
    try await answer(
      to: ServerAPIEndpoint(.put, "v1", "subscriptions", "extend", id).sending(request))
  }

  /// Begins to extend every active subscription to a product.
  ///
  /// It is not tried again when no answer of Apple's comes, because Apple may have begun. Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/extend-subscription-renewal-dates-for-all-active-subscribers>.
  ///
  /// - Parameter request: Which product, where, how long, and why.
  /// - Returns: The word that it was begun.
  /// - Throws: ``ServerAPIError``
  public func extendRenewalDates(
    _ request: MassExtendRenewalDateRequest
  ) async throws(ServerAPIError) -> MassExtendRenewalDateResponse {
    var endpoint = ServerAPIEndpoint(.post, "v1", "subscriptions", "extend", "mass")
    endpoint.isRepeatable = false
    return try await answer(to: endpoint.sending(request))
  }

  /// Asks how far an extension of many subscriptions is.
  ///
  /// Follows
  /// <https://developer.apple.com/documentation/appstoreserverapi/get-status-of-subscription-renewal-date-extensions>.
  ///
  /// - Parameters:
  ///   - requestIdentifier: The developer's identifier of the request.
  ///   - productID: The product whose subscriptions are extended.
  /// - Returns: How far it is.
  /// - Throws: ``ServerAPIError``
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
