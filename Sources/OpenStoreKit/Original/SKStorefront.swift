public import Foundation

/// A country's App Store, as the original StoreKit interface describes it.
///
/// Follows <https://developer.apple.com/documentation/storekit/skstorefront>.
open class SKStorefront: NSObject, @unchecked Sendable {
  // Set once.
  private var storefront: Storefront?

  public override init() { super.init() }

  convenience init(_ storefront: Storefront) {
    self.init()
    self.storefront = storefront
  }

  /// The ISO 3166-1 alpha-3 code of the country.
  open var countryCode: String { storefront?.countryCode ?? "" }

  /// Apple's number for the storefront; empty if unknown.
  open var identifier: String { storefront?.id ?? "" }
}
