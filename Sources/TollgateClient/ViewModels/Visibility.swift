public import Tollgate

/// A rule for which customers see a part of a screen.
///
/// A customer who is not known yet is treated as a payer: nothing is removed and nothing is sold.
///
/// | rule | unknown | has it | has some uses of it | does not have it |
/// |---|---|---|---|---|
/// | `showForPro` | visible | visible | hidden | hidden |
/// | `showForFree` | hidden | hidden | visible | visible |
/// | `hideForPro` | hidden | hidden | visible | visible |
/// | `lockForFree` | visible | visible | visible | locked |
///
/// `showForFree` and `hideForPro` have the same effect: the first is for what sells, the second for what a payer no
/// longer needs.
public enum VisibilityRule: Hashable, Sendable, CaseIterable {
  /// Whether a part of a screen shows.
  public enum Visibility: Hashable, Sendable {
    /// It shows.
    case visible
    case hidden
    /// It shows as locked.
    case locked
  }

  /// Visible only to customers who have it.
  case showForPro
  /// Visible only to customers who do not have it.
  case showForFree
  /// Hidden from customers who have it, because they no longer need it.
  case hideForPro
  /// Visible to everyone, and usable only by customers who have it.
  case lockForFree

  /// The visibility of a part of a screen.
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
