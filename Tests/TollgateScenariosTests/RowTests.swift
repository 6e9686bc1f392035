import Testing
import TollgateScenarios

@Suite("Rows that scenarios show")
struct RowTests {
  @Test("conditions see the store's state, renewal, the product, alternatives and exclusions")
  func conditions() async throws { try await Lives.expectAsWritten("news-conditions") }

  @Test(
    "Pain 19: customers have the variants that a scenario names, and no others",
    arguments: ["poet-variants", "poet-as-written"])
  func variants(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test(
    "RA-1 an add-on, a second group and a trial of its own entitlement change no payer's phase",
    arguments: ["no-ads-beside-the-plan", "fonts-second-group", "taste-payer"])
  func plan(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("a gift in the store's free trial does not silence the reminder before the charge")
  func giftInTrial() async throws { try await Lives.expectAsWritten("no-ads-gift-in-the-trial") }

  @Test("RA-8 all uses come back at once, also after a report from offline and a merge")
  func firstUse() async throws { try await Lives.expectAsWritten("oracle-first-use") }

  @Test("RA-9 a trial starts with a milestone, without an account, and grows by earned days")
  func firstSong() async throws { try await Lives.expectAsWritten("etude-first-song") }

  @Test(
    "Only what a customer can buy is offered: no prompt to who has all, and renewal to who cancelled",
    arguments: ["nota-payer-and-prompt", "resub-without-an-offer"])
  func offered(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("EX-11 a wallet is overdrawn up to a limit, and the next credits pay for it")
  func overdraft() async throws { try await Lives.expectAsWritten("teller-overdrawn") }

  @Test("RA-12 launches, every third launch and once for each version")
  func launches() async throws { try await Lives.expectAsWritten("postcard-launches") }

  @Test("CP-1 discovery is free, uncounted, and no trial clock runs")
  func discovery() async throws { try await Lives.expectAsWritten("coach-paid") }

  @Test("CP-2 the end of discovery shows the paywall with the offer line")
  func offerLine() async throws { try await Lives.expectAsWritten("coach-paid") }

  @Test("CP-3 a confirmed purchase starts three days and a hundred messages, once")
  func activation() async throws { try await Lives.expectAsWritten("coach-paid") }

  @Test("CP-4 with nothing bought every return shows the paywall, and the server refuses")
  func nothingBought() async throws {
    try await Lives.expectAsWritten("coach-paid-nothing-bought")
  }

  @Test("CP-5 the status shows the day and the conversations left")
  func status() async throws { try await Lives.expectAsWritten("coach-paid") }

  @Test("CP-3 the trial is the days that the store signed, not three days from the milestone")
  func signedDays() async throws {
    try await Lives.expectAsWritten("coach-paid-bought-in-discovery")
  }

  @Test(
    "CP-6 the trial ends at three days exactly or at the hundredth message",
    arguments: ["coach-paid", "coach-paid-hundred-messages", "coach-paid-cancelled"])
  func ends(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test(
    "CP-6 after the hundredth message nothing is offered that the store would not sell",
    arguments: [
      "coach-paid-hundred-messages", "coach-paid-hundred-cancelled", "coach-paid-hundred-refunded",
    ])
  func hundredth(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test(
    "CP-7 the store renews at the full price, or the paywall comes back",
    arguments: ["coach-paid", "coach-paid-cancelled"])
  func renews(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("CP-7 a renewal that is reported late never locks a payer out")
  func lateRenewal() async throws { try await Lives.expectAsWritten("coach-paid-late-renewal") }

  @Test(
    "CP-10 a reinstall or a second account gives no second trial and no extra hour",
    arguments: ["coach-paid-reinstall", "coach-paid-second-account"])
  func oneTrial(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("support extends, pauses, resumes and resets a trial that signing up started")
  func moreTime() async throws { try await Lives.expectAsWritten("coach-free-more-time") }

  @Test("CP-10 a request that names no device gives no trial")
  func noDevice() async throws { try await Lives.expectAsWritten("coach-free-no-device") }

  @Test("CP-10 a family member's copy of a trial gives the trial's terms, not a full subscription")
  func family() async throws { try await Lives.expectAsWritten("piano-family") }

  @Test("CF-1 signing up starts the free trial, with no payment")
  func freeTrial() async throws { try await Lives.expectAsWritten("coach-free") }

  @Test("CF-2 the banner counts the days, one and many")
  func banner() async throws { try await Lives.expectAsWritten("coach-free") }

  @Test(
    "CF-3 the nudge comes a day before the end, once, and not to a subscriber",
    arguments: ["coach-free", "coach-free-subscribed-early"])
  func nudge(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("CF-4 after the end a message brings the plans, and a purchase lets the next one through")
  func plans() async throws { try await Lives.expectAsWritten("coach-free") }

  @Test("CF-9 the paywall waits for the memory moment")
  func memoryMoment() async throws { try await Lives.expectAsWritten("coach-free") }

  @Test("EX-2 a device without a network decides, waits, and reports when it has one again")
  func withoutNetwork() async throws { try await Lives.expectAsWritten("lease-without-a-network") }

  @Test("EX-2 a device's own clock moves no trial, and one that was off is late until it is online")
  func clocks() async throws { try await Lives.expectAsWritten("coach-free-clocks") }

  @Test("GB-3 the garden's card comes with the third plant, and to free customers only")
  func card() async throws { try await Lives.expectAsWritten("grobro-prompts") }

  @Test("GB-4 three plants are free, deleting one makes room, and none is lost after a lapse")
  func plants() async throws { try await Lives.expectAsWritten("grobro-plants") }

  @Test("GB-4 a plant that two gardens both have is there once after a merge")
  func mergedGardens() async throws { try await Lives.expectAsWritten("grobro-merged-gardens") }

  @Test("GB-5 after three dismissals a prompt stays away for thirty days, on every device")
  func patience() async throws { try await Lives.expectAsWritten("grobro-prompts") }

  @Test("GB-7 each way a purchase fails leaves the customer free, and approval arrives later")
  func failures() async throws { try await Lives.expectAsWritten("grobro-purchases") }

  @Test(
    "SL-5 an anonymous purchase is carried over by signing in, in any order of events",
    arguments: ["strikelab", "strikelab-merge"])
  func carriedOver(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test(
    "SL-9 the blueprint's table decides the first screen",
    arguments: ["strikelab", "strikelab-sign-out"])
  func routes(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("SL-10 after signing out the next person sees no trace of the last")
  func signOut() async throws { try await Lives.expectAsWritten("strikelab-sign-out") }

  @Test("TQ-2 the free week is offered to those still eligible, the plain price to others")
  func freeWeek() async throws { try await Lives.expectAsWritten("techniq") }

  @Test("TQ-2 a child's free week begins with the approval, and is recorded once")
  func askToBuy() async throws { try await Lives.expectAsWritten("techniq-ask-to-buy") }

  @Test("TQ-4 each drill is free once, counted once, then the paywall")
  func drills() async throws { try await Lives.expectAsWritten("techniq") }

  @Test("TQ-5 passive features are locked for free customers")
  func passive() async throws { try await Lives.expectAsWritten("techniq") }

  @Test("TQ-6 what is free stays free, and plans stay readable after a lapse")
  func library() async throws { try await Lives.expectAsWritten("techniq") }

  @Test(
    "TQ-8 a configuration file drives purchase, lapse, billing failure and refund",
    arguments: ["techniq", "techniq-billing", "techniq-refund"])
  func configuration(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test(
    "EX-1 late, doubled and reversed store messages end in the same state",
    arguments: ["grobro-late-news", "techniq-refund"])
  func anyOrder(life: String) async throws { try await Lives.expectAsWritten(life) }

  @Test("EX-3 a subscriber who does not agree to a higher price is not renewed")
  func priceIncrease() async throws { try await Lives.expectAsWritten("lease-price") }

  @Test("EX-10 a lower tier ends when the upgrade starts, and its refund does not bring it back")
  func upgrade() async throws { try await Lives.expectAsWritten("piano-upgrade-refunded") }

  @Test("EX-10 an add-on changes nothing but what it gives")
  func addOn() async throws { try await Lives.expectAsWritten("piano-add-on") }
}
