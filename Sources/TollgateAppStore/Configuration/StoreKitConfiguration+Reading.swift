public import Foundation

extension StoreKitConfiguration {
  /// The supported versions of the format.
  public static let versions = 1...5

  /// Reads a StoreKit configuration file.
  ///
  /// Unknown keys are ignored and listed in ``warnings``; so are products without an identifier or with a duplicate
  /// one, and settings that cannot be read. A file without a version is read as the latest.
  ///
  /// - Parameter json: The content of the file.
  /// - Throws: ``StoreKitConfigurationError`` with every mistake in the file.
  public init(json: Data) throws(StoreKitConfigurationError) {
    let reader = JSONReader()
    let tree: JSONValue
    do {
      tree = try JSONDecoder().decode(JSONValue.self, from: json)
    } catch {
      throw StoreKitConfigurationError(mistakes: [Self.notJSON])
    }
    guard case .object(let fields) = tree else {
      throw StoreKitConfigurationError(mistakes: [Self.notJSON])
    }
    let configuration = Self.read(JSONReader.Object(path: "", fields: fields), with: reader)
    guard reader.mistakes.isEmpty else {
      throw StoreKitConfigurationError(mistakes: reader.mistakes)
    }
    self = configuration
  }

  private static let notJSON = StoreKitConfigurationError.Mistake(
    code: .notJSON, path: "", message: "expected a JSON object")

  private static func read(
    _ root: JSONReader.Object, with reader: JSONReader
  ) -> StoreKitConfiguration {
    let version = readVersion(root, with: reader)
    var taken: Set<String> = []
    let products = reader.objects(root, "products")
      .compactMap { product($0, &taken, with: reader) }
    let nonRenewing = reader.objects(root, "nonRenewingSubscriptions")
      .compactMap { product($0, &taken, with: reader) }
    let groups = reader.objects(root, "subscriptionGroups").enumerated()
      .map { group($1, place: $0 + 1, &taken, with: reader) }
    let settings = reader.leniently {
      reader.object(root, "settings").map { self.settings($0, with: reader) }
    }
    reader.ignore(
      in: root,
      except: [
        "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings",
        "subscriptionGroups", "version",
      ])
    return StoreKitConfiguration(
      identifier: reader.string(root, "identifier", or: ""), version: version, products: products,
      nonRenewingSubscriptions: nonRenewing, subscriptionGroups: groups,
      settings: settings ?? Settings(), warnings: reader.warnings)
  }

  private static func readVersion(_ root: JSONReader.Object, with reader: JSONReader) -> Version {
    guard let object = reader.object(root, "version") else {
      reader.warning("version", "missing; read as version \(versions.upperBound)")
      return Version(major: versions.upperBound, minor: 0)
    }
    reader.ignore(in: object, except: ["major", "minor"])
    let major = reader.integer(object, "major", in: 0...9999) ?? versions.upperBound
    if !versions.contains(major) {
      reader.mistake(
        .unsupportedVersion, "version.major",
        "expected \(versions.lowerBound) to \(versions.upperBound)")
    }
    return Version(major: major, minor: reader.integer(object, "minor", in: 0...9999) ?? 0)
  }

  private static func settings(
    _ object: JSONReader.Object, with reader: JSONReader
  ) -> Settings {
    let errors = reader.objects(object, "_storeKitErrors")
    for error in errors {
      reader.ignore(in: error, except: ["current", "emptyOnError", "enabled", "name"])
    }
    reader.ignore(
      in: object,
      except: [
        "_applicationInternalID", "_askToBuyEnabled", "_billingGracePeriodEnabled",
        "_billingIssuesEnabled", "_compatibilityTimeRate", "_developerTeamID", "_disableDialogs",
        "_failTransactionsEnabled", "_lastSynchronizedDate", "_locale",
        "_renewalBillingIssuesEnabled", "_storeKitErrors", "_storefront", "_timeRate",
      ])
    return Settings(
      timeRate: reader.integer(object, "_timeRate", in: 0...1_000_000),
      storefront: reader.string(object, "_storefront", or: "USA"),
      locale: reader.string(object, "_locale", or: "en_US"),
      failsTransactions: reader.bool(object, "_failTransactionsEnabled"),
      asksToBuy: reader.bool(object, "_askToBuyEnabled"),
      hasBillingGracePeriod: reader.bool(object, "_billingGracePeriodEnabled"),
      hasBillingIssues: reader.bool(object, "_billingIssuesEnabled"),
      hasRenewalBillingIssues: reader.bool(object, "_renewalBillingIssuesEnabled"),
      disablesDialogs: reader.bool(object, "_disableDialogs"),
      failingOperations: errors.filter { reader.bool($0, "enabled") }
        .map { reader.string($0, "name") })
  }
}
