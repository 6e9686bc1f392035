/// An app that sells coins, which are used up, and one permanent product.
enum Shop {
  static let blueprint = """
    app:
      id: shop
      name: Shop
      bundleID: com.example.shop
    products:
      from: shop.storekit
      entitlements:
        shop.lifetime: everything
    hasFreeTier: true
    features:
      browse: allow
      extras:
        - when: { entitled: everything }
          allow: unlimited
        - otherwise: deny
    """

  static let products = """
    {
      "identifier": "5H0P", "nonRenewingSubscriptions": [], "subscriptionGroups": [],
      "settings": { "_storefront": "USA", "_locale": "en_US" }, "version": { "major": 4, "minor": 0 },
      "products": [
        { "displayPrice": "0.99", "familyShareable": false, "internalID": "C01", "type": "Consumable",
          "localizations": [{ "description": "", "displayName": "Ten coins", "locale": "en_US" }],
          "productID": "shop.coins", "referenceName": "Ten coins" },
        { "displayPrice": "49.99", "familyShareable": true, "internalID": "N01",
          "localizations": [{ "description": "", "displayName": "For ever", "locale": "en_US" }],
          "productID": "shop.lifetime", "referenceName": "For ever", "type": "NonConsumable" }
      ]
    }
    """
}
