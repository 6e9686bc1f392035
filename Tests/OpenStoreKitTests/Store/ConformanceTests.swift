import OpenStoreKit
import Testing

/// Types conform to what Apple's conform to: each line compiles only with the conformances that it requires.
@Suite("Conformances")
struct ConformanceTests {
  @Test("Values compare, go into sets and cross tasks")
  func values() {
    func compares<Value: Hashable & Sendable>(_: Value.Type) {}
    compares(Product.self)
    compares(Product.SubscriptionInfo.self)
    compares(Product.SubscriptionInfo.RenewalInfo.self)
    compares(Product.SubscriptionInfo.RenewalInfo.PriceIncreaseStatus.self)
    compares(Product.SubscriptionInfo.Status.self)
    compares(Product.SubscriptionOffer.self)
    compares(Product.SubscriptionOffer.Signature.self)
    compares(Product.SubscriptionPeriod.self)
    compares(Product.SubscriptionPeriod.Unit.self)
    compares(Product.PurchaseOption.self)
    compares(Product.PurchaseError.self)
    compares(Transaction.self)
    compares(Transaction.Offer.self)
    compares(Transaction.RefundRequestError.self)
    compares(Transaction.RefundRequestStatus.self)
    compares(AppTransaction.self)
    compares(Message.self)
    compares(RedeemOption.self)
    compares(Product.PromotionInfo.self)
    compares(Product.SubscriptionInfo.BundledSubscription.self)
    compares(Product.SubscriptionInfo.PricingTerms.PricingModel.self)
    compares(Product.SubscriptionRelationship.self)
    compares(Transaction.AdvancedCommerceInfo.self)
    compares(Transaction.AdvancedCommerceInfo.Partner.self)
    compares(Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.self)
    compares(AdvancedCommerceProduct.self)
    compares(ExternalPurchase.NoticeResult.self)
    compares(ExternalPurchaseCustomLink.NoticeType.self)
    compares(ExternalPurchaseCustomLink.NoticeResult.self)
    compares(ExternalPurchaseCustomLink.Token.self)
    compares(ExternalPurchaseCustomLink.TokenType.self)
    compares(AdvancedCommerceProduct.PurchaseOption.self)
    compares(Transaction.MultiSeatInfo.self)
    compares(VerificationResult<Transaction>.self)
    compares(VerificationResult<AppTransaction>.VerificationError.self)
  }

  @Test("Names and numbers of Apple's make values, unknown ones too")
  func rawValues() {
    func isOpen<Value: RawRepresentable & Hashable & Sendable>(_: Value.Type) {}
    isOpen(Product.ProductType.self)
    isOpen(Product.SubscriptionInfo.RenewalState.self)
    isOpen(Product.SubscriptionInfo.RenewalInfo.ExpirationReason.self)
    isOpen(Product.SubscriptionOffer.OfferType.self)
    isOpen(Product.SubscriptionOffer.PaymentMode.self)
    isOpen(Transaction.Offer.PaymentMode.self)
    isOpen(Message.Reason.self)
    isOpen(Transaction.AdditionalTransactionReason.self)
    isOpen(Transaction.AdvancedCommerceInfo.Offer.Reason.self)
    isOpen(Transaction.AdvancedCommerceInfo.Refund.Reason.self)
    isOpen(Transaction.AdvancedCommerceInfo.Refund.RefundType.self)
    isOpen(
      Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo.Status.self)
    isOpen(Transaction.MultiSeatInfo.InvitationManagement.self)
    isOpen(Transaction.OfferType.self)
    isOpen(Transaction.OwnershipType.self)
    isOpen(Transaction.Reason.self)
    isOpen(Transaction.RevocationReason.self)
    isOpen(Transaction.RevocationType.self)
    isOpen(SKProductStorePromotionVisibility.self)
    isOpen(AppStore.Environment.self)
    isOpen(AppStore.Platform.self)
    #expect(Product.SubscriptionInfo.RenewalState(rawValue: 4) == .inGracePeriod)
    #expect(AppStore.Environment(rawValue: "Xcode") == .xcode)
  }

  @Test("Errors describe themselves")
  func errors() {
    func describes<Failure: LocalizedError & Sendable>(_: Failure.Type) {}
    describes(StoreKitError.self)
    describes(Product.PurchaseError.self)
    describes(Transaction.RefundRequestError.self)
    describes(VerificationResult<Transaction>.VerificationError.self)
    #expect(StoreKitError.userCancelled.localizedDescription == "Request Canceled")
    #expect(Product.PurchaseError.ineligibleForOffer.recoverySuggestion != nil)
  }

  @Test("Things have identifiers, texts for debugging, and sequences cross tasks")
  func others() {
    func isIdentified<Value: Identifiable>(_: Value.Type, _: Value.ID.Type) {}
    isIdentified(Product.self, String.self)
    isIdentified(Transaction.self, UInt64.self)
    isIdentified(Storefront.self, String.self)
    isIdentified(PurchaseIntent.self, Product.ID.self)
    isIdentified(AdvancedCommerceProduct.self, String.self)
    func isReadable<Value: CustomDebugStringConvertible>(_: Value.Type) {}
    isReadable(Product.self)
    isReadable(Product.PurchaseOption.self)
    isReadable(AdvancedCommerceProduct.self)
    isReadable(AdvancedCommerceProduct.PurchaseOption.self)
    isReadable(Product.SubscriptionPeriod.self)
    isReadable(Product.SubscriptionPeriod.Unit.self)
    isReadable(Product.SubscriptionInfo.RenewalInfo.self)
    isReadable(Transaction.self)
    isReadable(AppTransaction.self)
    isReadable(VerificationResult<Transaction>.self)
    func flows<Values: AsyncSequence & Sendable>(_: Values.Type) where Values.Failure == Never {}
    flows(Transaction.Transactions.self)
    flows(Product.SubscriptionInfo.Status.Statuses.self)
    flows(Storefront.Storefronts.self)
    flows(PurchaseIntent.PurchaseIntents.self)
    flows(Message.Messages.self)
    func crosses<Value: Sendable>(_: Value.Type) {}
    crosses(Product.PurchaseResult.self)
    crosses(AppStore.self)
    crosses(AppStoreMerchandisingKind.self)
    crosses(AppStoreMerchandisingKind.PresentationResult.self)
    crosses(InvalidRequestError.self)
    crosses(Product.TaskState.self)
    crosses(Product.CollectionTaskState.self)
    crosses(EntitlementTaskState<Int>.self)
    crosses(SKPaymentQueue.self)
    crosses(SKPaymentTransaction.self)
    crosses(SKPaymentDiscount.self)
    crosses(SKProduct.self)
    crosses(SKProductsResponse.self)
    crosses(SKStorefront.self)
    func formats<Format: FormatStyle>(_: Format.Type) {}
    formats(Product.SubscriptionPeriod.Unit.FormatStyle.self)
    formats(Product.SubscriptionPeriod.RangeFormatStyle.self)
  }
}
