public import Foundation

extension StoreKitConfiguration {
  /// The versions of the format whose contents are known; a later one is read with a warning.
  public static let versions = 1...6

  /// Reads a StoreKit configuration file.
  ///
  /// Unknown keys are ignored and listed in ``warnings``; so are products without an identifier or with a duplicate
  /// one, and settings that cannot be read. A file without a version is read as the latest.
  ///
  /// - Throws: ``StoreKitConfigurationError`` with every mistake in the file.
  public init(json: Data) throws(StoreKitConfigurationError) {
    let reader = JSONReader()
    let tree: JSONValue
    do {
      tree = try JSONDecoder().decode(JSONValue.self, from: json)
    } catch {
      throw StoreKitConfigurationError(mistakes: [Self.notJSON(in: json)])
    }
    guard case .object(let fields) = tree else {
      throw StoreKitConfigurationError(mistakes: [Self.notJSON(in: json)])
    }
    let configuration = Self.read(JSONReader.Object(path: "", fields: fields), with: reader)
    guard reader.mistakes.isEmpty else {
      throw StoreKitConfigurationError(mistakes: reader.mistakes)
    }
    self = configuration
  }

  /// The mistake of a file that is not a JSON object, with the line of its first syntax error, if that is known.
  private static func notJSON(in json: Data) -> StoreKitConfigurationError.Mistake {
    let line = lineOfError(in: json).map { "; line \($0) is not valid JSON" }
    let reason = json.isEmpty ? "; the file is empty" : line ?? ""
    return .init(code: .notJSON, path: "", message: "expected a JSON object\(reason)")
  }

  /// The line at which Foundation stops reading; `JSONDecoder` does not say where.
  private static func lineOfError(in json: Data) -> Int? {
    do {
      _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
      return nil
    } catch {
      let said = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      guard let match = said?.firstMatch(of: /character (\d+)/), let place = Int(match.1) else {
        return nil
      }
      return json.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
    }
  }

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
    // Xcode 27 adds subscriptions of several apps, which are not simulated.
    for key in ["subscriptionBundleGroups", "subscriptionSuiteGroups"] {
      for group in reader.leniently({ reader.objects(root, key) }) { reader.ignore(group.path) }
    }
    let settings = reader.leniently {
      reader.object(root, "settings").map { self.settings($0, with: reader) }
    }
    reader.ignore(
      in: root,
      except: [
        "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings",
        "subscriptionBundleGroups", "subscriptionGroups", "subscriptionOffersKeyPair",
        "subscriptionSuiteGroups", "version",
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
    if major < versions.lowerBound {
      reader.mistake(
        .unsupportedVersion, "version.major", "expected \(versions.lowerBound) or later")
    } else if major > versions.upperBound {
      reader.warning(
        "version.major", "newer than \(versions.upperBound); read without what is new in it")
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
        "_renewalBillingIssuesEnabled", "_storeKitError", "_storeKitErrors", "_storefront",
        "_timeRate",
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
