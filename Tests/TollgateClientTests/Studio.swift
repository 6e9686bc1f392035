/// A blueprint with no texts of its own but its paywall's title, so that every other line is the client's.
enum Studio {
  static let blueprint = """
    app:
      id: studio
      name: Studio
      bundleID: com.example.studio
    legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
    products:
      from: studio.storekit
      entitlements:
        studio.yearly: pro
        studio.monthly: pro
        studio.quarterly: pro
        studio.lifetime: pro
    trial:
      start: signUp
      lasts: P12D
      entitles: pro
      oncePer: account
    hasFreeTier: true
    features:
      paint:
        - when: { entitled: pro }
          allow: unlimited
        - otherwise: { upTo: 2, per: ever }
          paywall: plans
      sketch:
        - when: { entitled: pro }
          allow: unlimited
        - otherwise: { upTo: 3, per: day }
          paywall: plans
      frame: deny
    paywalls:
      plans:
        title: { en: Studio Pro, de: Studio Pro, fr: Studio Pro, ja: Studio Pro, ar: Studio Pro }
        packages:
          - product: studio.yearly
          - product: studio.monthly
          - product: studio.quarterly
          - product: studio.lifetime
    """

  static let products = """
    {
      "identifier": "57D10", "nonRenewingSubscriptions": [],
      "settings": { "_storefront": "USA", "_locale": "en_US" }, "version": { "major": 4, "minor": 0 },
      "products": [
        { "displayPrice": "90.00", "familyShareable": false, "internalID": "S04",
          "localizations": [{ "description": "", "displayName": "For ever", "locale": "en_US" }],
          "productID": "studio.lifetime", "referenceName": "For ever", "type": "NonConsumable" }
      ],
      "subscriptionGroups": [
        { "id": "57D10A", "localizations": [], "name": "Studio Pro", "subscriptions": [
          { "adHocOffers": [], "codeOffers": [], "displayPrice": "50.00", "familyShareable": false,
            "groupNumber": 1, "internalID": "S01",
            "introductoryOffer": { "internalID": "S11", "numberOfPeriods": 1, "paymentMode": "free",
              "subscriptionPeriod": "P1W" },
            "localizations": [{ "description": "", "displayName": "A year", "locale": "en_US" }],
            "productID": "studio.yearly", "recurringSubscriptionPeriod": "P1Y",
            "referenceName": "A year", "subscriptionGroupID": "57D10A",
            "type": "RecurringSubscription" },
          { "adHocOffers": [], "codeOffers": [], "displayPrice": "5.00", "familyShareable": false,
            "groupNumber": 1, "internalID": "S02", "introductoryOffer": null,
            "localizations": [{ "description": "", "displayName": "A month", "locale": "en_US" }],
            "productID": "studio.monthly", "recurringSubscriptionPeriod": "P1M",
            "referenceName": "A month", "subscriptionGroupID": "57D10A",
            "type": "RecurringSubscription" },
          { "adHocOffers": [], "codeOffers": [], "displayPrice": "12.00", "familyShareable": false,
            "groupNumber": 1, "internalID": "S03",
            "introductoryOffer": { "displayPrice": "1.00", "internalID": "S13",
              "numberOfPeriods": 2, "paymentMode": "payAsYouGo", "subscriptionPeriod": "P3M" },
            "localizations": [{ "description": "", "displayName": "A season", "locale": "en_US" }],
            "productID": "studio.quarterly", "recurringSubscriptionPeriod": "P3M",
            "referenceName": "A season", "subscriptionGroupID": "57D10A",
            "type": "RecurringSubscription" }
        ] }
      ]
    }
    """
}
