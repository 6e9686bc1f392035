import Tollgate
import TollgateAppStore
import TollgateWire

// Purchases, restores and what the App Store sends.
extension Shape {
  package static let transactionRequest = request(
    "TransactionRequest", TransactionRequest.self,
    "A transaction as StoreKit signed it: its `jwsRepresentation`.",
    .required("signedTransaction", .signed, "The transaction as a JSON Web Signature."),
    .optional(
      "signedRenewalInfo", .signed,
      "The renewal info of the same subscription as a JSON Web Signature."))

  package static let restoreRequest = request(
    "RestoreRequest", RestoreRequest.self,
    "Everything that the store has signed for a store account, at most 50 values together.",
    .required(
      "signedTransactions", .list(.signed, atMost: RestoreRequest.limit),
      "The transactions as JSON Web Signatures."),
    .optional(
      "signedRenewalInfos", .list(.signed, atMost: RestoreRequest.limit),
      "The renewal infos as JSON Web Signatures."))

  package static let purchaseResponse = response(
    "PurchaseResponse", PurchaseResponse.self, "The response to posted transactions.",
    .required(
      "recorded", .list(.text),
      "The transactions that are recorded, and may be finished with the store."),
    .required(
      "refused", .list(.shape(purchaseRefusal)),
      "The transactions that are not recorded; only a restore has any."),
    .optional(
      "snapshot", .shape(customerSnapshot),
      "The customer afterwards; missing if an account has the purchase now."))

  private static let purchaseRefusal = response(
    "PurchaseRefusal", PurchaseResponse.Refusal.self,
    "A transaction that was verified but not recorded.",
    .required("transaction", .text), .required("code", .text, "The code of a problem."))

  package static let restorePreview = response(
    "RestorePreview", RestorePreview.self, "What a restore would do.",
    .required(
      "purchases", .list(.shape(previewedPurchase)),
      "Each purchase, in the order of the request."))

  private static let previewedPurchase = response(
    "PreviewedPurchase", RestorePreview.Purchase.self, "What a restore would do with a purchase.",
    .required("purchase", .text, purchase),
    .required(
      "outcome",
      .shape(cases("RestoreOutcome", RestorePreview.Outcome.self, "What a restore would do."))),
    .required("gains", .list(.text), "The entitlements that the caller would gain."),
    .required("otherLoses", .list(.text), "The entitlements that another account would lose."))

  package static let purchase =
    "The original transaction id; `sandbox:` before it names another environment than production."

  package static let promotionalOfferRequest = request(
    "PromotionalOfferRequest", PromotionalOfferRequest.self,
    "A request for the signature of a promotional offer.",
    .required("product", .text, "The subscription."),
    .required("offer", .name, "The offer's identifier in App Store Connect."))

  package static let promotionalOfferResponse = response(
    "PromotionalOfferResponse", PromotionalOfferResponse.self,
    "The signature of a promotional offer.",
    .required("product", .text), .required("offer", .text),
    .required("signature", .text, "The offer as a JSON Web Signature in Apple's form."))

  package static let notificationRequest = request(
    "NotificationRequest", NotificationRequest.self,
    "What the App Store sends: an App Store Server Notification, or a real-time request.",
    .required("signedPayload", .signed, "Its content as a JSON Web Signature."))

  package static let notificationResponse = response(
    "NotificationResponse", NotificationResponse.self, "The response to a store notification.",
    .required(
      "outcome",
      .shape(
        cases(
          "NotificationOutcome", NotificationResponse.Outcome.self,
          "The outcome of a notification."))))

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
