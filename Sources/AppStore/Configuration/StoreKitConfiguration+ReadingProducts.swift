extension StoreKitConfiguration {
  static func product(_ object: JSONReader.Object, with reader: JSONReader) -> Product {
    let types: [String: ProductType] = [
      "Consumable": .consumable, "NonConsumable": .nonConsumable,
      "NonRenewingSubscription": .nonRenewing,
    ]
    reader.ignore(
      in: object,
      except: [
        "displayPrice", "familyShareable", "internalID", "localizations", "productID",
        "referenceName", "type",
      ])
    return Product(
      productID: productID(object, with: reader),
      type: reader.parsed(
        object, "type", "Consumable, NonConsumable or NonRenewingSubscription",
        { types[$0] }) ?? .consumable,
      referenceName: reader.string(object, "referenceName", or: ""),
      price: price(object, "displayPrice", with: reader),
      isFamilyShareable: reader.bool(object, "familyShareable"),
      internalID: reader.string(object, "internalID", or: ""),
      localizations: localizations(object, with: reader))
  }

  static func group(_ object: JSONReader.Object, with reader: JSONReader) -> SubscriptionGroup {
    reader.ignore(in: object, except: ["id", "localizations", "name", "subscriptions"])
    let id = reader.string(object, "id")
    return SubscriptionGroup(
      id: id, name: reader.string(object, "name", or: ""),
      subscriptions: reader.objects(object, "subscriptions")
        .map { subscription($0, in: id, with: reader) },
      localizations: localizations(object, with: reader))
  }

  private static func subscription(
    _ object: JSONReader.Object, in group: String, with reader: JSONReader
  ) -> Subscription {
    _ = reader.parsed(object, "type", "RecurringSubscription", or: true) {
      $0 == "RecurringSubscription" ? true : nil
    }
    _ = reader.parsed(object, "subscriptionGroupID", "the identifier of its group", or: true) {
      $0 == group ? true : nil
    }
    reader.ignore(
      in: object,
      except: [
        "adHocOffers", "billingPlans", "codeOffers", "displayPrice", "familyShareable",
        "groupNumber", "internalID", "introductoryOffer", "introductoryOffers", "localizations",
        "productID", "recurringSubscriptionPeriod", "referenceName", "subscriptionGroupID", "type",
        "winbackOffers",
      ])
    let introductory =
      reader.object(object, "introductoryOffer")
      ?? reader.objects(object, "introductoryOffers").first
    return Subscription(
      productID: productID(object, with: reader),
      referenceName: reader.string(object, "referenceName", or: ""), groupID: group,
      level: reader.integer(object, "groupNumber", in: 1...9999) ?? 1,
      period: period(object, "recurringSubscriptionPeriod", with: reader),
      price: price(object, "displayPrice", with: reader),
      isFamilyShareable: reader.bool(object, "familyShareable"),
      internalID: reader.string(object, "internalID", or: ""),
      introductoryOffer: introductory.map { offer($0, with: reader) },
      promotionalOffers: offers(object, "adHocOffers", with: reader),
      codeOffers: offers(object, "codeOffers", with: reader),
      winBackOffers: offers(object, "winbackOffers", with: reader),
      billingPlans: reader.objects(object, "billingPlans").map { billingPlan($0, with: reader) },
      localizations: localizations(object, with: reader))
  }

  private static func offers(
    _ object: JSONReader.Object, _ key: String, with reader: JSONReader
  ) -> [Offer] {
    reader.objects(object, key).map { offer($0, with: reader) }
  }

  private static func offer(_ object: JSONReader.Object, with reader: JSONReader) -> Offer {
    let mode =
      reader.parsed(object, "paymentMode", "free, payAsYouGo or payUpFront") {
        PaymentMode(rawValue: $0)
      } ?? .free
    reader.ignore(
      in: object,
      except: [
        "billingPlanType", "displayPrice", "eligibility", "internalID", "isEligible", "isStackable",
        "numberOfPeriods", "offerID", "paymentMode", "referenceName", "subscriptionPeriod",
      ])
    let id = reader.string(object, "offerID", or: "")
    return Offer(
      id: id.isEmpty ? nil : id, referenceName: reader.string(object, "referenceName", or: ""),
      paymentMode: mode, period: period(object, "subscriptionPeriod", with: reader),
      numberOfPeriods: reader.integer(object, "numberOfPeriods", in: 1...9999) ?? 1,
      price: mode == .free ? .zero : price(object, "displayPrice", with: reader),
      internalID: reader.string(object, "internalID", or: ""))
  }

  private static func billingPlan(
    _ object: JSONReader.Object, with reader: JSONReader
  ) -> BillingPlan {
    reader.ignore(
      in: object,
      except: [
        "billingPlanType", "commitmentDisplayPrice", "displayPrice", "internalID", "isEnabled",
      ])
    return BillingPlan(
      type: BillingPlanType(rawValue: reader.string(object, "billingPlanType")),
      price: price(object, "displayPrice", with: reader),
      commitmentPrice: price(object, "commitmentDisplayPrice", with: reader),
      isEnabled: reader.bool(object, "isEnabled", or: true))
  }

  private static func localizations(
    _ object: JSONReader.Object, with reader: JSONReader
  ) -> [Localization] {
    reader.objects(object, "localizations").map { localization in
      reader.ignore(in: localization, except: ["description", "displayName", "locale"])
      return Localization(
        locale: reader.string(localization, "locale"),
        displayName: reader.string(localization, "displayName", or: ""),
        description: reader.string(localization, "description", or: ""))
    }
  }

  private static func productID(_ object: JSONReader.Object, with reader: JSONReader) -> String {
    reader.parsed(object, "productID", "a product identifier") { $0.isEmpty ? nil : $0 } ?? ""
  }

  private static func price(
    _ object: JSONReader.Object, _ key: String, with reader: JSONReader
  ) -> Milliunits {
    reader.parsed(object, key, "a decimal string") { Milliunits(decimal: $0) } ?? .zero
  }

  private static func period(
    _ object: JSONReader.Object, _ key: String, with reader: JSONReader
  ) -> ISO8601Period {
    reader.parsed(object, key, "a period such as P1M") { ISO8601Period($0) }
      ?? ISO8601Period(1, .month)
  }
}
