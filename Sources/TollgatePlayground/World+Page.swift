import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

extension World {
  /// The whole page in its current state.
  var page: PlaygroundPage {
    PlaygroundPage(
      app: app, phone: phonePage, controls: controls, panels: panels,
      name: app == .own ? blueprint.app.name : nil)
  }

  private var phonePage: PhonePage {
    let screens = phone.models.map { models in
      AppScreens(
        app: app, blueprint: blueprint, models: models, session: phone.session,
        content: data[models.client.customer])
    }
    return PhonePage(
      app: app, look: phone.settings.look,
      skin: blueprint.definition.skin.map { PhoneSkin(PaywallLook($0), of: app) },
      textSize: phone.settings.textSize,
      language: phone.client?.language ?? "en",
      direction: phone.isMirrored || phone.client?.layoutDirection == .rightToLeft ? "rtl" : "ltr",
      isMirrored: phone.isMirrored,
      words: PhoneLabels(screens?.words ?? .english),
      statusBar: StatusBar(time: Words.time(phoneTime), offline: phone.network.isOffline),
      screen: screens?.screen ?? .home(homeScreen), tabs: screens?.tabs ?? [],
      paywall: screens?.paywall, sheet: purchaseSheet.map { .purchase($0) } ?? screens?.sheet,
      notification: notification, toast: phone.session.toast)
  }

  private var notification: PhoneNotification? {
    phone.nudge.map { nudge in
      let isToday = Words.day(nudge.at) == Words.day(clock.now)
      return PhoneNotification(
        title: blueprint.app.name, text: nudge.line,
        time: isToday ? Words.time(nudge.at) : Words.stamp(nudge.at),
        action: phone.isRunning ? .navigate("main") : .relaunch)
    }
  }

  /// The time on the phone's own clock, which nobody trusts.
  private var phoneTime: Instant {
    phone.settings.isClockBack ? clock.now.subtracting(Period(26, .hour)) : clock.now
  }

  private var homeScreen: HomeScreen {
    HomeScreen(clock: Words.time(phoneTime), date: Words.day(phoneTime), name: blueprint.app.name)
  }

  /// The store's own sheet, while it waits for an answer.
  private var purchaseSheet: PurchaseSheet? {
    guard let product = phone.confirmation.product else { return nil }
    let plan = phone.client?.presentation?.tried ?? product
    let offer = phone.models?.paywall.page?.offers.first { $0.id == plan }
    var sheet = PurchaseSheet(
      appName: blueprint.app.name, product: offer?.name ?? product.rawValue,
      price: [offer?.price, offer?.period].compactMap { $0 }.joined(separator: " "),
      offer: offer?.offerLine ?? offer?.commitmentLine,
      account: "\(phone.personName)'s Apple Account")
    if phone.client?.language.hasPrefix("en") == false,
      let package = phone.models?.paywall.packages.first(where: { $0.id == plan }),
      package.billing == .upFront
    {
      sheet.sayInEnglish(package)
    }
    return sheet
  }

  private var controls: Controls {
    let account = phone.account
    let condition = simulator.conditions(of: account).first
    let status = condition?.status
    return Controls(
      now: Words.moment(clock.now),
      nextChange: nextInstant.map { Words.until($0, from: clock.now) },
      subscribed: status != nil && status != .expired && status != .revoked,
      renews: condition.map { $0.renewalInfo.payload.autoRenewStatus == .on } ?? true,
      billingFails: simulator.isBillingFailing(account),
      parentPending: simulator.pendingPurchases.contains { $0.account == account },
      running: phone.isRunning, clockOffset: phone.settings.isClockBack ? "26 hours behind" : nil,
      offline: phone.network.isOffline, look: phone.settings.look,
      textSize: phone.settings.textSize,
      person: phone.personName + (phone.device == .second ? ", second device" : ""),
      toTrialEnd: trialEnd.map { Words.until($0, from: clock.now) },
      toRenewal: renewal.map { Words.until($0, from: clock.now) },
      menus: ControlMenus(store: [storeMenu], phone: phoneMenus, network: networkMenus))
  }

  private var lifePanel: LifePanel? {
    guard let known else { return nil }
    return LifePanel(
      app, PhaseDiagram(blueprint.definition), past: phases.spans,
      expected: PhaseHistory.expected(known, in: blueprint, at: clock.now), at: clock.now)
  }

  /// The state of the engine, the ledger and the store.
  private var panels: Panels {
    Panels(
      membership: MembershipPanel(phone.models, at: clock.now), life: lifePanel,
      features: features,
      comparison: Comparison(
        phone.client, server: known, told: told, in: blueprint, at: clock.now),
      ledger: LedgerPanel(log, of: app, onPhone: known?.id),
      notifications: log.notificationRows, nudges: phone.nudges.rows)
  }
}
