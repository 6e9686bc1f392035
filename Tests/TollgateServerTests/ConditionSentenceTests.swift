import Testing
import Tollgate

@testable import TollgateServer

@Suite("What a condition requires, in words")
struct ConditionSentenceTests {
  @Test(
    "RA-13 the customer's page says on which date something must have happened, and that the first time counts",
    arguments: [
      (
        PastTest.since(
          PastTest.Since(.signUp, dates: DateRange(before: EventDate("2026-03-01")))),
        "the date of the sign-up is before 2026-03-01"
      ),
      (
        .since(
          PastTest.Since(
            .purchase, isFirst: true, lessThan: Period(7, .day),
            dates: DateRange(from: EventDate("2026-11-27")))),
        "the time since the first occurrence of a purchase is less than P7D and the date of the first occurrence of a purchase is 2026-11-27 or later"
      ),
      (
        .count(
          PastTest.Count(
            of: .purchase, atLeast: 1,
            dates: DateRange(from: EventDate("2026-11-27"), before: EventDate("2026-12-01")))),
        "the number of occurrences of a purchase is at least 1, counted where the date is 2026-11-27 or later and before 2026-12-01"
      ),
      (
        .count(
          PastTest.Count(
            of: .opened, every: 3, dates: DateRange(from: EventDate("2026-11-27T18:00:00Z")))),
        "the number of occurrences of a day on which the app is opened is a multiple of 3, counted where the date is 2026-11-27T18:00:00Z or later"
      ),
    ])
  func dates(test: PastTest, sentence: String) {
    #expect(Condition(past: [test]).sentence == sentence)
  }

  @Test("RA-13 the customer's page says at which time of the year a condition holds")
  func season() throws {
    let season = try #require(Season("12-20/01-07"))
    #expect(
      Condition(past: [.during(season)]).sentence
        == "it is the time of year from 12-20 until 01-07")
  }

  @Test("RA-15 the customer's page says how many members a condition asks for")
  func members() {
    #expect(
      Condition(past: [.members(of: "family", atLeast: 1, lessThan: 5)]).sentence
        == "the number of members of family is at least 1 and less than 5")
  }

  @Test(
    "RA-13 the customer's page says how soon something must end",
    arguments: [
      (.trialEnd, "the trial ends within P2D"),
      (.periodEnd, "the paid period ends within P2D"),
      (.introductoryOfferEnd, "the introductory offer ends within P2D"),
      (.grantEnd, "what was granted ends within P2D"),
    ] as [(Ending.Anchor, String)])
  func ending(anchor: Ending.Anchor, sentence: String) {
    let ending = Ending(anchor, within: Period(2, .day))
    #expect(Condition(past: [.ends(ending)]).sentence == sentence)
  }

  @Test(
    "RA-13 a condition's sentence names all that it requires",
    arguments: [
      (Condition.always, "always"),
      (Condition(phases: [.trial, .onboarding]), "the phase is onboarding or trial"),
      (
        Condition(entitled: ["pro"], reached: ["a", "b"]),
        "the customer has pro and a was reached and b was reached"
      ),
      (
        Condition(held: Condition.Held(feature: "add-plant", atLeast: 2), willRenew: false),
        "the subscription will not renew and add-plant holds at least 2"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .use("send"), atLeast: 3))]),
        "the number of occurrences of a use of send is at least 3"
      ),
      (
        Condition(left: [
          Condition.Left(of: .feature("scan"), atLeast: 1, lessThan: 3),
          Condition.Left(of: .feature("scan"), lessThan: 20, isPercent: true),
          Condition.Left(of: .credits("coins"), lessThan: 5),
        ]),
        "what is left of scan is at least 1 and less than 3 and what is left of scan is less than 20% "
          + "and the number of credits in coins is less than 5"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .trialEnd, atLeast: 1))]),
        "the number of occurrences of the trial's end is at least 1"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .use("send"), lessThan: 1))]),
        "the number of occurrences of a use of send is less than 1"
      ),
      (
        Condition(past: [.count(PastTest.Count(of: .opened, atLeast: 1, lessThan: 5))]),
        "the number of occurrences of a day on which the app is opened is at least 1 and less than 5"
      ),
      (
        Condition(any: [Condition(phases: [.free])], not: [Condition(products: ["weekly"])]),
        "(the phase is free) and not (the subscription's product is weekly)"
      ),
    ])
  func requirements(condition: Condition, sentence: String) {
    #expect(condition.sentence == sentence)
  }
}
