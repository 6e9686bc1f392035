import TollgateWire

extension Endpoint {
  /// Whose token an endpoint needs.
  enum Authentication: CaseIterable {
    /// Nobody's.
    case open
    /// An anonymous customer's, if the device has one.
    case visitor
    /// A customer's.
    case customer
    /// A secret key of the app's own backend.
    case backend
    /// A secret key of an operator.
    case operators

    /// The name of its scheme; nil for ``open`` and ``visitor``, which have none of their own.
    var scheme: String? {
      switch self {
      case .open, .visitor: nil
      case .customer: "customerToken"
      case .backend: "secretKey"
      case .operators: "operatorKey"
      }
    }

    /// Where its token comes from.
    var description: String {
      switch self {
      case .open, .visitor: ""
      case .customer: "A customer token, which the operations that open a session return."
      case .backend: "A secret key of the app's own backend, from `tollgate keys create`."
      case .operators: "A secret key with a scope of operators, from `tollgate keys create`."
      }
    }

    /// The alternatives, as OpenAPI writes them.
    var requirements: [[String: [String]]] {
      switch self {
      case .open: []
      case .visitor: [[:], ["customerToken": []]]
      case .customer, .backend, .operators: scheme.map { [[$0: []]] } ?? []
      }
    }
  }

  /// Whose token its requests need.
  ///
  /// A test asks the server without one, and compares the refusal.
  var authentication: Authentication {
    switch self {
    case .createCustomer, .requestPasswordReset, .blueprint, .paywallPage, .signingKey,
      .appStoreNotifications, .retentionMessage, .health, .ready, .openAPI:
      .open
    case .signUp, .signIn, .signInWithToken, .resetPassword: .visitor
    case .forCustomer: .backend
    case .findCustomers, .life, .reason, .grant, .extendGrant, .revokeGrant, .changeTrial,
      .transferPurchase, .mergeCustomer, .exportCustomer, .eraseCustomer, .charts, .chart:
      .operators
    case .session, .signOut, .signOutEverywhere, .changePassword, .requestEmailVerification,
      .verifyEmail, .me, .export, .deleteCustomer, .customer, .membership, .access, .profile,
      .makeProfile, .device, .milestone, .setAttributes, .use, .reserve, .releaseReservation,
      .release, .heldItems, .transactions, .restore, .restorePreview, .promotionalOffer,
      .dismissal, .paywallShown, .paywallClosed, .nudgeDelivered:
      .customer
    }
  }
}
