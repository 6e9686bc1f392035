public import Foundation
public import Observation
public import Tollgate

/// The model of a feature's card: what the feature is, whether it is locked, and how to unlock it.
///
/// A passive feature fetches nothing for customers who do not have it: see ``shouldFetch``.
@MainActor
@Observable
public final class LockedCardModel {
  /// Whether the feature may be used.
  public enum State: Hashable, Sendable {
    /// Not known: nothing is shown as locked, and nothing is fetched.
    case unknown
    case locked
    /// It may be used without a limit.
    case unlocked
    /// It may be used this many more times.
    case limited(left: Int)
    /// Credits pay for the next use, which may cost several; this many can be spent.
    case paidByCredits(left: Int)
  }

  public let client: TollgateClient
  public let feature: Feature.ID
  /// The page for managing subscriptions if the store has no sheet here; the app opens it.
  public var pageToOpen: URL?

  public init(_ client: TollgateClient, feature: Feature.ID) {
    self.client = client
    self.feature = feature
  }

  /// Whether the feature may be used.
  public var state: State {
    switch client.access(to: feature) {
    case .unknown: .unknown
    case .denied: .locked
    case .allowed(nil): .unlocked
    case .allowed(let limit?):
      limit.scope == .credits
        ? .paidByCredits(left: limit.remaining) : .limited(left: limit.remaining)
    }
  }

  public var isLocked: Bool { state == .locked }

  /// Whether the card replaces the feature: the feature is locked, or it is passive and its access is unknown, so that
  /// nothing is fetched yet.
  public var standsIn: Bool {
    switch state {
    case .locked: true
    case .unknown: client.blueprint?.feature(feature)?.isPassive ?? false
    case .unlocked, .limited, .paidByCredits: false
    }
  }

  /// Whether to fetch the feature's content.
  public var shouldFetch: Bool {
    switch state {
    case .unlocked, .limited, .paidByCredits: true
    case .unknown, .locked: false
    }
  }

  /// The feature's name.
  public var title: String { client.name(of: feature) }

  /// What it does.
  public var detail: String? { pitch?.detail.flatMap { client.text($0) } }

  /// The icon's name in the blueprint, which is decorative.
  public var icon: String { pitch?.icon ?? "star" }

  /// The lock icon; nil if the feature is not locked.
  public var lockIcon: String? { isLocked ? "lock" : nil }

  /// The text for how much is left of it.
  public var statusLine: String {
    switch client.access(to: feature) {
    case .unknown: client.line(.planUnknown)
    case .allowed(nil): client.line(.unlimited)
    case .allowed(let limit?): client.line(left: limit, of: feature)
    case .denied(let denial): client.usedLine(denial, of: feature) ?? client.line(.locked)
    }
  }

  /// The title of the button that unlocks it or manages the subscription, depending on which helps; nil if neither
  /// does.
  public var actionLabel: String? {
    switch action {
    case .unlock: client.line(.unlock)
    case .manage: client.line(.manage)
    case nil: nil
    }
  }

  /// The card as one sentence, for screen readers.
  public var accessibilityLabel: String {
    let name =
      isLocked
      ? client.line(.lockedLabel, feature: feature, [.feature: title]) : title
    return [name, detail].compactMap { $0 }.joined(separator: client.phrasebook.language.pause)
  }

  /// The effect of pressing it, for screen readers.
  public var accessibilityHint: String? { action == .unlock ? client.line(.plansHint) : nil }

  /// Shows the plans with this feature on top, or the store's sheet for managing subscriptions; if the store has none
  /// here, sets ``pageToOpen``.
  public func unlock() async {
    switch action {
    case .manage:
      switch await client.manageSubscriptions() {
      case .shown: pageToOpen = nil
      case .open(let page): pageToOpen = page
      }
    case .unlock, nil: await client.showPaywall(for: feature)
    }
  }

  /// What lifts the denial.
  private enum Action { case unlock, manage }

  private var action: Action? {
    guard case .denied(let denial) = client.access(to: feature) else { return nil }
    // Payers who have used up their own limit have nothing to buy.
    if let paywall = client.paywall(for: feature), client.membership?.sells(paywall) == true {
      return .unlock
    }
    return denial.isManagedInStore ? .manage : nil
  }

  private var pitch: Feature.Pitch? { client.blueprint?.feature(feature)?.pitch }
}
