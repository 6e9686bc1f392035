import Tollgate
import TollgateClient

/// The parts of a settings screen that every app has.
extension AppScreens {
  /// The subscription's section, under its own title or one of the app's.
  func subscriptionSection(_ icon: Icon, titled title: String? = nil) -> SettingsSection {
    let model = models.settings
    let plan = SettingsRow(label: model.planLine, badge: model.badge?.label, icon: icon)
    return SettingsSection(
      title: title ?? model.title,
      rows: [plan]
        + model.rows.map {
          let isDue = isPaymentDue && $0.id == .upgrade
          return SettingsRow(
            label: isDue ? words[.updatePayment] : $0.label, icon: Icon(rawValue: $0.icon),
            action: action($0.id))
        }, footer: model.billingNote)
  }

  /// Whether the store retries a payment, so that nothing is open although the subscription exists.
  private var isPaymentDue: Bool {
    client.membership?.subscription?.condition == .billingRetry
  }

  private func action(_ row: SubscriptionSettingsModel.Row.Action) -> PageAction {
    switch row {
    case .upgrade: .upgrade
    case .restore: .restore
    case .manage: .manageSubscription
    case .resubscribe: PageAction("resume")
    case .requestRefund: PageAction("refund-request")
    }
  }

  var accountSection: SettingsSection {
    guard client.account != nil else {
      return SettingsSection(
        title: words[.account],
        rows: [
          SettingsRow(label: words[.notSignedIn], icon: .person),
          SettingsRow(label: words[.signInOrUp], icon: .mail, action: .navigate("login")),
        ])
    }
    return SettingsSection(
      title: words[.account],
      rows: [
        SettingsRow(label: client.email ?? session.email, icon: .person),
        SettingsRow(label: words[.signOut], action: .signOut, destructive: true),
        SettingsRow(label: models.deletion.title, action: .askToDelete, destructive: true),
      ])
  }

  /// The question before the account is deleted.
  var deletionSheet: AlertSheet {
    let model = models.deletion
    return AlertSheet(
      title: model.question, text: "\(model.note) \(model.billingNote)",
      tryAgain: PageButton(label: model.title, action: .deleteAccount, style: .tinted),
      cancel: PageButton(label: model.cancelLabel, action: .closeSheet))
  }

  /// A stand-in for the store's own sheet.
  var manageSheet: AlertSheet? {
    guard let subscription = client.membership?.subscription,
      subscription.isActive || isPaymentDue
    else { return nil }
    if isPaymentDue || subscription.condition == .grace {
      return AlertSheet(
        title: "App Store", text: models.settings.billingNote ?? client.line(.retryNote),
        tryAgain: PageButton(
          label: "Update Payment", action: PageAction("fail-billing", ["value": "off"]),
          style: .tinted),
        cancel: PageButton(label: "Not now", action: .closeSheet), language: "en")
    }
    let renews = subscription.willRenew
    let end = Words.date(of: subscription.renewsAt)
    let name = blueprint.product(subscription.product)?.name ?? subscription.product.rawValue
    return AlertSheet(
      title: "App Store",
      text: renews ? "\(name) renews on \(end)." : "\(name) ends on \(end).",
      tryAgain: PageButton(
        label: renews ? "Cancel Subscription" : "Resume Subscription",
        action: PageAction(renews ? "cancel" : "resume"), style: .tinted),
      cancel: PageButton(label: "Done", action: .closeSheet), language: "en")
  }

  var loginScreen: LoginScreen {
    LoginScreen(
      title: blueprint.app.name,
      text: words[.signInText], email: session.email, problem: session.loginProblem,
      labels: LoginLabels(words),
      anonymous: PageButton(label: words[.notNow], action: .navigate("main")))
  }
}
