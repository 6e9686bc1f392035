import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateClient

extension World {
  /// Changes what is around the app, and lets the app notice.
  func perform(_ change: WorldChange) async {
    switch change {
    case .device(let device): return await take(device)
    case .firstPerson: return await changePerson { phone.returnToFirstPerson() }
    case .language(let language):
      phone.settings.language = language
      guard phone.isRunning else { return }
      kill()
      return await launch()
    case .endSessions: await phone.network.endSessions(of: blueprint.app.id)
    case .server(let condition):
      phone.network.server = condition
      log.isServerDown = condition == .down
    case .notifications(let delivery): log.delivery = delivery
    case .raisePrice: raisePrice()
    case .acceptPrice: simulator.acceptPriceIncrease(phone.account)
    case .changePlan(let product): simulator.purchase(product.rawValue, by: phone.account)
    case .family(true): simulator.share(phone.account, with: phone.nextAccount)
    case .family(false):
      for member in simulator.family(of: phone.account) {
        simulator.stopSharing(phone.account, with: member)
      }
    case .country(let country): simulator.setStorefront(country.storefront, for: phone.account)
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

extension StoreCountry {
  fileprivate var storefront: Storefront {
    switch self {
    case .usa: .usa
    case .germany: .germany
    case .japan: Storefront(country: "JPN", id: "143462", currency: "JPY")
    }
  }
}
