import Dispatch
public import Foundation
import TollgateMutex

/// A request to the App Store, which answers its delegate.
///
/// As on Apple's systems since iOS 13, the answer does not come on the main thread.
///
/// Follows <https://developer.apple.com/documentation/storekit/skrequest>.
open class SKRequest: NSObject {
  /// Who gets the answer; not retained.
  open weak var delegate: (any SKRequestDelegate)?

  private let isCancelled = Mutex(false)

  public override init() { super.init() }

  /// Ends the request; the delegate gets no answer.
  open func cancel() {
    isCancelled.withLock { $0 = true }
  }

  /// Sends the request.
  ///
  /// The delegate must still exist when the answer comes.
  open func start() {
    let session = StoreSession.current
    isCancelled.withLock { $0 = false }
    session?.payments.countRequest(1)
    let call = Call(self)
    DispatchQueue.global().async {
      if let session { session.run { call.answer(in: session) } } else { call.answer(in: nil) }
      // After what the delegate has left to the main queue.
      Task { @MainActor in session?.payments.countRequest(-1) }
    }
  }

  /// What the kind of request answers before it is finished.
  func answer(in session: StoreSession?, to delegate: (any SKProductsRequestDelegate)?) throws {}

  /// A started request on its way to another thread, with the delegate that it had at the start.
  private final class Call: @unchecked Sendable {
    // Set once; the other thread only reads them.
    private let request: SKRequest
    private weak var delegate: (any SKRequestDelegate)?
    private weak var productsDelegate: (any SKProductsRequestDelegate)?

    init(_ request: SKRequest) {
      self.request = request
      delegate = request.delegate
      // A conformance that belongs to the main actor can only be found on the main thread.
      productsDelegate = request.delegate as? any SKProductsRequestDelegate
    }

    func answer(in session: StoreSession?) {
      guard !request.isCancelled.withLock({ $0 }) else { return }
      do {
        try request.answer(in: session, to: productsDelegate)
        delegate?.requestDidFinish(request)
      } catch {
        delegate?.request(request, didFailWithError: SKError(payment: error))
      }
    }
  }
}

/// Who learns of a request's end, on a thread of StoreKit's.
///
/// Follows <https://developer.apple.com/documentation/storekit/skrequestdelegate>.
public protocol SKRequestDelegate: NSObjectProtocol {
  func requestDidFinish(_ request: SKRequest)

  func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
  public func requestDidFinish(_ request: SKRequest) {}

  public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}

/// A request for the descriptions of products.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductsrequest>.
open class SKProductsRequest: SKRequest {
  private let identifiers: Set<String>

  public override init() {
    identifiers = []
    super.init()
  }

  public init(productIdentifiers: Set<String>) {
    identifiers = productIdentifiers
    super.init()
  }

  override func answer(
    in session: StoreSession?, to delegate: (any SKProductsRequestDelegate)?
  ) throws {
    try session?.check(.loadProducts)
    let products = identifiers.sorted().compactMap { session?.product($0) }
    let unknown = identifiers.subtracting(products.map(\.id)).sorted()
    delegate?.productsRequest(
      self, didReceive: SKProductsResponse(products.map { SKProduct($0) }, unknown))
  }
}

/// Who gets the descriptions of products, on a thread of StoreKit's.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductsrequestdelegate>.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}

/// The descriptions of products.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductsresponse>.
open class SKProductsResponse: NSObject, @unchecked Sendable {
  // Set once.
  private var found: [SKProduct] = []
  private var unknown: [String] = []

  public override init() { super.init() }

  convenience init(_ products: [SKProduct], _ unknown: [String]) {
    self.init()
    found = products
    self.unknown = unknown
  }

  /// The products on sale, by identifier.
  open var products: [SKProduct] { found }

  /// The identifiers that the store does not know.
  open var invalidProductIdentifiers: [String] { unknown }
}

/// A request for a new receipt, for which the customer signs in.
///
/// On Linux no file is written, since Foundation's `Bundle.appStoreReceiptURL` is always nil: a test reads the receipt with
/// `SKTestSession.appReceipt()`. The request only succeeds or fails, as `AppStore.sync()` does.
///
/// Follows <https://developer.apple.com/documentation/storekit/skreceiptrefreshrequest>.
open class SKReceiptRefreshRequest: SKRequest {
  private let properties: [String: Any]?

  public init(receiptProperties properties: [String: Any]? = nil) {
    self.properties = properties
    super.init()
  }

  /// What a receipt for tests in Apple's sandbox would have; ignored.
  open var receiptProperties: [String: Any]? { properties }

  override func answer(
    in session: StoreSession?, to delegate: (any SKProductsRequestDelegate)?
  ) throws {
    try session?.check(.sync)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``SKReceiptRefreshRequest/receiptProperties`` for an expired receipt.
public let SKReceiptPropertyIsExpired = "expired"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``SKReceiptRefreshRequest/receiptProperties`` for a revoked receipt.
public let SKReceiptPropertyIsRevoked = "revoked"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of ``SKReceiptRefreshRequest/receiptProperties`` for a volume purchase.
public let SKReceiptPropertyIsVolumePurchase = "vpp"
