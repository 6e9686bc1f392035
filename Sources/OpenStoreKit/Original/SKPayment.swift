public import Foundation

/// What an app asks the payment queue to buy.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpayment>.
open class SKPayment: NSObject, NSCopying, NSMutableCopying {
  /// What is bought and how.
  struct Details: Hashable, Sendable {
    var productIdentifier = ""
    var quantity = 1
    var requestData: Data?
    var applicationUsername: String?
    var simulatesAskToBuyInSandbox = false
    var paymentDiscount: SKPaymentDiscount?

    /// The product as the app loaded it.
    var product: Product?
  }

  var details = Details()

  public override init() { super.init() }

  public convenience init(product: SKProduct) {
    self.init()
    details.productIdentifier = product.productIdentifier
    details.product = product.product
  }

  convenience init(_ details: Details) {
    self.init()
    self.details = details
  }

  open var productIdentifier: String { details.productIdentifier }

  /// How many of a consumable, 1 to 10.
  open var quantity: Int { details.quantity }

  /// Reserved by Apple.
  open var requestData: Data? { details.requestData }

  /// The customer's account in the app; a UUID becomes the transaction's `appAccountToken`.
  open var applicationUsername: String? { details.applicationUsername }

  /// Whether the payment waits for a parent's approval.
  open var simulatesAskToBuyInSandbox: Bool { details.simulatesAskToBuyInSandbox }

  /// The promotional offer that the developer signed.
  open var paymentDiscount: SKPaymentDiscount? { details.paymentDiscount }

  open func copy(with zone: NSZone? = nil) -> Any { SKPayment(details) }

  open func mutableCopy(with zone: NSZone? = nil) -> Any { SKMutablePayment(details) }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? SKPayment)?.details == details
  }

  open override var hash: Int { details.hashValue }
}

/// A payment whose parts can be set before it is added to the queue.
///
/// Follows <https://developer.apple.com/documentation/storekit/skmutablepayment>.
open class SKMutablePayment: SKPayment {
  open override var productIdentifier: String {
    get { details.productIdentifier }
    set { details.productIdentifier = newValue }
  }

  open override var quantity: Int {
    get { details.quantity }
    set { details.quantity = newValue }
  }

  open override var requestData: Data? {
    get { details.requestData }
    set { details.requestData = newValue }
  }

  open override var applicationUsername: String? {
    get { details.applicationUsername }
    set { details.applicationUsername = newValue }
  }

  open override var simulatesAskToBuyInSandbox: Bool {
    get { details.simulatesAskToBuyInSandbox }
    set { details.simulatesAskToBuyInSandbox = newValue }
  }

  open override var paymentDiscount: SKPaymentDiscount? {
    get { details.paymentDiscount }
    set { details.paymentDiscount = newValue }
  }
}

/// The developer's signature of a promotional offer.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymentdiscount>.
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
  /// The identifier of the offer.
  public let identifier: String

  /// The identifier of the key that signed.
  public let keyIdentifier: String

  /// The unique UUID.
  public let nonce: UUID

  /// The signature in Base64.
  public let signature: String

  /// When it was signed, in milliseconds since 1970.
  public let timestamp: NSNumber

  public init(
    identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber
  ) {
    self.identifier = identifier
    self.keyIdentifier = keyIdentifier
    self.nonce = nonce
    self.signature = signature
    self.timestamp = timestamp
    super.init()
  }
}

extension SKPayment.Details {
  /// The options of the same purchase through `Product.purchase(options:)`.
  var options: Set<Product.PurchaseOption> {
    var options: Set<Product.PurchaseOption> = []
    if quantity != 1 { options.insert(.quantity(quantity)) }
    if let token = applicationUsername.flatMap(UUID.init(uuidString:)) {
      options.insert(.appAccountToken(token))
    }
    if simulatesAskToBuyInSandbox { options.insert(.simulatesAskToBuyInSandbox(true)) }
    if let discount = paymentDiscount {
      options.insert(
        .promotionalOffer(
          offerID: discount.identifier, keyID: discount.keyIdentifier, nonce: discount.nonce,
          signature: Data(base64Encoded: discount.signature) ?? Data(discount.signature.utf8),
          timestamp: discount.timestamp.intValue))
    }
    return options
  }
}
