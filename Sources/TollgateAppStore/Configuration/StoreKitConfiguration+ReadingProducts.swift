extension StoreKitConfiguration {
  /// A product; nil if it has no identifier or a duplicate one.
  static func product(
    _ object: JSONReader.Object, _ taken: inout Set<String>, with reader: JSONReader
  ) -> Product? {
    let types: [String: ProductType] = [
      "Consumable": .consumable, "NonConsumable": .nonConsumable,
      "NonRenewingSubscription": .nonRenewing,
    ]
    reader.ignore(
      in: object,
      except: [
        "codeOffers", "displayPrice", "familyShareable", "internalID", "localizations",
        "productID", "referenceName", "type",
      ])
    guard let productID = productID(object, &taken, with: reader) else { return nil }
    let hint =
      isRenewing(object)
      ? "; a subscription that renews belongs to a group in subscriptionGroups" : ""
    let expected = "Consumable, NonConsumable or NonRenewingSubscription" + hint
    return Product(
      productID: productID,
      type: reader.parsed(object, "type", expected) { types[$0] } ?? .consumable,
      referenceName: reader.string(object, "referenceName", or: ""),
      price: price(object, "displayPrice", with: reader),
      isFamilyShareable: reader.bool(object, "familyShareable"),
      internalID: reader.string(object, "internalID", or: ""),
      codeOffers: reader.leniently {
        reader.objects(object, "codeOffers").compactMap { codeOffer($0, with: reader) }
      },
      localizations: localizations(object, with: reader))
  }

  /// The offer of a code for a product that does not renew; nil, with a warning, if nothing names it.
  private static func codeOffer(
    _ object: JSONReader.Object, with reader: JSONReader
  ) -> CodeOffer? {
    reader.ignore(
      in: object,
      except: [
        "displayPrice", "eligibility", "internalID", "offerID", "paymentMode", "referenceName",
      ])
    let id = reader.string(object, "offerID", or: "")
    let referenceName = reader.string(object, "referenceName", or: "")
    guard !id.isEmpty || !referenceName.isEmpty else {
      reader.warning(object.path(of: "offerID"), "missing; the offer is ignored")
      return nil
    }
    let isFree = reader.string(object, "paymentMode", or: "") == PaymentMode.free.rawValue
    return CodeOffer(
      id: id.isEmpty ? referenceName : id, referenceName: referenceName,
      price: isFree ? .zero : price(object, "displayPrice", with: reader),
      eligibility: eligibility(object, with: reader),
      internalID: reader.string(object, "internalID", or: ""))
  }

  /// Whether an entry is written like a subscription that renews, which belongs to a group.
  private static func isRenewing(_ object: JSONReader.Object) -> Bool {
    object.fields["type"] == .string("RecurringSubscription")
      || object.fields["recurringSubscriptionPeriod"] != nil
  }

  static func group(
    _ object: JSONReader.Object, place: Int, _ taken: inout Set<String>, with reader: JSONReader
  ) -> SubscriptionGroup {
    reader.ignore(in: object, except: ["id", "localizations", "name", "subscriptions"])
    var id = reader.string(object, "id", or: "")
    if id.isEmpty {
      id = "group-\(place)"
      reader.warning(object.path(of: "id"), "missing; the group is \(id)")
    }
    return SubscriptionGroup(
      id: id, name: reader.string(object, "name", or: ""),
      subscriptions: reader.objects(object, "subscriptions")
        .compactMap { subscription($0, in: id, &taken, with: reader) },
      localizations: localizations(object, with: reader))
  }

  private static func subscription(
    _ object: JSONReader.Object, in group: String, _ taken: inout Set<String>,
    with reader: JSONReader
  ) -> Subscription? {
    reader.leniently {
      _ = reader.parsed(object, "type", "RecurringSubscription", or: true) {
        $0 == "RecurringSubscription" ? true : nil
      }
      _ = reader.parsed(object, "subscriptionGroupID", "the identifier of its group", or: true) {
        $0 == group ? true : nil
      }
    }
    reader.ignore(
      in: object,
      except: [
        "adHocOffers", "billingPlans", "codeOffers", "displayPrice", "familyShareable",
        "groupNumber", "internalID", "introductoryOffer", "introductoryOffers", "localizations",
        "productID", "recurringSubscriptionPeriod", "referenceName", "seatPriceTiers",
        "subscriptionGroupID", "type", "winbackOffers",
      ])
    // The list has an offer for each billing plan, and the first of them also appears on its own.
    let introductoryOffers = reader.objects(object, "introductoryOffers")
    for other in introductoryOffers.dropFirst() { reader.ignore(other.path) }
    let introductory =
      reader.object(object, "introductoryOffer") ?? introductoryOffers.first
    guard let productID = productID(object, &taken, with: reader) else { return nil }
    return Subscription(
      productID: productID,
      referenceName: reader.string(object, "referenceName", or: ""), groupID: group,
      level: reader.integer(object, "groupNumber", in: 1...9999) ?? 1,
      period: period(object, "recurringSubscriptionPeriod", with: reader),
      price: price(object, "displayPrice", with: reader),
      isFamilyShareable: reader.bool(object, "familyShareable"),
      internalID: reader.string(object, "internalID", or: ""),
      introductoryOffer: introductory.map { offer($0, with: reader) },
      promotionalOffers: offers(object, "adHocOffers", with: reader),
      codeOffers: offers(object, "codeOffers", with: reader).map(named),
      winBackOffers: offers(object, "winbackOffers", with: reader),
      billingPlans: reader.leniently {
        reader.objects(object, "billingPlans").map { billingPlan($0, with: reader) }
      },
      localizations: localizations(object, with: reader),
      seatTiers: reader.leniently { seatTiers(object, with: reader) })
  }

  /// The prices of further seats, in order.
  private static func seatTiers(
    _ object: JSONReader.Object, with reader: JSONReader
  ) -> [SeatTier] {
    reader.objects(object, "seatPriceTiers").compactMap { tier in
      reader.ignore(in: tier, except: ["displayPrice", "minimumSeats"])
      guard let first = reader.integer(tier, "minimumSeats", in: 2...1_000) else {
        reader.ignore(tier.path)
        return nil
      }
      return SeatTier(minimumSeats: first, price: price(tier, "displayPrice", with: reader))
    }.sorted { $0.minimumSeats < $1.minimumSeats }
  }

  private static func offers(
    _ object: JSONReader.Object, _ key: String, with reader: JSONReader
  ) -> [Offer] {
    reader.objects(object, key).map { offer($0, with: reader) }
  }

  /// An offer code without an identifier is redeemed by its reference name.
  private static func named(_ offer: Offer) -> Offer {
    var named = offer
    if named.id == nil, !named.referenceName.isEmpty { named.id = named.referenceName }
    return named
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
    let plan = reader.string(object, "billingPlanType", or: "")
    return Offer(
      id: id.isEmpty ? nil : id, referenceName: reader.string(object, "referenceName", or: ""),
      paymentMode: mode, period: period(object, "subscriptionPeriod", with: reader),
      numberOfPeriods: reader.integer(object, "numberOfPeriods", in: 1...9999) ?? 1,
      price: mode == .free ? .zero : price(object, "displayPrice", with: reader),
      billingPlan: plan.isEmpty ? nil : BillingPlanType(rawValue: plan),
      eligibility: eligibility(object, with: reader),
      isStackable: reader.leniently { reader.bool(object, "isStackable") },
      internalID: reader.string(object, "internalID", or: ""))
  }

  /// The customers that an offer code is for; all of them if it names none.
  private static func eligibility(
    _ object: JSONReader.Object, with reader: JSONReader
  ) -> Set<OfferEligibility> {
    let names = reader.leniently { reader.strings(object, "eligibility") }
    let known = names.compactMap { name in
      let kind = OfferEligibility(rawValue: name)
      if kind == nil {
        reader.warning(
          object.path(of: "eligibility"), "expected new, existing or expired; `\(name)` is ignored")
      }
      return kind
    }
    return Set(known.isEmpty ? OfferEligibility.allCases : known)
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
    reader.leniently {
      reader.objects(object, "localizations").map { localization in
        reader.ignore(in: localization, except: ["description", "displayName", "locale"])
        return Localization(
          locale: reader.string(localization, "locale", or: ""),
          displayName: reader.string(localization, "displayName", or: ""),
          description: reader.string(localization, "description", or: ""))
      }
    }
  }

  /// The product's identifier; nil, with a warning, if there isn't one or another product has it.
  private static func productID(
    _ object: JSONReader.Object, _ taken: inout Set<String>, with reader: JSONReader
  ) -> String? {
    let id = reader.leniently { reader.string(object, "productID", or: "") }
    guard !id.isEmpty else {
      reader.warning(object.path(of: "productID"), "missing; the product is ignored")
      return nil
    }
    guard taken.insert(id).inserted else {
      reader.warning(
        object.path(of: "productID"), "the product \(id) is there already; this one is ignored")
      return nil
    }
    return id
  }

  private static func price(
    _ object: JSONReader.Object, _ key: String, with reader: JSONReader
  ) -> Milliunits {
    reader.parsed(object, key, "a decimal with a point, such as 9.99") {
      Milliunits(decimal: $0)
    } ?? .zero
  }

  private static func period(
    _ object: JSONReader.Object, _ key: String, with reader: JSONReader
  ) -> Period {
    reader.parsed(object, key, "a period such as P1M") { Period(subscription: $0) }
      ?? Period(1, .month)
  }
}
