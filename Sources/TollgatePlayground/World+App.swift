import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

extension World {
  /// Performs the visitor's action in the running app.
  func perform(_ action: VisitorAction, with client: TollgateClient) async {
    switch action {
    case .use(let feature, let item, let text):
      await use(feature, item: item, text: text, with: client)
    case .askToRelease(let item): phone.session.plantToDelete = item
    case .release(let feature, let item):
      phone.session.plantToDelete = nil
      await attempt { () async throws(ClientError) in
        try await client.release(feature, item: item.rawValue)
        data[client.customer].plants.removeAll { Script.plantID($0) == item.rawValue }
        data[client.customer].items.removeAll { $0.item == item }
      }
    case .reach(let milestone): await reach(milestone, with: client)
    case .navigate(let screen):
      phone.session.screen = screen
      if app == .strikelab { phone.session.location = labLocation(of: screen, for: client) }
      phone.session.reading = nil
      phone.session.dismissed = []
      phone.session.isMemoryFresh = false
      phone.session.loginProblem = nil
      await arrive()
    case .read(let item): phone.session.reading = item
    case .task(let item):
      data[client.customer].doneTasks.formSymmetricDifference([item])
    case .showPaywall(let name): await showPaywall(named: name, with: client)
    case .continuePaywall: phone.models?.paywall.proceed()
    case .goBackInPaywall: phone.models?.paywall.goBack()
    case .answerPaywall(let position): await phone.models?.paywall.answer(position)
    case .closePaywall: await phone.models?.paywall.close()
    case .closeSheet: await closeSheet(with: client)
    case .tryAgain: await buy { await $0.tryAgain() }
    case .upgrade: await upgrade()
    case .restore: await restore()
    case .manageSubscription: await manage()
    case .actOnPrompt(let id): await act(on: id)
    case .dismissPrompt(let id):
      await prompt(id)?.dismiss()
      phone.session.dismissed.insert(id)
    case .select(let product): phone.models?.paywall.select(product)
    case .seats(let count): phone.models?.paywall.chooseSeats(count)
    case .buy(let product):
      await buy {
        $0.select(product)
        await $0.purchase()
      }
      openRedemption(of: product)
    case .redeem: await redeem(with: client)
    case .answerSheet(let answer): await finishBuying(answer)
    case .finishOnboarding:
      client.onboardingSeen()
      followRoute()
    case .signOut: await signOut(with: client)
    case .askToDelete: phone.models?.deletion.ask()
    case .deleteAccount: await deleteAccount()
    case .signIn(let email, let password):
      await enter(email, with: client) { () async throws(ClientError) in
        try await client.signIn(email: email, password: password)
      }
    case .signUp(let email, let password):
      await enter(email, with: client) { () async throws(ClientError) in
        try await client.signUp(email: email, password: password)
      }
    case .advance, .store, .reset, .kill, .relaunch, .reinstall, .secondAccount, .clockBack,
      .offline, .look, .textSize, .world,
      .follow, .leaveJourney, .takeOver, .travel, .travelBack, .showFacts, .showOlderFacts:
      break
    }
  }

  /// Where StrikeLab's routing table finds the customer after the visitor pressed the way to a screen: a customer who
  /// bought without an account goes to login and back.
  private func labLocation(of screen: String, for client: TollgateClient) -> String? {
    if screen == "login" { return "login" }
    return client.entitlement("pro").isActive ? "app" : phone.session.location
  }

  // MARK: Using

  private func use(
    _ feature: Feature.ID, item: String?, text: String?, with client: TollgateClient
  ) async {
    if let text, text.allSatisfy(\.isWhitespace) { return }
    let item = item ?? newItem(of: feature)
    if let text { phone.session.draft = text }
    await attempt { () async throws(ClientError) in
      switch try await client.use(feature, item: item) {
      case .allowed:
        phone.session.draft = ""
        if app == .own {
          data.use(feature, item: item.map { Item.ID($0) }, for: client.customer)
          phone.session.toast =
            PhoneWords.words(in: client.language)[.used, title(of: feature)]
        } else {
          phone.session.toast = data.perform(
            feature, text: text, for: client.customer, at: clock.now)
        }
      case .denied(let denial):
        if denial.paywall != nil {
          await showPaywall(named: feature.rawValue, with: client)
        } else if app == .own {
          phone.session.toast = client.line(for: denial, of: feature)
        }
      case .unknown: phone.session.toast = client.line(.planUnknown)
      }
    }
  }

  /// What the app calls a feature: the title of its card, or else its id as a sentence begins with it.
  private func title(of feature: Feature.ID) -> String {
    let title = phone.models?.card(feature).title ?? feature.rawValue
    guard title == feature.rawValue else { return title }
    let name = Words.name(feature)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The id of the item that a use would create; nil if the feature counts no items.
  private func newItem(of feature: Feature.ID) -> String? {
    guard blueprint.feature(feature)?.holdsItems ?? false else { return nil }
    return app == .own ? data.nextItemID(of: feature) : data.nextPlantID
  }

  private func reach(_ milestone: Milestone.ID, with client: TollgateClient) async {
    await client.recordMilestone(milestone)
    guard milestone == "memory-moment" else { return await arrive() }
    data.remember(client.customer, at: clock.now)
    phone.session.isMemoryFresh = true
  }

  // MARK: Accounts

  private func enter(
    _ email: String, with client: TollgateClient,
    _ attempt: () async throws(ClientError) -> Void
  ) async {
    let before = client.customer
    let wasAnonymous = client.account == nil
    phone.session.email = email
    do {
      try await attempt()
    } catch {
      phone.session.loginProblem = client.line(for: error)
      return
    }
    phone.session.loginProblem = nil
    phone.session.screen = "main"
    if wasAnonymous { data.move(from: before, to: client.customer) }
    await arrive()
  }

  private func signOut(with client: TollgateClient) async {
    await client.signOut()
    phone.session = AppSession()
    await settle()
  }

  private func deleteAccount() async {
    guard let model = phone.models?.deletion else { return }
    await model.confirm()
    if model.state == .deleted { phone.session = AppSession() }
    phone.session.toast = model.statusLine
    await settle()
  }

  /// Runs a request that the server may refuse, and shows a message if it does.
  private func attempt(_ body: () async throws(ClientError) -> Void) async {
    do { try await body() } catch { phone.session.toast = phone.client?.line(for: error) }
  }
}
