import Tollgate
import TollgateWire

extension Endpoint {
  /// What an operation is called in the document, and in clients that are generated from it.
  ///
  /// An id never changes within a version of the API: a generated client has a function of this name.
  struct Title {
    /// The name of the function that a generated client has for it.
    let id: String
    /// The group of operations that it belongs to.
    let tag: Tag
    /// What it does, in one sentence.
    let summary: String

    /// Creates a title.
    fileprivate init(_ id: String, _ tag: Tag, _ summary: String) {
      self.id = id
      self.tag = tag
      self.summary = summary
    }
  }

  /// The groups of operations.
  enum Tag: String, CaseIterable {
    /// What is known about a customer, and the sessions in which it is read.
    case customers = "Customers"
    /// Passwords, email addresses, and the tokens of issuers.
    case accounts = "Accounts"
    /// Decisions: whether a feature may be used, and what a use counts.
    case features = "Features"
    /// Transactions and renewal infos, as StoreKit signed them.
    case purchases = "Purchases"
    /// What happened on a device, and what an app knows about a person.
    case reports = "Reports"
    /// Operations of other groups, called by an app's server.
    case backend = "Your own backend"
    /// Reading histories, and changing what a customer has.
    case operators = "Operators"
    /// What needs no token, because everybody may know it.
    case app = "App"
    /// Requests that Apple sends and signs.
    case store = "App Store"
    /// What monitors and developers ask.
    case server = "Server"

    /// What the group is for.
    var description: String {
      switch self {
      case .customers: "Customers, their sessions, and what is known about them."
      case .accounts: "Accounts with a password or an issuer's user, and their profiles."
      case .features: "Checking, using and reserving features."
      case .purchases: "Posting and restoring what the store signed."
      case .reports: "What a device reports."
      case .backend: "The same for any customer of the app, with a secret key."
      case .operators: "Support and charts, with an operator's secret key."
      case .app: "What is the same for every customer of an app."
      case .store: "What the App Store calls."
      case .server: "The server itself."
      }
    }
  }

  /// The operation's title; a new endpoint does not compile without one.
  var title: Title {
    switch self {
    case .createCustomer:
      Title("createCustomer", .customers, "Creates an anonymous customer.")
    case .session:
      Title("renewSession", .customers, "Exchanges a customer token, expired or not.")
    case .signOut: Title("signOut", .customers, "Ends the token's session for good.")
    case .signOutEverywhere:
      Title("signOutEverywhere", .customers, "Ends all sessions of the caller for good.")
    case .me: Title("getMe", .customers, "Reads everything known about the caller.")
    case .customer:
      Title("getCustomer", .customers, "Reads a customer, who must be the caller.")
    case .export: Title("exportMe", .customers, "Exports everything stored about the caller.")
    case .deleteCustomer: Title("deleteMe", .customers, "Deletes the caller for good.")
    case .membership: Title("getMembership", .customers, "Reads the current membership.")
    case .signUp: Title("signUp", .accounts, "Creates an account with a password.")
    case .signIn: Title("signIn", .accounts, "Opens a session with a password.")
    case .signInWithToken:
      Title("signInWithToken", .accounts, "Opens a session with an issuer's token.")
    case .requestPasswordReset:
      Title("requestPasswordReset", .accounts, "Mails a one-time code for a new password.")
    case .resetPassword:
      Title("resetPassword", .accounts, "Sets a new password with a one-time code.")
    case .changePassword:
      Title("changePassword", .accounts, "Sets a new password with the old one.")
    case .requestEmailVerification:
      Title("requestEmailVerification", .accounts, "Mails a code that verifies the address.")
    case .verifyEmail: Title("verifyEmail", .accounts, "Verifies the caller's email address.")
    case .profile: Title("getProfile", .accounts, "Reads the profile of the caller's account.")
    case .makeProfile:
      Title("createProfile", .accounts, "Creates the rows that the profile lacks.")
    case .access: Title("checkAccess", .features, "Checks the access to a feature.")
    case .use: Title("useFeature", .features, "Uses a feature once.")
    case .reserve: Title("reserveUse", .features, "Reserves a use of a feature.")
    case .releaseReservation:
      Title("releaseReservation", .features, "Releases a reservation that was not used.")
    case .release: Title("releaseItem", .features, "Releases an item that a feature holds.")
    case .heldItems: Title("setHeldItems", .features, "Sets the items that a feature holds.")
    case .transactions: Title("postTransaction", .purchases, "Posts a signed transaction.")
    case .restore:
      Title("restorePurchases", .purchases, "Posts all transactions of a store account.")
    case .restorePreview:
      Title("previewRestore", .purchases, "Previews a restore.")
    case .promotionalOffer:
      Title("signPromotionalOffer", .purchases, "Signs a promotional offer for the caller.")
    case .device: Title("reportDevice", .reports, "Names the caller's device.")
    case .milestone: Title("reachMilestone", .reports, "Reports that a milestone was reached.")
    case .setAttributes: Title("setAttributes", .reports, "Sets attributes of the customer.")
    case .dismissal: Title("dismissPrompt", .reports, "Reports that a prompt was dismissed.")
    case .paywallShown: Title("reportPaywallShown", .reports, "Reports that a paywall was shown.")
    case .paywallClosed:
      Title("reportPaywallClosed", .reports, "Reports that a paywall was closed without buying.")
    case .nudgeDelivered:
      Title("reportNudgeDelivered", .reports, "Reports that a nudge was delivered.")
    case .forCustomer(_, let endpoint): endpoint.title.forCustomer
    case .findCustomers:
      Title("findCustomers", .operators, "Finds customers by one parameter of the query.")
    case .life: Title("getHistory", .operators, "Reads a customer's history.")
    case .reason: Title("explainAccess", .operators, "Explains a customer's access to a feature.")
    case .grant: Title("grantEntitlement", .operators, "Grants a customer an entitlement.")
    case .extendGrant: Title("extendGrant", .operators, "Continues a grant.")
    case .revokeGrant: Title("revokeGrant", .operators, "Revokes a grant.")
    case .changeTrial:
      Title("changeTrial", .operators, "Extends, pauses, resumes or resets a trial.")
    case .transferPurchase:
      Title("transferPurchase", .operators, "Transfers a customer's purchase to another one.")
    case .mergeCustomer:
      Title("mergeCustomer", .operators, "Merges an anonymous customer into another one.")
    case .exportCustomer:
      Title("exportCustomer", .operators, "Exports everything stored about a customer.")
    case .eraseCustomer: Title("eraseCustomer", .operators, "Erases a customer for good.")
    case .charts: Title("listCharts", .operators, "Lists the charts.")
    case .chart: Title("getChart", .operators, "Counts a chart over every customer.")
    case .blueprint: Title("getBlueprint", .app, "Reads the app's blueprint.")
    case .paywallPage: Title("getPaywallPage", .app, "Reads a paywall as a web page.")
    case .signingKey:
      Title("getSigningKey", .app, "Reads the key that the server signs answers with.")
    case .appStoreNotifications:
      Title("receiveNotification", .store, "Receives an App Store Server Notification.")
    case .retentionMessage:
      Title("answerRetentionRequest", .store, "Answers a customer who is about to cancel.")
    case .health: Title("getHealth", .server, "Reports whether the server is up.")
    case .ready: Title("getReadiness", .server, "Reports whether the server can do its work.")
    case .openAPI: Title("getOpenAPI", .server, "Reads this document.")
    }
  }
}

extension Endpoint.Title {
  /// The title of the same operation for the customer that the path names.
  fileprivate var forCustomer: Endpoint.Title {
    Endpoint.Title("\(id)ForCustomer", .backend, summary)
  }
}
