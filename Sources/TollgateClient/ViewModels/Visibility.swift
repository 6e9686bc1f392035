public import Tollgate

/// For whom a part of a screen is.
///
/// Who could not be told is treated as a payer: nothing is taken away and nothing is sold.
///
/// | rule | unknown | has it | has some uses of it | has it not |
/// |---|---|---|---|---|
/// | `showForPro` | visible | visible | hidden | hidden |
/// | `showForFree` | hidden | hidden | visible | visible |
/// | `hideForPro` | hidden | hidden | visible | visible |
/// | `lockForFree` | visible | visible | visible | locked |
///
/// `showForFree` and `hideForPro` answer alike: the first is for what sells, the second for what a payer needs no more.
public enum VisibilityRule: Hashable, Sendable, CaseIterable {
  /// Whether a part of a screen shows.
  public enum Visibility: Hashable, Sendable {
    /// It shows.
    case visible
    /// It is not there.
    case hidden
    /// It shows, locked.
    case locked
  }

  /// What only those who have it see.
  case showForPro
  /// What only those who don't have it see.
  case showForFree
  /// What those who have it need no more.
  case hideForPro
  /// What everybody sees and only those who have it can use.
  case lockForFree

  /// Whether a part of a screen shows.
  ///
  /// - Parameter access: What the customer has.
  /// - Returns: The cell of the table.
  public func visibility(for access: Access) -> Visibility {
    switch (self, access) {
    case (.showForPro, .unknown), (.showForPro, .allowed(nil)): .visible
    case (.showForPro, .allowed), (.showForPro, .denied): .hidden
    case (.showForFree, .unknown), (.showForFree, .allowed(nil)): .hidden
    case (.showForFree, .allowed), (.showForFree, .denied): .visible
    case (.hideForPro, .unknown), (.hideForPro, .allowed(nil)): .hidden
    case (.hideForPro, .allowed), (.hideForPro, .denied): .visible
    case (.lockForFree, .unknown), (.lockForFree, .allowed): .visible
    case (.lockForFree, .denied): .locked
    }
  }
}

extension TollgateClient {
  /// Whether a part of a screen shows, by an entitlement.
  ///
  /// - Parameters:
  ///   - rule: For whom it is.
  ///   - entitlement: What those have; nil is any entitlement at all.
  /// - Returns: The cell of the rule's table.
  public func visibility(
    _ rule: VisibilityRule, entitlement: Entitlement.ID? = nil
  ) -> VisibilityRule.Visibility {
    guard phase != .unknown else { return rule.visibility(for: .unknown) }
    let isEntitled = entitlement.map(isEntitled(to:)) ?? !entitlements.isEmpty
    return rule.visibility(
      for: isEntitled ? .allowed(nil) : .denied(Denial(reason: .notIncluded, paywall: nil)))
  }

  /// Whether a part of a screen shows, by a feature.
  ///
  /// - Parameters:
  ///   - rule: For whom it is.
  ///   - feature: What those may use.
  /// - Returns: The cell of the rule's table.
  public func visibility(
    _ rule: VisibilityRule, feature: Feature.ID
  ) -> VisibilityRule.Visibility {
    rule.visibility(for: access(to: feature))
  }
}
