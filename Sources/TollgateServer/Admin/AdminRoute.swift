import Hummingbird

/// A page of the operators, or what one of its forms does.
enum AdminRoute: CaseIterable {
  /// Says how to sign in.
  case start
  /// Asks whether to sign in with a link, which must not be used up when a mail program previews it.
  case link
  case signIn
  case signOut
  /// Finds customers.
  case customers
  /// The latest transactions, as a part of the first page.
  case transactions
  /// The latest facts, as a part of the first page.
  case facts
  /// A customer's life and answers.
  case customer
  /// Shows what a change would do, and makes it.
  case changeCustomer
  /// Everything that is stored about a customer, as a file.
  case exportCustomer
  /// Customers by state and product.
  case lists
  /// The charts and their definitions.
  case charts
  /// A chart with its numbers.
  case chart
  /// The experiments with their variants compared.
  case experiments
  /// The destinations of webhooks with their latest events.
  case webhooks
  /// Sends events again.
  case replayWebhooks
  /// The background jobs.
  case jobs
  /// The blueprint that is served, the one that is proposed, and those of earlier.
  case blueprint
  /// Publishes or removes the proposal; shows what a rollback would change, and makes it.
  case changeBlueprint
  /// A revision or the proposal, with the lines that it changes.
  case revision
  /// The files of a revision or of the proposal, to edit them.
  case edit
  /// Checks edited files, and proposes them.
  case proposeEdit
  /// What operators and keys did.
  case audit
  /// Who may sign in.
  case people
  /// Adds and removes people.
  case changePeople
  /// The secret keys.
  case keys
  /// Creates, rotates and revokes secret keys.
  case changeKeys

  var path: RouterPath {
    switch self {
    case .start: "/admin"
    case .link, .signIn: "/admin/{app}/sign-in"
    case .signOut: "/admin/{app}/sign-out"
    case .customers: "/admin/{app}"
    case .transactions: "/admin/{app}/transactions"
    case .facts: "/admin/{app}/facts"
    case .customer, .changeCustomer: "/admin/{app}/customers/{customer}"
    case .exportCustomer: "/admin/{app}/customers/{customer}/export"
    case .lists: "/admin/{app}/lists"
    case .charts: "/admin/{app}/charts"
    case .chart: "/admin/{app}/charts/{chart}"
    case .experiments: "/admin/{app}/experiments"
    case .webhooks, .replayWebhooks: "/admin/{app}/webhooks"
    case .jobs: "/admin/{app}/jobs"
    case .blueprint, .changeBlueprint: "/admin/{app}/blueprint"
    case .revision: "/admin/{app}/blueprint/{revision}"
    case .edit, .proposeEdit: "/admin/{app}/blueprint/{revision}/edit"
    case .audit: "/admin/{app}/audit"
    case .people, .changePeople: "/admin/{app}/people"
    case .keys, .changeKeys: "/admin/{app}/keys"
    }
  }

  /// Whether it changes something, and has the fields of a form.
  var isForm: Bool {
    switch self {
    case .signIn, .signOut, .changeCustomer, .replayWebhooks, .changeBlueprint, .proposeEdit,
      .changePeople, .changeKeys:
      true
    case .start, .link, .customers, .transactions, .facts, .customer, .exportCustomer, .lists,
      .charts, .chart, .experiments, .webhooks, .jobs, .blueprint, .revision, .edit, .audit,
      .people, .keys:
      false
    }
  }

  /// Whether it leaves a trace, so that no other site may request it: a form, or an export, which is in the audit list.
  var isRecorded: Bool { isForm || self == .exportCustomer }
}
