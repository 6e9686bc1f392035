import AppStore
import AppStoreSimulator
import Tollgate
import TollgateClient
import TollgatePages

extension World {
  /// Does what the visitor asks the running app for.
  func perform(_ action: VisitorAction, with client: TollgateClient) async {
    switch action {
    case .use(let feature, let item, let text):
      await use(feature, item: item, text: text, with: client)
    case .release(let feature, let item):
      await attempt { () async throws(ClientError) in
        try await client.release(feature, item: item)
        content.plants[item.rawValue] = nil
      }
    case .reach(let milestone):
      await client.reach(milestone)
      await arrive()
    case .navigate(let screen):
      phone.screen = screen
      phone.reading = nil
    case .read(let item): phone.reading = item
    case .task(let item):
      if content.doneTasks.remove(item) == nil { content.doneTasks.insert(item) }
    case .showPaywall(let name): await showPaywall(named: name, with: client)
    case .closePaywall: await closePaywall(with: client)
    case .closeSheet: await closeSheet(with: client)
    case .tryAgain:
      if let product = phone.lastProduct { await buy(product, with: client) }
    case .restore: await restore(with: client)
    case .manageSubscription: manageSubscription()
    case .dismissPrompt(let prompt): await client.dismiss(prompt)
    case .buy(let product): await buy(product, with: client)
    case .answerSheet(let answer):
      desk.answer(outcome(of: answer))
      await purchase?.value
      await settle()
    case .finishOnboarding: phone.hasSeenOnboarding = true
    case .continueAnonymous:
      phone.isAnonymousByChoice = true
      await arrive()
    case .signOut:
      await client.signOut()
      phone.endSession()
      phone.isAnonymousByChoice = false
      phone.email = ""
      phone.content = [:]
    case .signIn(let email, let password):
      await enter(email, with: client) { () async throws(ClientError) in
        try await client.signIn(email: email, password: password)
      }
    case .signUp(let email, let password):
      await enter(email, with: client) { () async throws(ClientError) in
        try await client.signUp(email: email, password: password)
      }
    case .advance, .renewNow, .refund, .cancelSubscription, .resume, .reset, .failBilling, .parent,
      .kill, .relaunch, .reinstall, .secondAccount, .clockBack, .offline, .look, .textSize:
      break
    }
  }

  /// Shows a paywall by its own name, or the one a feature leads to, with that feature's pitch.
  private func showPaywall(named name: String, with client: TollgateClient) async {
    let feature = blueprint.feature(Feature.ID(name))
    phone.pitched = feature?.id
    let paywall = feature?.paywall ?? feature?.rules.compactMap(\.paywall).first
    await client.showPaywall(paywall ?? Paywall.ID(name))
  }

  private func outcome(of answer: VisitorAction.SheetAnswer) -> PurchaseOutcome {
    switch answer {
    case .buy: .buy
    case .cancel: .cancel
    case .decline: .fail(.paymentInvalid)
    case .noNetwork: .fail(.network)
    case .askParent: .askToBuy
    }
  }

  private func use(
    _ feature: Feature.ID, item: String?, text: String?, with client: TollgateClient
  ) async {
    let item = item ?? newItem(feature)
    await attempt { () async throws(ClientError) in
      switch try await client.use(feature, item: item.map { Item.ID($0) }) {
      case .allowed: made(feature, item: item, text: text)
      case .denied(let denial):
        phone.pitched = feature
        if let paywall = denial.paywall { await client.showPaywall(paywall) }
      case .unknown: phone.toast = "One moment, please."
      }
    }
  }

  /// The name of the next thing to hold; nil for features that hold nothing.
  private func newItem(_ feature: Feature.ID) -> String? {
    guard feature == "add-plant" else { return nil }
    content.plantCount += 1
    return "plant-\(content.plantCount)"
  }

  /// What was allowed happens, in the app's own data.
  private func made(_ feature: Feature.ID, item: String?, text: String?) {
    let number = content.messages.count
    switch feature {
    case "send-message":
      content.messages.append(
        ChatMessage(
          id: "\(number)", author: .customer, text: text ?? "…", time: Words.time(clock.now)))
      content.messages.append(
        ChatMessage(
          id: "\(number + 1)", author: .coach, text: Script.reply(number / 2),
          time: Words.time(clock.now)))
    case "add-plant":
      if let item { content.plants[item] = Script.plant(content.plantCount) }
    case "custom-drill", "quick-drill", "training-plan":
      let name = Script.drill(content.drills.count, of: feature)
      content.drills.append(
        TrainingPlan(
          id: "drill-\(content.drills.count)", title: name,
          detail: "Made \(Words.day(clock.now))",
          open: PageAction("read", ["item": "drill-\(content.drills.count)"])))
      phone.toast = "\(name) is ready."
    default: phone.toast = "Done."
    }
  }

  private func restore(with client: TollgateClient) async {
    let outcome = await client.restorePurchases()
    phone.toast = client.line(for: outcome)
    await settle()
  }

  private func manageSubscription() {
    guard let condition = simulator.conditions(of: store.account).first else { return }
    let renews = condition.renewalInfo.payload.autoRenewStatus == .on
    phone.alert = AlertSheet(
      title: "Manage Subscription",
      text: renews
        ? "Your subscription renews by itself. The store's sheet would open here."
        : "Your subscription ends at the end of its period. The store's sheet would open here.",
      tryAgain: PageButton(
        label: renews ? "Cancel Subscription" : "Resume Subscription",
        action: PageAction(renews ? "cancel-subscription" : "resume"), style: .tinted),
      cancel: PageButton(label: "Done", action: .closeSheet))
  }

  private func enter(
    _ email: String, with client: TollgateClient,
    _ attempt: () async throws(ClientError) -> Void
  ) async {
    let before = content
    phone.email = email
    do {
      try await attempt()
      phone.loginProblem = nil
      if phone.content[client.customer?.rawValue ?? ""] == nil { content = before }
      await arrive()
    } catch {
      phone.loginProblem = error.sentence
    }
  }

  /// Runs what the server may refuse, and says so where it does.
  private func attempt(_ body: () async throws(ClientError) -> Void) async {
    do { try await body() } catch { phone.toast = error.sentence }
  }

  // MARK: Buying

  private func buy(_ product: Product.ID, with client: TollgateClient) async {
    guard purchase == nil else { return }
    phone.lastProduct = product
    var isOver = false
    purchase = Task {
      await client.purchase(product)
      self.purchase = nil
      isOver = true
      desk.notify()
    }
    while desk.product == nil && !isOver { await desk.change() }
  }

  private func closePaywall(with client: TollgateClient) async {
    phone.pitched = nil
    await client.paywallClosed()
  }

  /// Closes what lies in front: the app's own alert, else what the purchase has to say.
  private func closeSheet(with client: TollgateClient) async {
    if phone.alert != nil {
      phone.alert = nil
      return
    }
    switch client.presentation?.stage {
    case .failed: client.problemClosed()
    case .welcome, .pending: await closePaywall(with: client)
    case .offering, .purchasing, nil: break
    }
  }
}
