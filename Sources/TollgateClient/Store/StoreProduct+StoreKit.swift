import Foundation
import Tollgate

#if canImport(StoreKit)
  import StoreKit
#elseif Server
  import OpenStoreKit
#endif

#if canImport(StoreKit) || Server
  extension StoreProduct {
    /// Creates a product from StoreKit's.
    init(_ product: StoreKit.Product) {
      let subscription = product.subscription
      self.init(
        id: CatalogProduct.ID(product.id), displayName: product.displayName,
        displayPrice: product.displayPrice,
        period: subscription.map { Period($0.subscriptionPeriod) },
        group: subscription.map { SubscriptionGroup.ID($0.subscriptionGroupID) },
        introductoryOffer: subscription?.introductoryOffer.flatMap(Offer.init),
        price: product.price, priceFormat: product.priceFormatStyle,
        promotionalOffers: subscription?.promotionalOffers.compactMap(Offer.init) ?? [],
        winBackOffers: subscription.map(Self.winBackOffers) ?? [])
    }

    private static func winBackOffers(
      of subscription: StoreKit.Product.SubscriptionInfo
    ) -> [Offer] {
      guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
      return subscription.winBackOffers.compactMap(Offer.init)
    }
  }

  extension StoreProduct.Offer {
    fileprivate init?(_ offer: StoreKit.Product.SubscriptionOffer) {
      let payment: StoreOffer.Payment
      switch offer.paymentMode {
      case .freeTrial: payment = .freeTrial
      case .payAsYouGo: payment = .payAsYouGo
      case .payUpFront: payment = .payUpFront
      default: return nil
      }
      self.init(
        id: offer.id, payment: payment, period: Period(offer.period),
        periods: max(1, offer.periodCount),
        displayPrice: offer.displayPrice)
    }
  }

  extension Period {
    fileprivate init(_ period: StoreKit.Product.SubscriptionPeriod) {
      let unit: Unit =
        switch period.unit {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        @unknown default: .month
        }
      self.init(max(1, period.value), unit)
    }
  }
#endif
