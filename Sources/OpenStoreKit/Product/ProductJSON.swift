import Foundation
import TollgateAppStore

/// The store's description of a product, in the form that devices receive.
struct ProductJSON {
  var id: String
  var type: Product.ProductType
  var name: String
  var description: String
  var price: Milliunits
  var tag: PriceTag
  var isFamilyShareable: Bool
  var info: Product.SubscriptionInfo?

  /// The JSON, with sorted keys.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(value)
    } catch {
      return Data()
    }
  }

  private var value: JSONValue {
    var attributes: [String: JSONValue] = [
      "description": .object(["standard": .string(description)]),
      "icuLocale": .string(
        "\(tag.style.locale.identifier)@currency=\(tag.style.currencyCode)"),
      "isFamilyShareable": .integer(isFamilyShareable ? 1 : 0), "kind": .string(type.rawValue),
      "name": .string(name), "offerName": .string(id), "offers": .array([offer]),
    ]
    if let info {
      attributes["subscriptionFamilyId"] = .string(info.subscriptionGroupID)
      attributes["subscriptionFamilyName"] = .string(info.groupDisplayName)
      attributes["subscriptionFamilyRank"] = .integer(Int64(info.groupLevel))
    }
    return .object([
      "attributes": .object(attributes), "id": .string(id), "type": .string("in-apps"),
    ])
  }

  private var offer: JSONValue {
    var offer: [String: JSONValue] = [
      "currencyCode": .string(tag.style.currencyCode), "price": .string(price.description),
      "priceFormatted": .string(tag.text(price)), "type": .string("buy"),
    ]
    guard let info else { return .object(offer) }
    offer["recurringSubscriptionPeriod"] = .string(info.subscriptionPeriod.isoText)
    let discounts =
      (info.introductoryOffer.map { [$0] } ?? []) + info.promotionalOffers + info.winBackOffers
    offer["discounts"] = .array(discounts.map(discount))
    return .object(offer)
  }

  private func discount(_ offer: Product.SubscriptionOffer) -> JSONValue {
    .object([
      "id": offer.id.map { .string($0) } ?? .null, "modeType": .string(offer.paymentMode.rawValue),
      "numOfPeriods": .integer(Int64(offer.periodCount)),
      "price": .string("\(offer.price)"), "priceFormatted": .string(offer.displayPrice),
      "recurringSubscriptionPeriod": .string(offer.period.isoText),
      "type": .string(offer.type.rawValue),
    ])
  }
}

extension Product.SubscriptionPeriod {
  /// The period in ISO 8601.
  var isoText: String {
    switch unit {
    case .day: "P\(value)D"
    case .week: "P\(value)W"
    case .month: "P\(value)M"
    case .year: "P\(value)Y"
    }
  }
}
