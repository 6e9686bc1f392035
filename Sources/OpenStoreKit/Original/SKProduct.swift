public import Foundation

/// A product that the app sells, as the original StoreKit interface describes it.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproduct>.
open class SKProduct: NSObject, @unchecked Sendable {
  /// The unit of a subscription's period.
  public enum PeriodUnit: UInt, Hashable, Sendable {
    case day = 0
    case week = 1
    case month = 2
    case year = 3
  }

  // Set once.
  private(set) var product: Product?

  public override init() { super.init() }

  convenience init(_ product: Product) {
    self.init()
    self.product = product
  }

  open var productIdentifier: String { product?.id ?? "" }

  /// The name, in the language of the store.
  open var localizedTitle: String { product?.displayName ?? "" }

  /// The description, in the language of the store.
  open var localizedDescription: String { product?.description ?? "" }

  /// The price in the storefront's currency.
  open var price: NSDecimalNumber { NSDecimalNumber(decimal: product?.price ?? 0) }

  /// The language of the store, with the currency of its prices.
  open var priceLocale: Locale { product.map { Locale(pricesOf: $0) } ?? .current }

  /// Whether it can be shared through Family Sharing.
  open var isFamilyShareable: Bool { product?.isFamilyShareable ?? false }

  /// Whether Apple hosts content for it; never here.
  open var isDownloadable: Bool { false }

  open var downloadContentLengths: [NSNumber] { [] }

  open var contentVersion: String { "" }

  open var downloadContentVersion: String { "" }

  /// How long one payment of a subscription lasts; nil for other products.
  open var subscriptionPeriod: SKProductSubscriptionPeriod? {
    (product?.subscription?.subscriptionPeriod).map { SKProductSubscriptionPeriod($0) }
  }

  open var subscriptionGroupIdentifier: String? { product?.subscription?.subscriptionGroupID }

  /// The offer for customers new to the group.
  open var introductoryPrice: SKProductDiscount? {
    guard let product, let offer = product.subscription?.introductoryOffer else { return nil }
    return SKProductDiscount(offer, of: product)
  }

  /// The promotional offers.
  open var discounts: [SKProductDiscount] {
    guard let product else { return [] }
    return (product.subscription?.promotionalOffers ?? []).map {
      SKProductDiscount($0, of: product)
    }
  }
}

/// How long one payment of a subscription lasts.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductsubscriptionperiod>.
open class SKProductSubscriptionPeriod: NSObject, @unchecked Sendable {
  // Set once.
  private var period: Product.SubscriptionPeriod?

  public override init() { super.init() }

  convenience init(_ period: Product.SubscriptionPeriod) {
    self.init()
    self.period = period
  }

  open var numberOfUnits: Int { period?.value ?? 0 }

  open var unit: SKProduct.PeriodUnit {
    switch period?.unit {
    case .week?: .week
    case .month?: .month
    case .year?: .year
    case .day?, nil: .day
    }
  }
}

/// A reduced price of a subscription for some time.
///
/// Follows <https://developer.apple.com/documentation/storekit/skproductdiscount>.
open class SKProductDiscount: NSObject, @unchecked Sendable {
  /// The kind of an offer.
  public enum `Type`: UInt, Hashable, Sendable {
    /// For customers new to the group.
    case introductory = 0

    /// Signed by the developer, for current and former subscribers.
    case subscription = 1
  }

  /// How an offer is paid.
  public enum PaymentMode: UInt, Hashable, Sendable {
    /// A lower price is paid each period.
    case payAsYouGo = 0

    /// A lower price is paid once for the whole offer.
    case payUpFront = 1

    /// Nothing is paid.
    case freeTrial = 2
  }

  // Set once.
  private var offer: Product.SubscriptionOffer?
  private var locale = Locale.current

  public override init() { super.init() }

  convenience init(_ offer: Product.SubscriptionOffer, of product: Product) {
    self.init()
    self.offer = offer
    locale = Locale(pricesOf: product)
  }

  /// The offer's identifier; introductory offers have none.
  open var identifier: String? { offer?.id }

  open var type: `Type` { offer?.type == .promotional ? .subscription : .introductory }

  /// The price of a period, or of all periods if paid up front.
  open var price: NSDecimalNumber { NSDecimalNumber(decimal: offer?.price ?? 0) }

  open var priceLocale: Locale { locale }

  /// The length of one period of the offer.
  open var subscriptionPeriod: SKProductSubscriptionPeriod {
    offer.map { SKProductSubscriptionPeriod($0.period) } ?? SKProductSubscriptionPeriod()
  }

  /// The number of periods; 1 unless it is paid as you go.
  open var numberOfPeriods: Int { offer?.periodCount ?? 0 }

  open var paymentMode: PaymentMode {
    switch offer?.paymentMode {
    case .payUpFront?: .payUpFront
    case .freeTrial?: .freeTrial
    default: .payAsYouGo
    }
  }
}

extension Locale {
  /// The language of a product's texts, with the currency of its prices.
  fileprivate init(pricesOf product: Product) {
    let style = product.priceFormatStyle
    let identifier = style.locale.identifier
    let separator = identifier.contains("@") ? ";" : "@"
    self.init(identifier: "\(identifier)\(separator)currency=\(style.currencyCode)")
  }
}
