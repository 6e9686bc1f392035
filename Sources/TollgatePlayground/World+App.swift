import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation

extension World {
  /// Does what the visitor asks the running app for.
  func perform(_ action: VisitorAction, with client: TollgateClient) async {
    switch action {
    case .use(let feature, let item, let text):
      await use(feature, item: item, text: text, with: client)
    case .release(let feature, let item):
      await attempt { () async throws(ClientError) in
        try await client.release(feature, item: item)
        content.plants.removeAll { Script.plantID($0) == item.rawValue }
      }
    case .reach(let milestone): await reach(milestone, with: client)
    case .navigate(let screen):
      phone.screen = screen
      phone.reading = nil
      phone.loginProblem = nil
      await arrive()
    case .read(let item): phone.reading = item
    case .task(let item):
      if content.doneTasks.remove(item) == nil { content.doneTasks.insert(item) }
    case .showPaywall(let name): await showPaywall(named: name, with: client)
    case .closePaywall: await models?.paywall.close()
    case .closeSheet: await closeSheet(with: client)
    case .tryAgain: await buy { await $0.tryAgain() }
    case .upgrade: await models?.settings.upgrade()
    case .restore: await restore()
    case .manageSubscription: await manage()
    case .actOnPrompt(let id): await prompt(id)?.act()
    case .dismissPrompt(let id): await prompt(id)?.dismiss()
    case .select(let product): models?.paywall.select(product)
    case .buy(let product):
      await buy {
        $0.select(product)
        await $0.purchase()
      }
    case .answerSheet(let answer): await finishBuying(answer)
    case .finishOnboarding:
      client.onboardingSeen()
      phone.location = "login"
    case .signOut: await signOut(with: client)
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

  // MARK: Using

  private func use(
    _ feature: Feature.ID, item: String?, text: String?, with client: TollgateClient
  ) async {
    let item = item ?? (feature == "add-plant" ? Script.plantID(lastMade + 1) : nil)
    await attempt { () async throws(ClientError) in
      switch try await client.use(feature, item: item.map { Item.ID($0) }) {
      case .allowed: made(feature, text: text)
      case .denied(let denial):
        if denial.paywall != nil { await client.showPaywall(for: feature) }
      case .unknown: phone.toast = client.line(.planUnknown)
      }
    }
  }

  /// Performs in the app's own data what was allowed.
  private func made(_ feature: Feature.ID, text: String?) {
    lastMade += 1
    switch feature {
    case "send-message":
      let turn = content.messages.count { $0.author == .customer }
      say(text ?? "…", as: .customer)
      say(Script.reply(turn), as: .coach)
    case "add-plant": content.plants.append(lastMade)
    case "custom-drill", "quick-drill", "training-plan":
      let id = "\(feature)-\(lastMade)"
      let earlier = content.drills.count { $0.id.hasPrefix(feature.rawValue) }
      let name = Script.drill(earlier, of: feature)
      content.drills.append(
        TrainingPlan(
          id: id, title: name, detail: "Made \(Words.day(clock.now))", open: .read(id)))
      phone.toast = "\(name) is ready."
    case "video-picks": phone.toast = "Three clips of your position, picked for today."
    case "export": phone.toast = "Your garden is in Files."
    default: phone.toast = "Done."
    }
  }

  private func say(_ text: String, as author: MessageAuthor) {
    lastMade += 1
    content.messages.append(
      ChatMessage(id: "\(lastMade)", author: author, text: text, time: Words.stamp(clock.now)))
  }

  private func reach(_ milestone: Milestone.ID, with client: TollgateClient) async {
    await client.reach(milestone)
    if milestone == "memory-moment" {
      let told = content.messages.last { $0.author == .customer }?.text
      say(Script.memory(of: told), as: .coach)
    }
    await arrive()
  }

  // MARK: Who is there

  private func enter(
    _ email: String, with client: TollgateClient,
    _ attempt: () async throws(ClientError) -> Void
  ) async {
    let before = contentKey
    let wasAnonymous = client.account == nil
    phone.email = email
    do {
      try await attempt()
    } catch {
      phone.loginProblem = client.line(for: error)
      return
    }
    phone.loginProblem = nil
    phone.screen = "main"
    if wasAnonymous, before != contentKey, let made = contents.removeValue(forKey: before) {
      content.take(made)
    }
    await arrive()
  }

  private func signOut(with client: TollgateClient) async {
    await client.signOut()
    phone.endSession()
    await settle()
  }

  /// Runs what the server may refuse, and shows a message if it does.
  private func attempt(_ body: () async throws(ClientError) -> Void) async {
    do { try await body() } catch { phone.toast = client?.line(for: error) }
  }
}
