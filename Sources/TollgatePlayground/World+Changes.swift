import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateSimulation
import TollgateWire

extension World {
  /// Changes what is around the app, and lets the app notice.
  func perform(_ change: WorldChange) async {
    switch change {
    case .device(let device): return await take(device)
    case .firstPerson: return await changePerson { phone.returnToFirstPerson() }
    case .language(let language): return await set(language)
    case .property(let property, let value): return await set(property, to: value)
    case .attribute(let attribute, let text): await set(attribute, to: text)
    case .consent(let consent): await report(consent)
    case .variant(let variant, let experiment): return await meet(variant, of: experiment)
    case .support(let action): await perform(action)
    case .endSessions: await phone.network.endSessions(of: blueprint.app.id)
    case .server(let condition):
      phone.network.server = condition
      log.isServerDown = condition == .down
    case .notifications(let delivery): log.delivery = delivery
    case .raisePrice: raisePrice()
    case .changePlan(let product): simulator.perform(.buy(product.rawValue), for: phone.account)
    case .family(true): simulator.share(phone.account, with: phone.nextAccount)
    case .family(false):
      for member in simulator.family(of: phone.account) {
        simulator.stopSharing(phone.account, with: member)
      }
    case .country(let country):
      phone.setStorefront(country: country.storefront.country)
      simulator.setStorefront(country.storefront, for: phone.account)
      if blueprint.reportedProperties.contains(.country) {
        await restart(reporting: .country, as: country.storefront.country)
      }
    case .app(let copy): return await get(copy)
    }
    await settle()
  }

  /// Continues on the person's other device, where the app is installed too.
  private func take(_ device: WorldChange.Device) async {
    guard device != phone.device else { return }
    kill()
    phone.take(device)
    await launch()
  }

  /// Starts the app again, if it runs, as a phone does when its settings change.
  private func restart() async {
    guard phone.isRunning else { return }
    kill()
    await launch()
  }

  /// Sets the phone's language; an app whose texts stay the same continues, mirrored or not.
  private func set(_ language: PhoneLanguage) async {
    let before = phone.settings.language.locale(for: blueprint.app)
    phone.settings.language = language
    if language.locale(for: blueprint.app) != before { await restart() }
  }

  /// Changes what the phone is.
  private func set(_ property: DeviceProperty, to value: String) async {
    phone.settings.set(property, to: value)
    await restart(reporting: property, as: value)
  }

  /// Starts the app again, which reports a property in the background if the blueprint depends on it.
  private func restart(reporting property: DeviceProperty, as value: String) async {
    await restart()
    guard blueprint.reportedProperties.contains(property),
      let value = property.normalized(value)
    else { return }
    let values = [property.attribute: Optional(Attribute.Value.string(value))]
    for _ in 0..<Self.waits where phone.network.reachesServer && phone.isRunning {
      await readServer()
      guard let known, !blueprint.set(values, by: .device, for: known, at: clock.now).facts.isEmpty
      else { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Has the store account have got the app in another way, which the app reports in the background when it starts again.
  private func get(_ copy: AppCopy) async {
    let purchase = purchase(of: copy)
    simulator.setAppPurchase(purchase, for: phone.account)
    await restart()
    let download = AppDownload(
      environment: copy == .tested ? .sandbox : .production,
      platform: AppDownload.Platform(rawValue: purchase.platform.rawValue),
      version: copy == .tested ? "1.0" : purchase.version, at: purchase.date)
    for _ in 0..<Self.waits where phone.network.reachesServer && phone.isRunning {
      await readServer()
      guard let known, !blueprint.record(download, for: known).isEmpty else { return }
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// The purchase of a copy: before everything that the blueprint names, or after it, on a platform that it names.
  private func purchase(of copy: AppCopy) -> AppPurchase {
    let platforms = blueprint.definition.audienceTests.flatMap { test -> [AppDownload.Platform] in
      guard case .boughtApp(.beforeVersion(let ends)) = test else { return [] }
      return Array(ends.keys)
    }
    let platform = AppDownload.Platform.allCases.first(where: platforms.contains) ?? .iOS
    return AppPurchase(
      version: copy == .bought ? "0" : "999999999999999999",
      platform: PurchasePlatform(rawValue: platform.rawValue),
      date: copy == .bought ? Self.longAgo : clock.now,
      environment: copy == .tested ? .sandbox : .production)
  }

  /// An instant at which apps were sold: 2010-01-01T00:00:00Z.
  private static let longAgo = Instant(milliseconds: 1_262_304_000_000)

  /// How often the world looks whether a report in the background has arrived.
  private static let waits = 200

  /// Sets an attribute as the app or its backend does; what it cannot have changes nothing.
  private func set(_ attribute: Attribute.ID, to text: String) async {
    guard let declared = blueprint.attribute(attribute) else { return }
    let value = text.isEmpty ? nil : declared.kind.value(of: text)
    if !text.isEmpty {
      let requirement = value.map { declared.requirement(against: $0) } ?? "must be a whole number"
      if let requirement {
        phone.session.toast = "\(attribute) \(requirement)."
        return
      }
    }
    if declared.setBy == .app {
      do { try await phone.client?.setAttribute(attribute, to: value) } catch {
        phone.session.toast = phone.client?.line(for: error)
      }
    } else if let id = known?.id {
      do { try await server.set(attribute, to: value, of: id) } catch {
        phone.session.toast = error.message
      }
    }
  }

  /// Reports what a parent or guardian said as the app's backend does.
  private func report(_ consent: Consent) async {
    guard let id = known?.id else { return }
    do { try await server.report(consent, of: id) } catch {
      phone.session.toast = error.message
    }
  }

  /// Makes the next customer one who gets these variants, if that is possible.
  func meetCustomer(with variants: [Experiment.ID: Experiment.Variant.ID]) {
    guard !variants.isEmpty else { return }
    _ = server.identifiers.choose { id in
      var customer = Customer()
      customer.id = id
      let drawn = blueprint.variants(for: customer)
      return variants.allSatisfy { drawn[$0.key] == $0.value }
    }
  }

  /// Gives a new phone to a new person whose customer gets a variant and, if possible, the same others as the last one.
  private func meet(_ variant: Experiment.Variant.ID?, of experiment: Experiment.ID) async {
    let group = blueprint.definition.experiments.first { $0.id == experiment }?.group
    let others = blueprint.definition.experiments.filter {
      $0.id != experiment && (group == nil || $0.group != group)
    }
    let current = known.map { blueprint.variants(for: $0) } ?? [:]
    let isFound = [others, []].contains { kept in
      server.identifiers.choose { id in
        var customer = Customer()
        customer.id = id
        let variants = blueprint.variants(for: customer)
        return variants[experiment] == variant
          && kept.allSatisfy { variants[$0.id] == current[$0.id] }
      }
    }
    guard isFound else {
      phone.session.toast = "No new customer gets this variant."
      return
    }
    kill()
    phone.startAnew()
    await launch()
  }

  private func perform(_ action: SupportAction) async {
    guard let known else { return }
    do {
      try await server.perform(
        action, for: known, key: Idempotency.Key("playground-\(history.count)"), at: clock.now)
    } catch {
      phone.session.toast = error.message
    }
  }

  /// Raises the price of the subscription by a quarter, with the subscriber's consent.
  private func raisePrice() {
    guard let product = subscription?.transaction.payload.productId,
      let price = simulator.price(of: product)
    else { return }
    simulator.setPrice(Milliunits(price.rawValue + price.rawValue / 4), of: product)
  }

  /// Gives the phone to another person, with their own store account and nobody signed in.
  func changePerson(_ change: () -> Void) async {
    phone.confirmation.dismiss()
    if phone.client == nil { await launch() }
    await phone.client?.signOut()
    change()
    await launch()
  }
}

extension Attribute.Kind {
  /// The value that a typed text stands for; nil if it is of another type.
  fileprivate func value(of text: String) -> Attribute.Value? {
    switch self {
    case .text: .string(text)
    case .number: Int(text).map(Attribute.Value.integer)
    case .boolean: Bool(text).map(Attribute.Value.boolean)
    }
  }
}

extension StoreCountry {
  fileprivate var storefront: Storefront {
    switch self {
    case .usa: .usa
    case .germany: .germany
    case .japan: Storefront(country: "JPN", id: "143462", currency: "JPY")
    }
  }
}
