public import Foundation

// How views look. Nothing is drawn here, so styles only have Apple's names.

/// How the view of a product looks.
///
/// Follows <https://developer.apple.com/documentation/storekit/productviewstyle>.
public protocol ProductViewStyle: Sendable {}

public struct AutomaticProductViewStyle: ProductViewStyle {
  public init() {}
}

public struct CompactProductViewStyle: ProductViewStyle {
  public init() {}
}

public struct RegularProductViewStyle: ProductViewStyle {
  public init() {}
}

public struct LargeProductViewStyle: ProductViewStyle {
  public init() {}
}

extension ProductViewStyle where Self == AutomaticProductViewStyle {
  public static var automatic: Self { Self() }
}

extension ProductViewStyle where Self == CompactProductViewStyle {
  public static var compact: Self { Self() }
}

extension ProductViewStyle where Self == RegularProductViewStyle {
  public static var regular: Self { Self() }
}

extension ProductViewStyle where Self == LargeProductViewStyle {
  public static var large: Self { Self() }
}

/// How a customer chooses among the subscriptions of a view.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionstorecontrolstyle>.
public protocol SubscriptionStoreControlStyle: Sendable {}

public struct AutomaticSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

public struct ButtonsSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

public struct PickerSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

public struct ProminentPickerSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

public struct CompactPickerSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

public struct PagedPickerSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

public struct PagedProminentPickerSubscriptionStoreControlStyle: SubscriptionStoreControlStyle {
  public init() {}
}

extension SubscriptionStoreControlStyle where Self == AutomaticSubscriptionStoreControlStyle {
  public static var automatic: Self { Self() }
}

extension SubscriptionStoreControlStyle where Self == ButtonsSubscriptionStoreControlStyle {
  public static var buttons: Self { Self() }
}

extension SubscriptionStoreControlStyle where Self == PickerSubscriptionStoreControlStyle {
  public static var picker: Self { Self() }
}

extension SubscriptionStoreControlStyle where Self == ProminentPickerSubscriptionStoreControlStyle {
  public static var prominentPicker: Self { Self() }
}

extension SubscriptionStoreControlStyle where Self == CompactPickerSubscriptionStoreControlStyle {
  public static var compactPicker: Self { Self() }
}

extension SubscriptionStoreControlStyle where Self == PagedPickerSubscriptionStoreControlStyle {
  public static var pagedPicker: Self { Self() }
}

extension SubscriptionStoreControlStyle
where Self == PagedProminentPickerSubscriptionStoreControlStyle {
  public static var pagedProminentPicker: Self { Self() }
}

/// How the offer of a subscription looks.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionofferviewstyle>.
public protocol SubscriptionOfferViewStyle: Sendable {}

public struct AutomaticSubscriptionOfferViewStyle: SubscriptionOfferViewStyle {
  public init() {}
}

public struct CompactSubscriptionOfferViewStyle: SubscriptionOfferViewStyle {
  public init() {}
}

extension SubscriptionOfferViewStyle where Self == AutomaticSubscriptionOfferViewStyle {
  public static var automatic: Self { Self() }
}

extension SubscriptionOfferViewStyle where Self == CompactSubscriptionOfferViewStyle {
  public static var compact: Self { Self() }
}

/// How groups of subscriptions are told apart in a view.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionoptiongroupstyle>.
public protocol SubscriptionOptionGroupStyle: Sendable {}

public struct AutomaticSubscriptionOptionGroupStyle: SubscriptionOptionGroupStyle {
  public init() {}
}

public struct LinksSubscriptionOptionGroupStyle: SubscriptionOptionGroupStyle {
  public init() {}
}

public struct TabsSubscriptionOptionGroupStyle: SubscriptionOptionGroupStyle {
  public init() {}
}

extension SubscriptionOptionGroupStyle where Self == AutomaticSubscriptionOptionGroupStyle {
  public static var automatic: Self { Self() }
}

extension SubscriptionOptionGroupStyle where Self == LinksSubscriptionOptionGroupStyle {
  public static var links: Self { Self() }
}

extension SubscriptionOptionGroupStyle where Self == TabsSubscriptionOptionGroupStyle {
  public static var tabs: Self { Self() }
}

/// Where the buttons of a view of subscriptions are.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionstorecontrolplacement>.
public struct SubscriptionStoreControlPlacement: Hashable, Sendable {
  private let name: String

  public static let automatic = Self(name: "automatic")

  public static let bottom = Self(name: "bottom")

  public static let bottomBar = Self(name: "bottomBar")

  public static let buttonsInBottomBar = Self(name: "buttonsInBottomBar")

  public static let leading = Self(name: "leading")

  public static let scrollView = Self(name: "scrollView")

  public static let trailing = Self(name: "trailing")
}

/// What is behind the buttons of a view of subscriptions.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionstorecontrolbackground>.
public struct SubscriptionStoreControlBackground: Hashable, Sendable {
  private let name: String

  public static let automatic = Self(name: "automatic")

  public static let gradientMaterial = Self(name: "gradientMaterial")
}

/// What a button to subscribe says.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionstorebuttonlabel>.
public struct SubscriptionStoreButtonLabel: OptionSet, Hashable, Sendable {
  /// One bit for each part.
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let automatic = Self(rawValue: 1)

  public static let action = Self(rawValue: 2)

  public static let displayName = Self(rawValue: 4)

  public static let price = Self(rawValue: 8)

  public static let multiline = Self(rawValue: 16)
}

/// A further button of a view.
///
/// Follows <https://developer.apple.com/documentation/storekit/storebuttonkind>.
public struct StoreButtonKind: Hashable, Sendable {
  private let name: String

  /// Closes the view.
  public static let cancellation = Self(name: "cancellation")

  public static let restorePurchases = Self(name: "restorePurchases")

  public static let redeemCode = Self(name: "redeemCode")

  public static let signIn = Self(name: "signIn")

  /// Terms of service and privacy policy.
  public static let policies = Self(name: "policies")
}

/// Whether a view shows a button: SwiftUI's `Visibility`, which does not exist on Linux.
public enum StoreButtonVisibility: Hashable, Sendable {
  case automatic
  case visible
  case hidden
}

/// A document that a view of subscriptions links to.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionstorepolicykind>.
public struct SubscriptionStorePolicyKind: Hashable, Sendable {
  private let name: String

  public static let termsOfService = Self(name: "termsOfService")

  public static let privacyPolicy = Self(name: "privacyPolicy")
}

extension StoreKitView {
  public func productViewStyle(_ style: some ProductViewStyle) -> Self { self }

  public func productIconBorder() -> Self { self }

  public func productDescription(_ visibility: StoreButtonVisibility) -> Self { self }

  public func storeButton(
    _ visibility: StoreButtonVisibility, for buttonKinds: StoreButtonKind...
  ) -> Self { self }

  public func subscriptionStoreControlStyle(_ style: some SubscriptionStoreControlStyle) -> Self {
    self
  }

  public func subscriptionStoreControlStyle(
    _ style: some SubscriptionStoreControlStyle, placement: SubscriptionStoreControlPlacement
  ) -> Self { self }

  public func subscriptionStoreControlBackground(
    _ background: SubscriptionStoreControlBackground
  ) -> Self { self }

  /// Ignores any value as the icon of a subscription.
  public func subscriptionStoreControlIcon<Icon>(
    icon: (Product, Product.SubscriptionInfo) -> Icon
  ) -> Self { self }

  /// Ignores any value as the background.
  public func subscriptionStorePickerItemBackground<Background>(
    _ background: Background
  ) -> Self { self }

  /// Ignores any values as the background and its shape.
  public func subscriptionStorePickerItemBackground<Background, Shape>(
    _ background: Background, in shape: Shape
  ) -> Self { self }

  public func subscriptionStoreOptionGroupStyle(
    _ style: some SubscriptionOptionGroupStyle
  ) -> Self { self }

  public func subscriptionStoreButtonLabel(_ label: SubscriptionStoreButtonLabel) -> Self { self }

  public func subscriptionOfferViewStyle(_ style: some SubscriptionOfferViewStyle) -> Self { self }

  public func subscriptionStorePolicyDestination(
    url: URL, for button: SubscriptionStorePolicyKind
  ) -> Self { self }

  /// Ignores any value as the view of a document.
  public func subscriptionStorePolicyDestination<Destination>(
    for button: SubscriptionStorePolicyKind, destination: () -> Destination
  ) -> Self { self }

  /// Ignores any value as the style of links.
  public func subscriptionStorePolicyForegroundStyle<Style>(_ style: Style) -> Self { self }

  /// Ignores any values as the styles of links.
  public func subscriptionStorePolicyForegroundStyle<Primary, Secondary>(
    _ primary: Primary, _ secondary: Secondary
  ) -> Self { self }

  public func subscriptionStoreSignInAction(_ action: (@MainActor @Sendable () -> Void)?) -> Self {
    self
  }
}
