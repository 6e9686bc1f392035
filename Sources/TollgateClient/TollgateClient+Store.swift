public import Foundation
public import Tollgate
public import TollgateWire

/// The packages of one paywall with the store's prices.
public struct Offering: Hashable, Sendable, Identifiable {
  /// The paywall that sells it.
  public let id: Paywall.ID
  /// What can be bought, best first.
  public let packages: [PaywallContent.Offer]
  /// Why the store's prices are missing; nil if they are not.
  public let problem: PurchaseProblem?
}

extension TollgateClient {
  /// The page on which customers manage their subscriptions if the store's own sheet is not available.
  ///
  /// See [Apple's page](https://support.apple.com/en-us/118428).
  public static let subscriptionsPage = "https://apps.apple.com/account/subscriptions"

  /// The result of a request to manage subscriptions.
  public enum ManagementOutcome: Hashable, Sendable {
    /// The store's own sheet was shown; the store reports any changes made there.
    case shown
    /// The store has no sheet here: open this page.
    case open(URL)
  }

  /// Everything that can be bought, by paywall in the blueprint's order; empty until the blueprint is known.
  public func offerings() async -> [Offering] {
    var offerings: [Offering] = []
    for paywall in blueprint?.definition.paywalls ?? [] {
      guard let content = await content(of: paywall.id) else { continue }
      offerings.append(
        Offering(id: paywall.id, packages: content.offers, problem: content.problem))
    }
    return offerings
  }

  /// Shows the store's sheet for managing subscriptions, or says which page to open instead.
  public func manageSubscriptions() async -> ManagementOutcome {
    if await configuration.store.manageSubscriptions() {
      await deliverPending()
      await refreshQuietly()
      return .shown
    }
    return URL(string: Self.subscriptionsPage).map { .open($0) } ?? .shown
  }

  /// Finds what the store account has bought, on this device or another.
  ///
  /// If the device knows of no purchases, the store's servers are asked, which may show the store's sign-in.
  ///
  /// - Returns: Whether anything that gives access was found; never `nothingFound` if that could not be determined.
  public func restorePurchases() async -> RestoreOutcome {
    do {
      let owned: [SignedPurchase]
      do { owned = try await purchasesOfAccount() } catch {
        return error.code == .cancelled ? .cancelled : .failed(error)
      }
      let refused = try await post(owned)
      // The server may know of what the store does not report: a grant, or a purchase made elsewhere.
      if owned.isEmpty || isStale { try await reread() }
      await reconcileNudges()
      if membership?.entitlements.isEmpty == false { return .restored }
      return refused.first.map { .failed(ClientError($0)) } ?? .nothingFound
    } catch {
      return .failed(error.error)
    }
  }

  private func purchasesOfAccount() async throws(ClientError) -> [SignedPurchase] {
    do {
      let owned = try await configuration.store.currentEntitlements()
      guard owned.isEmpty else { return owned }
      try await configuration.store.sync()
      return try await configuration.store.currentEntitlements()
    } catch {
      throw ClientError(error is CancellationError ? .cancelled : .store)
    }
  }

  /// Previews a restore without performing it: what the customer would gain and another account would lose.
  ///
  /// - Returns: The outcome for each purchase of the store account; empty if it has none.
  /// - Throws: ``ClientError`` if the store or the server could not be reached.
  public func previewRestore() async throws(ClientError) -> RestorePreview {
    let owned = try await purchasesOfAccount()
    guard !owned.isEmpty else { return RestorePreview(purchases: []) }
    let some = owned.prefix(RestoreRequest.limit / 2)
    do {
      let answered: ServerCalls.Answered<RestorePreview> = try await authorized(
        .restorePreview,
        body: RestoreRequest(
          signedTransactions: some.map(\.transaction),
          signedRenewalInfos: some.compactMap(\.renewalInfo)))
      return answered.answer
    } catch {
      throw error.error
    }
  }

  private func post(
    _ owned: [SignedPurchase]
  ) async throws(ServerCalls.Failure) -> [PurchaseResponse.Refusal] {
    var refused: [PurchaseResponse.Refusal] = []
    for start in stride(from: 0, to: owned.count, by: RestoreRequest.limit / 2) {
      let some = owned[start..<min(start + RestoreRequest.limit / 2, owned.count)]
      let answered: ServerCalls.Answered<PurchaseResponse> = try await authorized(
        .restore,
        body: RestoreRequest(
          signedTransactions: some.map(\.transaction),
          signedRenewalInfos: some.compactMap(\.renewalInfo)))
      accept(answered)
      for id in answered.answer.recorded {
        await configuration.store.finish(id)
        outbox.removeAll { $0.purchase?.id == id && some.contains($0.purchase) }
      }
      saveOutbox()
      refused += answered.answer.refused
    }
    recompute()
    return refused
  }
}

extension Collection where Element == SignedPurchase {
  fileprivate func contains(_ purchase: SignedPurchase?) -> Bool {
    contains { $0.transaction == purchase?.transaction }
  }
}

extension ClientError {
  fileprivate init(_ refusal: PurchaseResponse.Refusal) {
    self.init(
      code: Code(rawValue: refusal.code), isRetryable: false,
      message: refusal.code == ProblemCode.ownedByAnotherCustomer.rawValue
        ? PurchaseProblem.ownedByAnother.message : PurchaseProblem.notAccepted.message)
  }
}
