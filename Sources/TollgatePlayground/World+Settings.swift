import Tollgate
import TollgateClient
import TollgatePages

/// The parts of a settings screen that every app has.
extension World {
  /// What the customer has, in the blueprint's words: `plan.` and the phase, `plan.grace` while the store waits for
  /// a payment, or `plan.ends` where it won't renew.
  var planLine: String {
    guard let client else { return "" }
    if let subscription = membership?.subscription, subscription.isActive {
      if subscription.condition == .grace, let line = client.text("plan.grace") { return line }
      if !subscription.willRenew, let line = client.text("plan.ends") { return line }
    }
    return client.text(Text.ID("plan.\(client.phase.rawValue)")) ?? client.phase.rawValue
  }

  /// The badge beside the plan, where something is paid for.
  var planBadge: String? {
    guard let subscription = membership?.subscription, subscription.isActive else { return nil }
    return subscription.condition == .grace
      ? "Payment due" : client?.text("plan.active") ?? "Active"
  }

  /// What the customer should know about the payment.
  var billingNote: String? {
    guard let end = membership?.subscription?.graceEndsAt, end > clock.now else { return nil }
    return
      "The App Store could not take the payment. It keeps trying, and everything stays open until "
      + "\(Words.date(of: end))."
  }

  var accountSection: SettingsSection {
    guard let client, client.account != nil else {
      return SettingsSection(
        title: "Account",
        rows: [
          SettingsRow(label: "Not signed in", icon: .person),
          SettingsRow(label: "Sign in or sign up", icon: .mail, action: .navigate("login")),
        ])
    }
    return SettingsSection(
      title: "Account",
      rows: [
        SettingsRow(label: client.email ?? phone.email, icon: .person),
        SettingsRow(label: "Sign Out", action: .signOut, destructive: true),
      ])
  }

  /// Restore for everyone; Manage where there is a subscription to manage.
  var restoreAndManage: [SettingsRow] {
    var rows = [
      SettingsRow(
        label: client?.text("action.restore") ?? "Restore Purchases", icon: .refresh,
        action: .restore)
    ]
    if membership?.subscription?.isActive ?? false {
      rows.append(
        SettingsRow(
          label: client?.text("action.manage") ?? "Manage Subscription", icon: .gear,
          action: .manageSubscription))
    }
    return rows
  }

  /// What stands for the store's own sheet.
  var manageSheet: AlertSheet? {
    guard let subscription = membership?.subscription, subscription.isActive else { return nil }
    let renews = subscription.willRenew
    let end = Words.date(of: subscription.graceEndsAt ?? subscription.expiresAt)
    let name = blueprint.product(subscription.product)?.name ?? subscription.product.rawValue
    return AlertSheet(
      title: "App Store",
      text: billingNote ?? (renews ? "\(name) renews on \(end)." : "\(name) ends on \(end)."),
      tryAgain: PageButton(
        label: renews ? "Cancel Subscription" : "Resume Subscription",
        action: PageAction(renews ? "cancel-subscription" : "resume"), style: .tinted),
      cancel: PageButton(label: "Done", action: .closeSheet))
  }

  var loginScreen: LoginScreen {
    LoginScreen(
      title: blueprint.app.name,
      text: "Sign in, or make an account. What you have here comes with you.", email: phone.email,
      problem: phone.loginProblem,
      anonymous: PageButton(label: "Not now", action: .navigate("main")))
  }
}
