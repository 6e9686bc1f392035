import Tollgate
import TollgateBlueprints
import TollgateWire

extension ScenarioForms {
  private typealias Expectations = Form<[Located<Expectation>]>

  /// What a step expects; a key with several expectations gives one for each.
  var expectations: Form<[Located<Expectation>]> {
    Form<[Located<[Located<Expectation>]>]>.keyed("`expect`", state + blueprintParts + events)
      .map { $0.flattened() }
  }

  private typealias Keys = [(key: String, form: Expectations)]

  private var state: Keys {
    [
      ("phase", one("the phase", Form<Phase>.choice()) { $0.membership.phase }),
      (
        "condition",
        one("the store's condition", Form.orNone(Form<StoreCondition>.choice())) {
          $0.membership.subscription?.condition
        }
      ),
      (
        "entitled",
        one("the list of entitlements", names(entitlement)) { $0.membership.entitlements.ordered }
      ),
      ("nextChange", one("the next change", Form.orNone(.instant)) { $0.membership.nextChange }),
      ("trial", trial("`trial`", named: "the trial") { $0.membership.trial }),
      ("trials", addOnTrials),
      ("subscription", subscription),
      ("route", route),
    ]
  }

  private var blueprintParts: Keys {
    [
      ("access", access),
      (
        "texts",
        .each("text", in: definition.texts.map(\.id), Form.orNone(.scalar())) { text, line in
          Expectation("the text `\(text)`", line) { $0.line(text) }
        }
      ),
      (
        "lines",
        .each("product", in: definition.products.map(\.id), Form.orNone(.scalar())) {
          product, line in
          Expectation("the line of `\(product)`", line) { $0.line(of: product) }
        }
      ),
      (
        "offers",
        .each("product", in: definition.products.map(\.id), Form<Bool>.flag) { product, isGiven in
          Expectation("the introductory offer of `\(product)`", isGiven) {
            $0.givesOffer(of: product)
          }
        }
      ),
      (
        "paywalls",
        .each("placement", in: definition.placements.map(\.id), Form.orNone(paywall)) {
          placement, paywall in
          Expectation("the paywall at `\(placement)`", paywall) {
            $0.membership.paywall(at: placement)
          }
        }
      ),
      (
        "packages",
        .each("paywall", in: definition.paywalls.map(\.id), names(package)) { paywall, packages in
          Expectation("the list of packages of `\(paywall)`", packages) { $0.packages(of: paywall) }
        }
      ),
      (
        "variants",
        .keyed(
          "`variants`",
          definition.experiments.map { experiment in
            (
              key: experiment.id.rawValue,
              form: Form.orNone(variant(of: experiment)).map { variant in
                Expectation("the variant of `\(experiment.id)`", variant) {
                  $0.membership.variants[experiment.id]
                }
              }
            )
          })
      ),
      ("prompts", one("the list of prompts", names(prompt)) { $0.membership.prompts.ordered }),
      ("nudges", one("the list of scheduled nudges", nudges) { $0.scheduled.ordered }),
      ("held", held),
      (
        "credits",
        .each("wallet", in: definition.credits.map(\.id), Form<Int>.whole(0...Wallet.limit)) {
          wallet, count in
          Expectation("the number of credits in `\(wallet)`", count) {
            $0.membership.credits(in: wallet)
          }
        }
      ),
      (
        "waiting",
        .each("grant", in: definition.grants.map(\.id), Form<Int>.whole(0...1_000_000)) {
          grant, days in
          Expectation("the number of days of `\(grant)` that wait", days) {
            $0.waitingDays(of: grant)
          }
        }
      ),
    ]
  }

  private var events: Keys {
    [
      (
        "delivered",
        one("the list of delivered nudges", names(nudge)) { ($0.device?.delivered ?? []).ordered }
      ),
      (
        "sent",
        one("the list of nudges that the app's backend delivers", names(nudge)) {
          ($0.device?.sent ?? []).ordered
        }
      ),
      (
        "purchase",
        Form<PurchaseEnding>.choice().map { ending in
          [
            Located(
              value: Expectation(
                "the end of the purchase", PurchaseEnding?.some(ending), outcome: .purchase
              ) { $0.outcome.purchase })
          ]
        }
      ),
      ("refused", refused),
      (
        "recorded",
        one("the number of facts recorded", Form<Int>.whole(0...100_000)) { $0.outcome.recorded }
      ),
    ]
  }

  // MARK: Parts

  /// What is expected of a feature's answer.
  private typealias OfFeature = @Sendable (Feature.ID) -> Expectation

  private var access: Expectations {
    let answer = Form<AccessSummary.Answer>.choice().map { answer -> OfFeature in
      { feature in
        Expectation("the answer of `\(feature)`", answer) { $0.access(to: feature).answer }
      }
    }
    let parts: [(key: String, form: Form<OfFeature>)] = [
      ("answer", answer),
      part("remaining", amount) { $0.limit?.remaining },
      part("used", amount) { $0.limit?.used },
      part("limit", amount) { $0.limit?.limit },
      part("scope", Form.orNone(Form<Limit.Scope>.choice())) { $0.limit?.scope },
      part("renewsAt", Form.orNone(.instant)) { $0.limit?.renewsAt },
      part("reason", reason) { $0.reason },
      part("paywall", Form.orNone(paywall)) { $0.paywall },
      part("startsAt", Form.orNone(.instant)) { $0.startsAt },
      part("isManagedInStore", Form<Bool>.flag) { $0.isManagedInStore ?? false },
    ]
    let answers = Form<[Located<OfFeature>]>.either(
      "an answer, or a map", scalar: answer.map { [Located(value: $0)] },
      map: .keyed("an answer", parts))
    return Form<[Located<[Located<Expectation>]>]>.each(
      "feature", in: definition.features.map(\.id), answers
    ) { feature, answers in
      answers.map { Located(position: $0.position, value: $0.value(feature)) }
    }.map { $0.flattened() }
  }

  private func part<Value: ScenarioValue>(
    _ key: String, _ form: Form<Value>, _ read: @escaping @Sendable (AccessSummary) -> Value
  ) -> (key: String, form: Form<OfFeature>) {
    (
      key,
      form.map { value -> OfFeature in
        { feature in
          Expectation("`\(key)` of `\(feature)`", value) { read($0.access(to: feature)) }
        }
      }
    )
  }

  private func trial(
    _ what: String, named name: String,
    _ found: @escaping @Sendable (DeviceState) -> TrialStatus?
  ) -> Expectations {
    let trial = ExpectedWhole(name: name, found: found)
    return parts(
      what, of: trial,
      [
        trial.part("isActive", flag) { $0?.isActive }, trial.part("day", count) { $0?.day },
        trial.part("days", count) { $0?.days }, trial.part("daysLeft", count) { $0?.daysLeft },
        trial.part("used", count) { $0?.used }, trial.part("usesLeft", count) { $0?.usesLeft },
        trial.part("limit", count) { $0?.limit },
        trial.part("activatedAt", Form.orNone(.instant)) { $0?.activatedAt },
        trial.part("endsAt", Form.orNone(.instant)) { $0?.endsAt },
        trial.part("ending", Form.orNone(Form<TrialEnding>.choice())) { $0?.ending },
      ])
  }

  private var addOnTrials: Expectations {
    Form<[Located<[Located<Expectation>]>]>.keyed(
      "`trials`",
      definition.addOnTrials.map { written in
        (
          key: written.id.rawValue,
          form: trial("a trial", named: "the trial `\(written.id)`") {
            $0.membership.trial(written.id)
          }
        )
      }
    ).map { $0.flattened() }
  }

  private var subscription: Expectations {
    let subscription = ExpectedWhole(name: "the subscription") { $0.membership.subscription }
    return parts(
      "`subscription`", of: subscription,
      [
        subscription.part("product", Form.orNone(product)) { $0?.product },
        subscription.part("willRenew", flag) { $0?.willRenew },
        subscription.part("renewsTo", Form.orNone(product)) { $0?.renewsTo },
        subscription.part("expiresAt", Form.orNone(.instant)) { $0?.expiresAt },
        subscription.part("graceEndsAt", Form.orNone(.instant)) { $0?.graceEndsAt },
        subscription.part("isIntroductory", flag) { $0?.isIntroductory },
        subscription.part("isFamilyShared", flag) { $0?.isFamilyShared },
        subscription.part("isRenewalLate", flag) { $0?.isRenewalLate },
        subscription.part("billsLeft", count) { $0?.commitment?.billsLeft },
      ])
  }

  private var refused: Expectations {
    let codes = Form.choice(ProblemCode.known + ProblemCode.withoutNetwork).answering(
      words: [
        "limitReached": "`{ code: denied, reason: limitReached }`",
        "notIncluded": "`{ code: denied, reason: notIncluded }`",
      ])
    let code = codes.map { code in
      Expectation("the refusal", ProblemCode?.some(code), outcome: .refusal) {
        $0.outcome.refusal?.code
      }
    }
    let refusal = ExpectedWhole(name: "the refusal", outcome: .refusal) {
      $0.outcome.refusal?.denial
    }
    return .either(
      "the code of a problem, or a map", scalar: code.map { [Located(value: $0)] },
      map: .keyed(
        "`refused`",
        [
          ("code", code), refusal.part("reason", reason) { $0?.reason },
          refusal.part("paywall", Form.orNone(paywall)) { $0?.paywall },
          refusal.part("startsAt", Form.orNone(.instant)) { $0?.startsAt },
          refusal.part("isManagedInStore", Form<Bool>.flag) { $0?.isManagedInStore ?? false },
        ]))
  }

  private var route: Expectations {
    let named = screen.map { screen in
      Expectation("the screen", String?.some(screen)) { $0.route?.screen }
    }
    let covered = Form.orNone(paywall).map { Self.covered(by: $0) }
    return .either(
      "the name of a screen, or a map",
      scalar: named.map { [Located(value: $0), Located(value: Self.covered(by: nil))] },
      map: .keyed("`route`", [("screen", named), ("paywall", covered)]))
  }

  private static func covered(by paywall: Paywall.ID?) -> Expectation {
    Expectation("the paywall over the screen", paywall) { $0.route?.paywall }
  }

  private var nudges: Form<[ScheduledNudge]> {
    let map = Form<[Located<[ScheduledNudge]>]>.each(
      "nudge", in: definition.nudges.map(\.id), .oneOrMore(.instant)
    ) { id, instants in instants.map { ScheduledNudge(id: id, at: $0) } }
    return Form.orNone(map).map { ($0 ?? []).flatMap(\.value).ordered }
  }

  private var held: Expectations {
    let items = names(Form.scalar("the name of an item").map { Item.ID($0) })
    let value = Form<OfFeature>.whole(
      Form<Int>.whole(0...100_000).map { count -> OfFeature in
        { feature in
          Expectation("the number that `\(feature)` holds", count) { $0.held(by: feature).count }
        }
      },
      else: items.map { items -> OfFeature in
        { feature in
          Expectation("what `\(feature)` holds", items) { $0.held(by: feature).ordered }
        }
      })
    return .each("feature", in: definition.features.map(\.id), value) { $1($0) }
  }
}
