import Foundation
import Tollgate
import TollgateAppStore

/// The products of a `.storekit` file, with what only the blueprint defines.
///
/// That is the entitlements that they give, and how long non-renewing products last. The file is the one that Xcode
/// creates for [StoreKit
/// testing](https://developer.apple.com/documentation/xcode/setting-up-storekit-testing-in-xcode).
struct StoreKitProducts {
  /// The name of the file, which is next to the blueprint.
  let file: String
  /// The currency of the prices; nil takes that of the file's storefront.
  let currency: String?
  let entitlements: [ProductSource.EntitlementList]
  /// The blueprint's lengths of non-renewing products.
  let lengths: [ProductSource.Length]
  /// What a customer needs before each product is sold.
  let needs: [ProductSource.EntitlementList]
  /// The products that fill wallets of credits.
  let fillers: Set<CatalogProduct.ID>
  /// The blueprint's `products`.
  let node: YAMLNode
  /// The app's language, in which products are named.
  let language: String

  /// Returns the file's bytes; nil if it cannot be read, which is recorded.
  func contents(from storekit: (String) throws -> Data, _ reader: Reader) -> Data? {
    do {
      return try storekit(file)
    } catch let error as BlueprintFileReadError {
      reader.error(at: place, "`\(file)`: \(error.message)")
    } catch {
      reader.error(at: place, "`\(file)` cannot be read")
    }
    return nil
  }

  /// Returns the products in the order of the file, subscriptions first, and the file itself; nil if it has mistakes.
  ///
  /// Mistakes in the `.storekit` file are recorded without a line, since its JSON is not written by hand.
  func read(
    _ data: Data, _ reader: Reader
  ) -> (products: [CatalogProduct], store: StoreKitConfiguration)? {
    let configuration: StoreKitConfiguration
    do {
      configuration = try StoreKitConfiguration(json: data)
    } catch {
      for mistake in error.mistakes {
        note(.error, mistake.path, mistake.description, reader)
      }
      return nil
    }
    for warning in configuration.warnings {
      // A warning is a key's path alone, or a path, a colon and a sentence.
      let path = warning.split(separator: ":").first.map(String.init) ?? warning
      note(
        .warning, path, path == warning ? "the key `\(path)` is not understood" : warning, reader)
    }
    let storefront = KnownStorefront.byCountry[configuration.settings.storefront]
    guard let currency = currency ?? storefront?.currency else {
      reader.error(
        at: place,
        "the currency of the storefront `\(configuration.settings.storefront)` is not known",
        expected: "`currency`, such as `currency: USD`")
      return nil
    }
    let others = configuration.products + configuration.nonRenewingSubscriptions
    let names = configuration.subscriptions.map(\.productID) + others.map(\.productID)
    let products =
      configuration.subscriptions.map { product($0, currency) }
      + others.compactMap { product($0, currency, lasting: length(of: $0.productID, among: names)) }
    check(products, reader)
    for subscription in configuration.subscriptions { checkTotal(of: subscription, reader) }
    return (products, configuration)
  }

  /// Where mistakes about the file as a whole are reported.
  private var place: YAMLNode { node["from"] ?? node }

  /// Records a finding in the `.storekit` file, by its JSON path.
  private func note(
    _ severity: BlueprintDiagnostic.Severity, _ path: String, _ message: String, _ reader: Reader
  ) {
    reader.diagnostics.append(
      BlueprintDiagnostic(
        file: file, line: 0, column: 0, path: path, severity: severity, message: message))
  }

  /// Returns the entitlements that the blueprint gives a product; empty if it names none.
  private func given(_ id: String) -> [Entitlement.ID] {
    entitlements.first { $0.product.rawValue == id }?.entitlements ?? []
  }

  /// Returns what a customer needs before a product is sold; empty if it is sold to everybody.
  private func needed(for id: String) -> [Entitlement.ID] {
    needs.first { $0.product.rawValue == id }?.entitlements ?? []
  }

  /// Returns how long a non-renewing product lasts; nil if nothing says it.
  ///
  /// If its name is nearly that of an entry that fits no product, the entry is taken: the misspelling is already
  /// recorded, and a missing length would be a second report of it. For the same reason, any length stands for one that
  /// could not be read.
  private func length(of product: String, among names: [String]) -> ProductSource.Length? {
    let said = lengths.first { $0.product.rawValue == product }
    let meant = lengths.first {
      !names.contains($0.product.rawValue)
        && nearestName(to: $0.product.rawValue, in: names) == product
    }
    if let length = said ?? meant { return length }
    return node["lasts"]?[product].map { _ in
      ProductSource.Length(product: CatalogProduct.ID(product), period: Period(1, .day))
    }
  }

  /// Records names that the file lacks, and missing information about products that it has.
  private func check(_ products: [CatalogProduct], _ reader: Reader) {
    let names = products.map(\.id.rawValue)
    let said =
      entitlements.map { ("entitlements", $0.product) } + lengths.map { ("lasts", $0.product) }
      + needs.map { ("needs", $0.product) }
    for (section, product) in said where !names.contains(product.rawValue) {
      report(
        section, product, reader, "there is no product `\(product)` in `\(file)`",
        nearest: nearestName(to: product.rawValue, in: names))
    }
    for product in products { check(product, reader) }
  }

  /// Records a length that a product cannot have, or that it needs, and warns if it gives nothing.
  private func check(_ product: CatalogProduct, _ reader: Reader) {
    if product.kind != .nonRenewing, lengths.contains(where: { $0.product == product.id }) {
      report(
        "lasts", product.id, reader,
        "`\(product.id)` is a product of the kind `\(product.kind.rawValue)`",
        expected: "one that is `nonRenewing`")
    }
    if product.entitlements.isEmpty {
      guard product.kind != .consumable, !fillers.contains(product.id) else { return }
      reader.report(
        .warning, at: place.position, place.path,
        "the product `\(product.id)` of `\(file)` gives no entitlement",
        expected: "its name under `entitlements`")
    } else if product.kind == .nonRenewing, product.period == nil {
      report(
        "entitlements", product.id, reader,
        "nothing says how long `\(product.id)` lasts, and the store does not",
        expected: "`lasts: { \(product.id): P90D }`")
    }
  }

  /// Warns about a commitment whose total is not that of its bills, which paywalls show.
  private func checkTotal(
    of subscription: StoreKitConfiguration.Subscription, _ reader: Reader
  ) {
    for plan in subscription.billingPlans where plan.type == .monthly && plan.isEnabled {
      let total = plan.price.rawValue * Int64(CatalogProduct.bills)
      guard plan.commitmentPrice.rawValue != total else { continue }
      reader.report(
        .warning, at: place.position, place.path,
        "the commitment of `\(subscription.productID)` in `\(file)` does not cost what its bills do together",
        expected: "`commitmentDisplayPrice`: \(CatalogProduct.bills) times `displayPrice`")
    }
  }

  /// Records a mistake about a product at the section of the blueprint's `products` that names it.
  private func report(
    _ section: String, _ product: CatalogProduct.ID, _ reader: Reader, _ message: String,
    expected: String? = nil, nearest: String? = nil
  ) {
    let position = node[section]?.keyPosition(of: product.rawValue) ?? place.position
    reader.report(
      .error, at: position, ["products", product.rawValue], message, expected: expected,
      nearest: nearest)
  }

  /// Converts a subscription; its prices are already in thousandths of the currency's unit.
  private func product(
    _ subscription: StoreKitConfiguration.Subscription, _ currency: String
  ) -> CatalogProduct {
    let offer = subscription.introductoryOffer.map { offer in
      CatalogProduct.IntroductoryOffer(
        payment: payment(offer.paymentMode), period: offer.period,
        periods: offer.numberOfPeriods,
        price: offer.paymentMode == .free
          ? nil : Money(milliunits: offer.price.rawValue, currency: currency),
        billing: BillingPlan(offer.billingPlan))
    }
    let isYearly = [CatalogProduct.commitment, Period(12, .month)].contains(subscription.period)
    let monthly = subscription.billingPlans.first {
      $0.type == .monthly && $0.isEnabled && isYearly
    }
    // Nobody gets the offers of a plan that is not sold.
    let isSold = { (billing: BillingPlan) in billing == .upFront || monthly != nil }
    let offers =
      subscription.promotionalOffers.map { self.offer($0, .promotional, currency) }
      + subscription.winBackOffers.map { self.offer($0, .winBack, currency) }
      + subscription.codeOffers.map { self.offer($0, .code, currency) }
    return CatalogProduct(
      id: CatalogProduct.ID(subscription.productID), kind: .autoRenewable,
      name: name(subscription.localizations, subscription.referenceName, subscription.productID),
      entitlements: given(subscription.productID), needs: needed(for: subscription.productID),
      price: Money(milliunits: subscription.price.rawValue, currency: currency),
      monthlyPrice: monthly.map { Money(milliunits: $0.price.rawValue, currency: currency) },
      seatPrices: subscription.seatTiers.map {
        CatalogProduct.SeatPrice(
          from: $0.minimumSeats, price: Money(milliunits: $0.price.rawValue, currency: currency))
      },
      period: subscription.period, group: SubscriptionGroup.ID(subscription.groupID),
      level: subscription.level,
      introductoryOffer: offer.flatMap { isSold($0.billing) ? $0 : nil },
      offers: offers.filter { isSold($0.billing) })
  }

  /// Converts an offer other than the introductory one.
  private func offer(
    _ offer: StoreKitConfiguration.Offer, _ kind: CatalogProduct.Offer.Kind, _ currency: String
  ) -> CatalogProduct.Offer {
    CatalogProduct.Offer(
      id: CatalogProduct.Offer.ID(offer.id ?? ""), kind: kind, payment: payment(offer.paymentMode),
      period: offer.period, periods: offer.numberOfPeriods,
      price: offer.paymentMode == .free
        ? nil : Money(milliunits: offer.price.rawValue, currency: currency),
      billing: BillingPlan(offer.billingPlan))
  }

  /// Converts a product that does not renew; nil for a type that the engine does not know.
  private func product(
    _ product: StoreKitConfiguration.Product, _ currency: String,
    lasting length: ProductSource.Length?
  ) -> CatalogProduct? {
    let kinds: [ProductType: CatalogProduct.Kind] = [
      .consumable: .consumable, .nonConsumable: .nonConsumable, .nonRenewing: .nonRenewing,
      .autoRenewable: .autoRenewable,
    ]
    guard let kind = kinds[product.type] else { return nil }
    return CatalogProduct(
      id: CatalogProduct.ID(product.productID), kind: kind,
      name: name(product.localizations, product.referenceName, product.productID),
      entitlements: given(product.productID), needs: needed(for: product.productID),
      price: Money(milliunits: product.price.rawValue, currency: currency),
      period: kind == .nonRenewing ? length?.period : nil, addsUp: length?.addsUp ?? true)
  }

  /// Converts a payment mode of the file.
  private func payment(_ mode: StoreKitConfiguration.PaymentMode) -> StoreOffer.Payment {
    switch mode {
    case .free: .freeTrial
    case .payAsYouGo: .payAsYouGo
    case .payUpFront: .payUpFront
    }
  }

  /// Returns the product's name in the app's language.
  ///
  /// It falls back to the file's first language, then to the reference name, which only the developer sees, then to the
  /// identifier.
  private func name(
    _ localizations: [StoreKitConfiguration.Localization], _ reference: String, _ id: String
  ) -> String {
    let own = LanguageLookup.candidates(for: language).lazy.compactMap { wanted in
      localizations.first { LanguageLookup.candidates(for: $0.locale).contains(wanted) }
    }.first
    return [own?.displayName, localizations.first?.displayName, reference]
      .compactMap { $0 }.first { !$0.isEmpty } ?? id
  }
}
