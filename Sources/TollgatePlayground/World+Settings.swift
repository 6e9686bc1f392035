import Tollgate
import TollgateClient
import TollgatePages

/// The parts of a settings screen that every app has.
extension World {
  /// What the customer has, in the blueprint's words: `plan.` and the phase, or `plan.ends` where it won't renew.
  var planLine: String {
    guard let client else { return "" }
    let ends = client.phase == .subscribed || client.phase == .trial
    if ends, let subscription = membership?.subscription, subscription.isActive,
      !subscription.willRenew, let line = client.text("plan.ends")
    {
      return line
    }
    return client.text(Text.ID("plan.\(client.phase.rawValue)")) ?? client.phase.rawValue
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

  var loginScreen: LoginScreen {
    LoginScreen(
      title: blueprint.app.name, text: "Sign in, or make an account.", email: phone.email,
      problem: phone.loginProblem,
      anonymous: PageButton(label: "Not now", action: .navigate("main")))
  }
}
