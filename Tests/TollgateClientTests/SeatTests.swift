import AppStoreSimulator
import Foundation
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer

@MainActor
@Suite("Seats, bought on a phone")
struct SeatTests {
  @Test("EX-20 an app buys a subscription for several, and adds seats by the total later")
  func bought() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      #expect(await phone.client.purchase("strikelab.pro.yearly", seats: 3) == .purchased)
      #expect(phone.client.membership?.subscription?.seats == 3)
      world.pass(10 * World.day)
      #expect(await phone.client.purchase("strikelab.pro.yearly", seats: 5) == .purchased)
      let payments = world.store.transactions(of: "apple-id").map(\.payload)
      #expect(payments.map(\.quantity) == [3, 2])
      #expect(payments.allSatisfy { $0.additionalTransactionReason == "SEAT_ADDITION" })
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.membership?.subscription?.seats == 5)

      let id = try #require(payments.first?.transactionId)
      #expect(world.store.refundSeats(id, count: 1))
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.membership?.subscription?.seats == 4)
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test(
    "EX-20 seats cost what their tiers say, in ascending order",
    arguments: [(1, "9.99"), (5, "49.95"), (8, "73.92"), (12, "101.88")])
  func tiers(count: Int, total: String) throws {
    let price = try #require(Decimal(string: "9.99"))
    let product = StoreProduct(
      id: "pro", displayName: "Pro", displayPrice: "$9.99", sellsSeats: true,
      seatTiers: [
        .init(minimumSeats: 6, price: try #require(Decimal(string: "7.99"))),
        .init(minimumSeats: 11, price: try #require(Decimal(string: "5.99"))),
      ], price: price)
    #expect(product.price(ofSeats: count) == Decimal(string: total))
  }

  @Test("EX-20 a stepper on the paywall chooses the seats, and adds some to the running plan later")
  func stepper() async throws {
    let yearly = "      - product: strikelab.pro.yearly\n"
    let changes: KeyValuePairs = [
      yearly: "      - { product: strikelab.pro.yearly, seats: 50, "
        + "when: { product: strikelab.pro.yearly } }\n" + yearly + "        seats: 50\n"
    ]
    try await World.of("strikelab", changing: changes, identifiers: .random) { world in
      let phone = await Phone.launched(world)
      let model = PaywallModel(phone.client)
      await phone.client.showPaywall("subscribe")
      let one = try #require(model.page?.extras.seats)
      #expect((one.count, one.fewer, one.more) == (1, nil, 2))
      #expect(one.line == "1 seat, $59.99 per year")
      model.chooseSeats(3)
      let three = try #require(model.page)
      #expect(three.extras.seats?.line == "3 seats, $179.97 per year")
      #expect(three.footnote?.contains("$179.97") == true)
      #expect(three.offers.first?.price == "$59.99")
      await model.purchase()
      #expect(phone.client.membership?.subscription?.seats == 3)
      await model.welcomeShown()

      await phone.client.showPaywall("subscribe")
      #expect(model.page?.offers.map(\.id) == ["strikelab.pro.yearly"])
      let again = try #require(model.page?.extras.seats)
      #expect((again.count, again.fewer, again.more) == (3, nil, 4))
      model.chooseSeats(5)
      await model.purchase()
      #expect(
        world.store.transactions(of: "apple-id").map(\.payload.quantity) == [3, 2])
      #expect(phone.client.membership?.subscription?.seats == 5)
    }
  }

  @Test(
    "EX-20 with several seats, button and footnote say what the paid offer costs for all of them",
    arguments: [
      (
        "en_US", "USA", "Start for $3.00 every 3 months",
        "$3.00 every 3 months for 6 months, then $36.00 every 3 months until you cancel. You can cancel any time in the App Store."
      ),
      (
        "de_DE", "DEU", "Für 3,00\u{A0}€ alle 3 Monate starten",
        "3,00\u{A0}€ alle 3 Monate für 6 Monate, danach 36,00\u{A0}€ alle 3 Monate, bis du kündigst. Das geht jederzeit im App Store."
      ),
      (
        "fr_FR", "FRA", "Commencer pour 3,00\u{A0}€ tous les 3 mois",
        "3,00\u{A0}€ tous les 3 mois pendant 6 mois, puis 36,00\u{A0}€ tous les 3 mois jusqu’à résiliation, possible à tout moment dans l’App Store."
      ),
      (
        "es_ES", "ESP", "Empezar por 3,00\u{A0}€ cada 3 meses",
        "3,00\u{A0}€ cada 3 meses durante 6 meses, después 36,00\u{A0}€ cada 3 meses hasta que canceles. Puedes cancelar cuando quieras en el App Store."
      ),
      (
        "ja_JP", "JPN", "¥3/3か月で始める",
        "最初の6か月は¥3/3か月、その後は解約するまで¥36/3か月で自動更新されます。App Storeでいつでも解約できます。"
      ),
      (
        "ar_EG", "EGY", "البدء مقابل \u{200F}٣٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر",
        "\u{200F}٣٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر لمدة ٦ أشهر، ثم \u{200F}٣٦٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر حتى الإلغاء، وهو ممكن في أي وقت من App Store."
      ),
    ] as [(String, String, String, String)])
  func paidOffer(locale: String, storefront: String, button: String, footnote: String) async throws
  {
    try await World.of(
      "studio",
      changing: [
        "- product: studio.quarterly": "- { product: studio.quarterly, seats: 10 }",
        "ar: Studio Pro }": "ar: Studio Pro, es: Studio Pro }",
      ]
    ) { world in
      let phone = Phone(world, usesStoreKit: true, locale: Locale(identifier: locale))
      phone.session.locale = Locale(identifier: locale)
      phone.session.storefront = storefront
      await phone.client.launch()
      await phone.client.showPaywall("plans")
      let model = PaywallModel(phone.client)
      model.select("studio.quarterly")
      let one = try #require(model.page)
      model.chooseSeats(3)
      let three = try #require(model.page)
      #expect(three.purchaseLabel == button)
      #expect(three.footnote == footnote)
      // The plan's own lines are about one seat.
      #expect(three.offers.map(\.offerLine) == one.offers.map(\.offerLine))
      #expect(one.purchaseLabel != three.purchaseLabel)
    }
  }

  @Test("EX-20 a button's own words name the price of one seat, and no other's")
  func ownButton() async throws {
    let changes: KeyValuePairs = [
      "      - product: strikelab.pro.yearly\n":
        "      - product: strikelab.pro.yearly\n        seats: 50\n",
      "    welcome: You're in. Gloves up.\n":
        "    welcome: You're in. Gloves up.\n    button: Train for {product.price}\n",
    ]
    try await World.of("strikelab", changing: changes, identifiers: .random) { world in
      let phone = await Phone.launched(world)
      let model = PaywallModel(phone.client)
      await phone.client.showPaywall("subscribe")
      #expect(model.page?.purchaseLabel == "Train for $59.99")
      model.chooseSeats(3)
      #expect(model.page?.purchaseLabel.contains("$59.99") == false)
    }
  }

  @Test("EX-20 a phone whose store sells no seats has no stepper")
  func plain() async throws {
    let yearly = "      - product: strikelab.pro.yearly\n"
    try await World.of("strikelab", changing: [yearly: yearly + "        seats: 50\n"]) { world in
      // This store says nothing of seats.
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall("subscribe")
      let page = try #require(PaywallModel(phone.client).page)
      #expect(page.offers.first?.id == "strikelab.pro.yearly")
      #expect(page.extras.seats == nil)
    }
  }

  @Test("EX-20 seats are not sold with a commitment")
  func refused() async throws {
    try await World.of("lease", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      phone.session.storefront = "DEU"
      let outcome = await phone.client.purchase("lease.yearly", billing: .monthly, seats: 3)
      #expect(outcome != .purchased)
      #expect(world.store.transactions(of: "apple-id").isEmpty)
    }
  }
}
