/// Small StoreKit configuration files with every shape that Xcode writes.
enum StoreKitFiles {
  static let versionThree = """
    {
      "identifier": "AAAA0003",
      "nonRenewingSubscriptions": [],
      "products": [],
      "subscriptionGroups": [
        {
          "id": "GROUP1", "localizations": [], "name": "Pro",
          "subscriptions": [
            {
              "adHocOffers": [], "codeOffers": [], "displayPrice": "39.99",
              "familyShareable": false, "groupNumber": 1, "internalID": "AAAA0004",
              "introductoryOffer": null, "localizations": [], "productID": "pro.yearly",
              "recurringSubscriptionPeriod": "P1Y", "referenceName": "Yearly",
              "subscriptionGroupID": "GROUP1", "type": "RecurringSubscription"
            }
          ]
        }
      ],
      "version": {"major": 3, "minor": 0}
    }
    """

  static let versionFive = """
    {
      "appPolicies": {"eula": "", "policies": [{"locale": "en_US", "policyText": "", "policyURL": ""}]},
      "identifier": "AAAA0005",
      "nonRenewingSubscriptions": [
        {
          "displayPrice": "1.69", "familyShareable": false, "internalID": "AAAA0006",
          "localizations": [], "productID": "season", "referenceName": "Season",
          "type": "NonRenewingSubscription"
        }
      ],
      "products": [
        {
          "displayPrice": "199.99", "familyShareable": true, "internalID": "AAAA0007",
          "localizations": [{"description": "", "displayName": "For ever", "locale": "en_US"}],
          "productID": "lifetime", "referenceName": "Lifetime", "type": "NonConsumable"
        },
        {
          "displayPrice": "1.49", "familyShareable": false, "internalID": "AAAA0008",
          "localizations": [], "productID": "coins", "referenceName": "Coins", "type": "Consumable"
        }
      ],
      "settings": {
        "_askToBuyEnabled": false, "_billingGracePeriodEnabled": true,
        "_billingIssuesEnabled": false, "_compatibilityTimeRate": {"3": 6},
        "_disableDialogs": false, "_failTransactionsEnabled": false, "_locale": "en_US",
        "_renewalBillingIssuesEnabled": false, "_storefront": "USA",
        "_storeKitErrors": [
          {"current": null, "enabled": false, "name": "Load Products"},
          {"current": {"index": 0, "type": "generic"}, "enabled": true, "name": "Purchase"}
        ],
        "_timeRate": 6
      },
      "subscriptionGroups": [
        {
          "id": "GROUP1", "localizations": [], "name": "Pro",
          "subscriptions": [
            {
          "adHocOffers": [
            {
              "billingPlanType": "BILLED_UPFRONT", "displayPrice": "2.49", "internalID": "AAAA0009",
              "numberOfPeriods": 2, "offerID": "half", "paymentMode": "payAsYouGo",
              "referenceName": "Half", "subscriptionPeriod": "P1M"
            },
            {
              "displayPrice": "40.99", "internalID": "AAAA0010", "offerID": "year",
              "paymentMode": "payUpFront", "referenceName": "Year", "subscriptionPeriod": "P1Y"
            }
          ],
          "billingPlans": [
            {
              "billingPlanType": "BILLED_UPFRONT", "commitmentDisplayPrice": "4.99",
              "displayPrice": "4.99", "internalID": "AAAA0011", "isEnabled": true
            },
            {
              "billingPlanType": "MONTHLY", "commitmentDisplayPrice": "6.00",
              "displayPrice": "0.5", "internalID": "AAAA0012", "isEnabled": true
            }
          ],
          "codeOffers": [
            {
              "displayPrice": "0.99", "eligibility": ["new"], "internalID": "AAAA0013",
              "isStackable": true, "numberOfPeriods": 1, "paymentMode": "payAsYouGo",
              "referenceName": "Spring", "subscriptionPeriod": "P1M"
            }
          ],
          "displayPrice": "4.99",
          "familyShareable": true, "groupNumber": 2, "internalID": "AAAA0014",
          "introductoryOffer": {
            "billingPlanType": "BILLED_UPFRONT", "internalID": "AAAA0015", "numberOfPeriods": 1,
            "paymentMode": "free", "subscriptionPeriod": "P1W"
          },
          "introductoryOffers": [
            {
              "billingPlanType": "BILLED_UPFRONT", "internalID": "AAAA0015", "numberOfPeriods": 1,
              "paymentMode": "free", "subscriptionPeriod": "P1W"
            }
          ],
          "localizations": [
            {"description": "A month", "displayName": "Pro, monthly", "locale": "en_US"}
          ],
          "productID": "pro.monthly", "recurringSubscriptionPeriod": "P1M",
          "referenceName": "Monthly", "subscriptionGroupID": "GROUP1",
          "type": "RecurringSubscription",
          "winbackOffers": [
            {
              "internalID": "AAAA0016", "isEligible": true, "offerID": "back",
              "paymentMode": "free", "referenceName": "Back", "subscriptionPeriod": "P1M"
            }
          ]
            }
          ]
        }
      ],
      "version": {"major": 5, "minor": 0}
    }
    """
}
