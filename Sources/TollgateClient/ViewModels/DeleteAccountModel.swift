public import Foundation
public import Observation
import Tollgate

/// The model of the section in an app's settings that deletes the account.
///
/// Nothing is deleted before ``confirm()``. A failed deletion changes nothing and can be retried.
@MainActor
@Observable
public final class DeleteAccountModel {
  /// How far the deletion is.
  public enum State: Hashable, Sendable {
    /// Nothing was requested.
    case idle
    /// The question is on screen.
    case confirming
    /// The server was asked.
    case deleting
    /// The server deleted nothing, or could not say; trying again is safe.
    case failed(ClientError)
    /// The account is deleted.
    case deleted
  }

  public let client: TollgateClient
  /// How far the deletion is.
  public private(set) var state = State.idle
  /// The page for managing subscriptions if the store has no sheet here; the app opens it.
  public var pageToOpen: URL?

  public init(_ client: TollgateClient) { self.client = client }

  /// The section's title, and that of the button.
  public var title: String { client.line(.deleteAccount) }

  /// What is deleted, said before the question.
  public var note: String { client.line(.deleteAccountNote) }

  /// What continues: a subscription, until it is cancelled with the store, and what was bought.
  public var billingNote: String { client.line(.deleteAccountBilling) }

  /// Whether to link to the store's page for managing subscriptions: the customer pays for one, or that is not known.
  public var canManage: Bool {
    guard let membership = client.membership, membership.phase != .unknown else { return true }
    return membership.managesSubscription
  }

  /// The title of the link to the store's page for managing subscriptions.
  public var manageLabel: String { client.line(.manage) }

  /// The question, with ``title`` as the answer that deletes.
  public var question: String { client.line(.deleteAccountQuestion) }

  /// The answer to the question that deletes nothing.
  public var cancelLabel: String { client.line(.cancel) }

  /// The button's title: ``title``, or to try again after an error that may pass.
  public var buttonLabel: String {
    switch state {
    case .failed(let error) where error.isRetryable: client.line(.tryAgain)
    case .idle, .confirming, .deleting, .deleted, .failed: title
    }
  }

  /// Whether the button is enabled: there is a customer to delete, and no deletion or purchase is in progress.
  public var isEnabled: Bool {
    switch state {
    case .idle, .confirming, .failed, .deleted: client.customer != nil && !client.isPurchasing
    case .deleting: false
    }
  }

  /// Whether the question is on screen; setting it to false, as a dialog does, cancels.
  public var isConfirming: Bool {
    get { state == .confirming }
    set {
      switch state {
      case .confirming: if !newValue { state = .idle }
      case .idle, .failed, .deleted: if newValue { state = .confirming }
      case .deleting: break
      }
    }
  }

  /// The text for a deletion in progress, its result or its error; nil before.
  public var statusLine: String? {
    switch state {
    case .idle, .confirming: nil
    case .deleting: client.line(.deletingAccount)
    case .failed(let error): client.line(for: error)
    case .deleted: client.line(.accountDeleted)
    }
  }

  /// Shows the question.
  public func ask() { if isEnabled { isConfirming = true } }

  /// Deletes the account, after the question.
  public func confirm() async {
    guard state == .confirming else { return }
    state = .deleting
    do {
      try await client.deleteAccount()
      state = .deleted
    } catch {
      state = .failed(error)
    }
  }

  /// Shows the store's sheet for managing subscriptions, or sets ``pageToOpen``.
  public func manage() async {
    switch await client.manageSubscriptions() {
    case .shown: pageToOpen = nil
    case .open(let page): pageToOpen = page
    }
  }
}
