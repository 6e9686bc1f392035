import Tollgate
import TollgateAppStore
import TollgateWire

// Purchases, restores and what the App Store sends.
extension Shape {
  package static let transactionRequest = request(
    TransactionRequest.self, "A transaction as StoreKit signed it: its `jwsRepresentation`.",
    .note("signedTransaction", .signed, "The transaction as a JSON Web Signature."),
    .note(
      "signedRenewalInfo", .signed,
      "The renewal info of the same subscription as a JSON Web Signature."))

  package static let restoreRequest = request(
    RestoreRequest.self,
    "Everything that the store has signed for a store account, at most 50 values together.",
    .note(
      "signedTransactions", .list(.signed, atMost: RestoreRequest.limit),
      "The transactions as JSON Web Signatures."),
    .note(
      "signedRenewalInfos", .list(.signed, atMost: RestoreRequest.limit),
      "The renewal infos as JSON Web Signatures."))

  package static let purchaseResponse = response(
    PurchaseResponse.self, "The response to posted transactions.",
    .note("recorded", "The transactions that are recorded, and may be finished with the store."),
    .note(
      "refused", "The transactions that are not recorded; only a restore has any.", example: []),
    .note("snapshot", "The customer afterwards; missing if an account has the purchase now."))

  package static let restorePreview = response(
    RestorePreview.self, "What a restore would do.",
    .note("purchases", "Each purchase, in the order of the request."))

  static let purchase =
    "The original transaction id; `sandbox:` before it names another environment than production."

  package static let promotionalOfferRequest = request(
    PromotionalOfferRequest.self, "A request for the signature of a promotional offer.",
    .note("product", "The subscription."),
    .note("offer", .name, "The offer's identifier in App Store Connect."))

  package static let promotionalOfferResponse = response(
    PromotionalOfferResponse.self, "The signature of a promotional offer.",
    .note("signature", "The offer as a JSON Web Signature in Apple's form."))

  package static let fullPriceRequest = request(
    FullPriceRequest.self,
    "A request for the signature with which a subscription is sold without its introductory offer.",
    .note("product", "The subscription."),
    .note(
      "signedAppTransaction",
      "The store account's download of the app as StoreKit signed it, which says whom the signature is for; one that cannot be verified is ignored."
    ))

  package static let fullPriceResponse = response(
    FullPriceResponse.self,
    "The signature with which a purchase begins without the introductory offer.",
    .note(
      "signature",
      "The statement that the customer gets no introductory offer, as a JSON Web Signature in Apple's form."
    ))

  package static let notificationRequest = request(
    NotificationRequest.self,
    "What the App Store sends: an App Store Server Notification, or a real-time request.",
    .note("signedPayload", .signed, "Its content as a JSON Web Signature."))

  package static let notificationResponse = response(
    NotificationResponse.self, "The response to a store notification.")

  package static let retentionResponse = response(
    "RetentionResponse", nil,
    "What the App Store shows, in one of these members: Apple's `RealtimeResponseBody`.",
    example: [
      "alternateProduct": [
        "messageIdentifier": "1b4c51a3-95f6-4d1c-9f0b-6f9a3c6f2a11",
        "productId": "coach.premium.yearly",
      ]
    ],
    .optional("message", .object([messageIdentifier])),
    .optional(
      "alternateProduct", .object([messageIdentifier, .required("productId", .text)])),
    .optional(
      "promotionalOffer",
      .object([messageIdentifier, .required("promotionalOfferSignatureV2", .text)])))

  private static let messageIdentifier = Member.required("messageIdentifier", .text)
}

// The parts of these.

extension PurchaseResponse.Refusal: Described {
  static let schema: Schema = part(
    as: "PurchaseRefusal",
    "A transaction that was verified but not recorded.", .note("code", "The code of a problem."))
}

extension RestorePreview.Purchase: Described {
  static let schema: Schema = part(
    as: "PreviewedPurchase",
    "What a restore would do with a purchase.",
    .note("purchase", Shape.purchase),
    .note("gains", "The entitlements that the caller would gain."),
    .note("otherLoses", "The entitlements that another account would lose.", example: []))
}
