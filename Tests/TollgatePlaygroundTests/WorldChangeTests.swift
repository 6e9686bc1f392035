import Foundation
import Testing
import Tollgate
import TollgateServer

@testable import TollgatePlayground

@Suite("What a visitor changes around the app")
struct WorldChangeTests {
  @Test(
    "a form's action and value are one change with a heading",
    arguments: [
      ("device", "second", "Took the second device"),
      ("first-person", "", "Handed the phone back to the first person"),
      ("end-sessions", "", "Ended every session of the customer"),
      ("server", "slow", "Made the server slow"),
      ("notifications", "twice", "Sent notifications twice"),
      ("raise-price", "", "Raised the price"),
      ("change-plan", "yearly", "Changed the plan to yearly"),
      ("family", "on", "Shared purchases with the next person"),
      ("country", "DEU", "Moved the store account to Germany"),
      ("app", "bought", "Had the store account buy the app before it became free"),
      ("app", "tested", "Had the store account get the app from TestFlight"),
      ("consent", "given", "Had a parent consent again"),
      ("language", "ar", "Set the phone to Arabic"),
      ("language", "rtl", "Set the phone to the right-to-left pseudolanguage"),
    ])
  func reading(name: String, value: String, title: String) throws {
    let action = try #require(VisitorAction(["action": name, "value": value]))
    #expect(action == WorldChange(name, value).map(VisitorAction.world))
    #expect(action.title == title)
  }

  @Test(
    "a form about an attribute, a variant, a grant or a trial names its subject",
    arguments: [
      ("property", "appVersion", "2.1", "Installed version 2.1 of the app"),
      ("property", "timeZone", "Asia/Tokyo", "Traveled to the time zone Asia/Tokyo"),
      ("property", "device", "iPad", "Took a device of the kind iPad"),
      ("property", "ageRange", "13-15", "Shared the age range 13-15 with the app"),
      ("property", "ageRange", "declined", "Shared no age with the app"),
      ("attribute", "goal", "strength", "Set goal to strength"),
      ("attribute", "goal", "", "Removed goal"),
      ("variant", "page", "short", "Met a new customer with short of page"),
      ("variant", "page", "", "Met a new customer without page"),
      ("grant", "pro", "week", "Granted pro for a week, as an operator"),
      ("grant", "pro", "endless", "Granted pro without an end, as an operator"),
      ("grant", "pro", "", "Revoked the grant of pro, as an operator"),
      ("give", "referral", "", "Gave referral, which the blueprint lists"),
      ("reach-milestone", "course", "", "Reported course, as the backend"),
      ("extend-trial", "taste", "", "Extended taste by 3 days, as an operator"),
      ("pause-trial", "taste", "", "Paused taste, as an operator"),
      ("resume-trial", "taste", "", "Resumed taste, as an operator"),
    ])
  func subjects(name: String, subject: String, value: String, title: String) throws {
    let action = try #require(VisitorAction(["action": name, "of": subject, "value": value]))
    #expect(action == WorldChange(name, of: subject, value).map(VisitorAction.world))
    #expect(action.title == title)
  }

  @Test(
    "a device has no property that does not exist, and no value that it cannot have",
    arguments: [
      ("appVersion", "new"), ("device", "toaster"), ("timeZone", "CET"), ("ageRange", "old"),
      ("size", "1"),
    ])
  func noSuchProperty(property: String, value: String) {
    #expect(VisitorAction(["action": "property", "of": property, "value": value]) == nil)
    #expect(VisitorAction(["action": "grant", "of": "pro", "value": value]) == nil)
  }

  @Test("worlds of one seed have the same customers, also after one was chosen")
  func identifiers() {
    let ids = { (identifiers: WorldIdentifiers) -> [Customer.ID] in
      let first = identifiers.source.customer()
      #expect(identifiers.choose { $0.rawValue.hasSuffix("0") })
      return [first, identifiers.source.customer(), identifiers.source.customer()]
    }
    let first = ids(WorldIdentifiers(seed: 1))
    #expect(first == ids(WorldIdentifiers(seed: 1)) && first != ids(WorldIdentifiers(seed: 2)))
    #expect(Set(first).count == 3 && first[1].rawValue.hasSuffix("0"))
    #expect(!WorldIdentifiers(seed: 1).choose { _ in false })
  }

  @Test(
    "a value that the page does not offer is refused",
    arguments: ["device", "server", "notifications", "country", "app", "language"])
  func nonsense(name: String) {
    #expect(VisitorAction(["action": name, "value": "nonsense"]) == nil)
    #expect(WorldChange(name, "nonsense") == nil)
  }

  @Test("a menu shows the option that holds, and disables what is impossible")
  func menu() throws {
    let html = try Pages().controls(Fixtures.controls, app: .grobro)
    #expect(html.contains(#"value="held" aria-pressed="true""#))
    #expect(html.contains(#"value="now" aria-pressed="false""#))
    #expect(html.contains(#"value="monthly">Change the plan"#))
    #expect(html.contains(#"value="" disabled>Agree to the price"#))
    let choices = Markup(html: html).parts(from: "<fieldset", to: "</fieldset>")
    let family = try #require(choices.first { $0.contains("Family") })
    #expect(family.hasPrefix(" disabled>") && family.contains("can be shared."))
    #expect(choices.filter { $0.hasPrefix(" disabled") }.count == 1)
  }

  @Test("a code is redeemed on the store's page, which may be closed")
  func redemption() throws {
    let sheet = Redemption(product: "frame.monthly", name: "Frame", code: "FRIENDS").sheet
    #expect(sheet.text == "Redeem the code FRIENDS for Frame?")
    let redeem = try #require(sheet.tryAgain)
    let action = VisitorAction(["action": redeem.action.verb])
    #expect(action == .redeem && action?.title == "Redeemed a code")
    #expect(sheet.cancel.action == .closeSheet)
  }

  @Test("the jumps to the trial's and the period's end wait for one")
  func jumps() throws {
    var controls = Fixtures.controls
    controls.toTrialEnd = nil
    let html = try Pages().controls(controls, app: .grobro)
    #expect(html.contains(#"value="trial-end" disabled"#))
    #expect(html.contains(#"value="renewal">"#))
  }

  @Test("a phone has the language and the direction of its app's texts, and all of its own words")
  func language() throws {
    var phone = Fixtures.world(.grobro, .loading(LoadingScreen())).phone
    phone.language = "ar"
    phone.direction = "rtl"
    let words = try #require(PhoneWords.all["ar"])
    phone.words = PhoneLabels(words)
    phone.statusBar.offline = true
    let html = try Pages().phone(phone)
    #expect(html.contains(#"lang="ar" dir="rtl" data-app"#) && html.contains(words[.offline]))
    #expect(PhoneWords.words(in: "de-AT")[.show, "pro"] == "pro zeigen")
    #expect(PhoneWords.words(in: "nl") == .english)
    for language in PhoneLanguage.allCases where language != .rightToLeft {
      #expect(PhoneWords.all[language.rawValue]?.isComplete == true, "\(language)")
    }
    let refusals = Set(PhoneWords.all.values.map { $0[.codeRefused] })
    #expect(refusals.count == PhoneWords.all.count)
    #expect(refusals.contains("The App Store does not accept this code."))
  }

  @Test("an app speaks its first language in a mirrored layout in the right-to-left pseudolanguage")
  func pseudolanguage() throws {
    let locale = { (language: String) in
      PhoneLanguage.rightToLeft.locale(
        for: Blueprint.App(
          id: "coach", name: "Coach", bundleID: "com.example.coach", language: language))
    }
    #expect(locale("en") == Locale(identifier: "en_US"))
    #expect(locale("de-AT") == Locale(identifier: "de_DE"))
    #expect(locale("nl") == Locale(identifier: "nl"))
    #expect(PhoneLanguage(of: "rtl") == nil)
    var phone = Fixtures.world(.grobro, .loading(LoadingScreen())).phone
    phone.direction = "rtl"
    phone.isMirrored = true
    #expect(try Pages().phone(phone).contains(#"lang="en" dir="rtl" data-mirrored data-app"#))
  }
}
