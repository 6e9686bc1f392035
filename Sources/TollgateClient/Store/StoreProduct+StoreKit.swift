import Foundation
import Tollgate

#if canImport(StoreKit)
  import StoreKit
#elseif Server
  import OpenStoreKit
#endif

#if canImport(StoreKit) || Server
  extension StoreProduct {
    init(_ product: StoreKit.Product) {
      let subscription = product.subscription
      let format = product.priceFormatStyle
      let seatTiers = Self.seatTiers(of: product)
      self.init(
        id: CatalogProduct.ID(product.id), displayName: product.displayName,
        displayPrice: product.displayPrice,
        period: subscription.map { Period($0.subscriptionPeriod) },
        group: subscription.map { SubscriptionGroup.ID($0.subscriptionGroupID) },
        introductoryOffer: subscription.flatMap { Self.introductoryOffer(of: $0, in: format) },
        commitment: subscription.flatMap { Self.commitment(of: $0, in: format) },
        sellsSeats: seatTiers != nil, seatTiers: seatTiers ?? [], price: product.price,
        priceFormat: format,
        promotionalOffers: subscription?.promotionalOffers.compactMap { Offer($0, in: format) }
          ?? [],
        winBackOffers: subscription.map { Self.winBackOffers(of: $0, in: format) } ?? [])
    }

    /// What the App Store sells seats for after the first tier: from iOS 27.3 on, of subscriptions without Family Sharing;
    /// nil if it sells none.
    private static func seatTiers(of product: StoreKit.Product) -> [SeatTier]? {
      #if compiler(>=6.5) || !canImport(StoreKit)
        guard #available(iOS 27.3, macOS 27.3, tvOS 27.3, watchOS 27.3, visionOS 27.3, *) else {
          return nil
        }
        guard product.type == .autoRenewable, !product.isFamilyShareable else { return nil }
        for terms in product.subscription?.pricingTerms ?? [] {
          guard case .seatBased(let pricing) = terms.pricingModel else { continue }
          return pricing.priceTiers.dropFirst().map {
            SeatTier(minimumSeats: $0.minimumSeats, price: $0.billingInfo.price)
          }
        }
        return []
      #else
        return nil
      #endif
    }

    /// The introductory offer of the price up front.
    private static func introductoryOffer(
      of subscription: StoreKit.Product.SubscriptionInfo, in format: Decimal.FormatStyle.Currency
    ) -> Offer? {
      #if compiler(>=6.3) || !canImport(StoreKit)
        if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
          let terms = subscription.pricingTerms.first { $0.billingPlanType == .upFront }
          if let terms {
            return terms.subscriptionOffers.first { $0.type == .introductory }
              .flatMap { Offer($0, in: format) }
          }
        }
      #endif
      return subscription.introductoryOffer.flatMap { Offer($0, in: format) }
    }

    /// The monthly bills with a commitment, which the App Store sells from iOS 26.4 on.
    private static func commitment(
      of subscription: StoreKit.Product.SubscriptionInfo, in format: Decimal.FormatStyle.Currency
    ) -> Commitment? {
      #if compiler(>=6.3) || !canImport(StoreKit)
        if #available(iOS 26.4, macOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
          subscription.pricingTerms.first { $0.billingPlanType == .monthly }.map { terms in
            Commitment(
              displayPrice: terms.billingDisplayPrice,
              displayTotal: terms.commitmentInfo.displayPrice,
              introductoryOffer: terms.subscriptionOffers.first { $0.type == .introductory }
                .flatMap { Offer($0, in: format) })
          }
        } else {
          nil
        }
      #else
        nil
      #endif
    }

    private static func winBackOffers(
      of subscription: StoreKit.Product.SubscriptionInfo, in format: Decimal.FormatStyle.Currency
    ) -> [Offer] {
      guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
      return subscription.winBackOffers.compactMap { Offer($0, in: format) }
    }
  }

  extension StoreProduct.Offer {
    fileprivate init?(
      _ offer: StoreKit.Product.SubscriptionOffer, in format: Decimal.FormatStyle.Currency
    ) {
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
        displayPrice: offer.displayPrice, price: offer.price, priceFormat: format)
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
