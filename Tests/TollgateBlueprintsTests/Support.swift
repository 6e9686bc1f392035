import Foundation
import Testing
import Tollgate
import TollgateBlueprints

/// The repository's root.
let repository = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The five apps, by their blueprints' names.
let apps = ["coach-paid", "coach-free", "grobro", "strikelab", "techniq"]

/// Where an app's blueprint is.
func path(of app: String) -> String {
  repository.appendingPathComponent("Blueprints/\(app).yml").path
}

/// An app's blueprint.
func blueprint(_ app: String) throws -> Blueprint {
  try BlueprintFile.load(path: path(of: app)).blueprint
}

struct NoFile: Error {}

/// Pictures and fonts that blueprints in tests and in the documentation name.
let files = [
  "art/hero.webp": png(width: 1200, height: 800),
  "art/hero-dark.webp": png(width: 600, height: 400),
  "fonts/sora.woff2": woff2(tables: [0x01, 0x06, 0x2F, 0x08]),
]

/// A WOFF2 font, as far as its directory of tables.
///
/// - Parameters:
///   - tables: The entries of its tables, each without its length.
///   - count: How many tables the header states.
///   - bytes: The bytes of its data.
func woff2(tables: [UInt8], count: UInt8? = nil, bytes: Int = 0) -> Data {
  func big(_ number: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
  var font = Array("wOF2".utf8) + big(0x0001_0000) + big(48 + tables.count + bytes)
  font += [0, count ?? UInt8(tables.count / 2)]
  font += [UInt8](repeating: 0, count: 48 - font.count)
  return Data(font + tables + [UInt8](repeating: 0, count: bytes))
}

/// A PNG image of a size, as far as its header.
func png(width: UInt32, height: UInt32, animated: Bool = false, bytes: Int = 0) -> Data {
  func big(_ number: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
  let header = big(13) + Array("IHDR".utf8) + big(width) + big(height) + [8, 6, 0, 0, 0] + big(0)
  let animation = big(8) + Array("acTL".utf8) + big(2) + big(0) + big(0)
  let data = big(UInt32(bytes)) + Array("IDAT".utf8) + [UInt8](repeating: 0, count: bytes) + big(0)
  let end = big(0) + Array("IEND".utf8) + big(0)
  return Data(
    [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + header + (animated ? animation : []) + data
      + end)
}

/// Reads a text that names no `.storekit` file.
func parse(_ yaml: String) throws -> BlueprintFile {
  try BlueprintFile.parse(yaml, name: "coach.yml", files: files, refusing: .unusable) {
    _ in throw NoFile()
  }
}

/// The diagnostics of a text, one line each.
func said(of yaml: String) -> [String] {
  BlueprintCheck.check(yaml, name: "coach.yml", files: files) { _ in throw NoFile() }
    .diagnostics.map(\.description)
}

/// A `.storekit` file with one subscription, and a product that does not renew where one is named.
func storekit(
  product: String = "coach.monthly", period: String = "P1M", price: String = "9.99",
  offer: String = "null", storefront: String = "USA", season: String? = nil
) -> Data {
  let seasons = season.map {
    #"{ "type": "NonRenewingSubscription", "productID": "\#($0)", "displayPrice": "19.99" }"#
  }
  return Data(
    """
    {
      "identifier": "1", "nonRenewingSubscriptions": [\(seasons ?? "")], "products": [],
      "settings": { "_storefront": "\(storefront)" },
      "subscriptionGroups": [{
        "id": "6A1C0A01", "name": "Coach", "localizations": [],
        "subscriptions": [{
          "type": "RecurringSubscription", "productID": "\(product)", "displayPrice": "\(price)",
          "subscriptionGroupID": "6A1C0A01", "groupNumber": 1, "familyShareable": false,
          "recurringSubscriptionPeriod": "\(period)", "introductoryOffer": \(offer),
          "localizations": [
            { "locale": "en_US", "displayName": "Premium", "description": "" },
            { "locale": "de_DE", "displayName": "Alles", "description": "" }
          ]
        }]
      }],
      "version": { "major": 4, "minor": 0 }
    }
    """.utf8)
}
