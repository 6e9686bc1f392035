import TollgateLedger

extension LedgerPerson.Role {
  /// Whether prices are shown.
  var seesRevenue: Bool { [.owner, .developer, .readOnly].contains(self) }

  /// Whether customers are shown.
  var seesCustomers: Bool { Self.known.contains(self) }

  /// Whether entitlements may be granted and revoked, and trials changed.
  var changesCustomers: Bool { [.owner, .developer, .support].contains(self) }

  /// Whether the deliveries of webhooks are shown, and may be repeated.
  var seesWebhooks: Bool { [.owner, .developer].contains(self) }

  /// Whether the background jobs are shown, with what they still have to do.
  var seesJobs: Bool { [.owner, .developer].contains(self) }

  /// Whether the blueprint's revisions are shown, with what a proposal would change, and for which customers.
  var seesBlueprint: Bool { [.owner, .developer, .readOnly].contains(self) }

  /// Whether a proposed blueprint may be published, and an earlier one served again.
  var publishesBlueprint: Bool { [.owner, .developer].contains(self) }

  /// Whether secret keys are shown, created, rotated and revoked.
  var managesKeys: Bool { [.owner, .developer].contains(self) }

  /// The scopes of the keys that may be created; nobody gives away more than they may do.
  var keyScopes: [LedgerSecretKey.Scope] {
    switch self {
    case .owner: LedgerSecretKey.Scope.known
    case .developer: LedgerSecretKey.Scope.known.filter { $0 != .owner }
    default: []
    }
  }

  /// Whether keys with a scope, also with one of a later version, may be created, rotated and revoked.
  func mayManageKeys(with scope: LedgerSecretKey.Scope) -> Bool {
    self == .owner || keyScopes.contains(scope)
  }

  /// Whether the list of what operators and keys did is shown.
  var seesAudit: Bool { self == .owner }
}
