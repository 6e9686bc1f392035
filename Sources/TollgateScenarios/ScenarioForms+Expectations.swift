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
      ("phase", one(.choice()) { .phase($0) }),
      ("condition", one(.orNone(.choice())) { .condition($0) }),
      ("entitled", one(names(entitlement)) { .entitlements($0) }),
      ("nextChange", one(.orNone(.instant)) { .nextChange($0) }),
      ("trial", parts("`trial`", trial, none: .noTrial) { .trial($0) }),
      ("trials", addOnTrials),
      (
        "subscription",
        parts("`subscription`", subscription, none: .noSubscription) { .subscription($0) }
      ),
      ("route", route),
    ]
  }

  private var blueprintParts: Keys {
    [
      ("access", access),
      (
        "texts",
        .each("text", in: definition.texts.map(\.id), .orNone(.scalar())) { .text($0, $1) }
      ),
      ("lines", eachProduct(.orNone(.scalar())) { .line($0, $1) }),
      ("offers", eachProduct(.flag) { .offer($0, $1) }),
      (
        "paywalls",
        .each("placement", in: definition.placements.map(\.id), .orNone(paywall)) {
          .placement($0, $1)
        }
      ),
      (
        "packages",
        .each("paywall", in: definition.paywalls.map(\.id), names(package)) { .packages($0, $1) }
      ),
      (
        "variants",
        .keyed(
          "`variants`",
          definition.experiments.map { experiment in
            (
              key: experiment.id.rawValue,
              form: Form.orNone(variant(of: experiment)).map { .variant(experiment.id, $0) }
            )
          })
      ),
      ("prompts", one(names(prompt)) { .prompts($0) }),
      ("nudges", one(nudges) { .nudges($0) }),
      ("held", held),
      (
        "credits",
        .each("wallet", in: definition.credits.map(\.id), .whole(0...Wallet.limit)) {
          .credits($0, $1)
        }
      ),
      (
        "waiting",
        .each("grant", in: definition.grants.map(\.id), .whole(0...1_000_000)) {
          .waiting($0, $1)
        }
      ),
    ]
  }

  private var events: Keys {
    [
      ("delivered", one(names(nudge)) { .delivered($0) }),
      ("sent", one(names(nudge)) { .sent($0) }),
      ("purchase", one(.choice()) { .purchase($0) }),
      ("refused", refused),
      ("recorded", one(.whole(0...100_000)) { .recorded($0) }),
    ]
  }

  // MARK: Parts

  private var access: Expectations {
    let answer = Form<AccessSummary.Answer>.choice()
    let part: [(key: String, form: Form<Answer>)] =
      [("answer", answer.map { .whole($0) })]
      + accessParts.map { (key: $0.key, form: $0.form.map { .part($0) }) }
    let answers = Form<[Located<Answer>]>.either(
      "an answer, or a map",
      scalar: answer.map { [Located(value: .whole($0))] }, map: .keyed("an answer", part))
    return Form<[Located<[Located<Expectation>]>]>.each(
      "feature", in: definition.features.map(\.id), answers
    ) { feature, answers in
      answers.map { answer in
        switch answer.value {
        case .whole(let value): Located(position: answer.position, value: .answer(feature, value))
        case .part(let part): Located(position: answer.position, value: .feature(feature, part))
        }
      }
    }.map { $0.flattened() }
  }

  /// A whole answer, or one of its parts.
  private enum Answer: Sendable {
    case whole(AccessSummary.Answer)
    case part(Expectation.Access)
  }

  private var accessParts: [(key: String, form: Form<Expectation.Access>)] {
    [
      ("remaining", amount.map { .remaining($0) }), ("used", amount.map { .used($0) }),
      ("limit", amount.map { .limit($0) }),
      ("scope", Form.orNone(Form<Limit.Scope>.choice()).map { .scope($0) }),
      ("renewsAt", Form.orNone(.instant).map { .renewsAt($0) }),
      ("reason", reason.map { .reason($0) }),
      ("paywall", Form.orNone(paywall).map { .paywall($0) }),
      ("startsAt", Form.orNone(.instant).map { .startsAt($0) }),
      ("isManagedInStore", Form.flag.map { .isManagedInStore($0) }),
    ]
  }

  private var trial: [(key: String, form: Form<Expectation.Trial>)] {
    [
      ("isActive", Form.flag.map { .isActive($0) }), ("day", count.map { .day($0) }),
      ("days", count.map { .days($0) }), ("daysLeft", count.map { .daysLeft($0) }),
      ("used", count.map { .used($0) }), ("usesLeft", count.map { .usesLeft($0) }),
      ("limit", count.map { .limit($0) }),
      ("activatedAt", Form.orNone(.instant).map { .activatedAt($0) }),
      ("endsAt", Form.orNone(.instant).map { .endsAt($0) }),
      ("ending", Form.orNone(.choice()).map { .ending($0) }),
    ]
  }

  private var addOnTrials: Expectations {
    Form<[Located<[Located<Expectation>]>]>.keyed(
      "`trials`",
      definition.addOnTrials.map { written in
        (
          key: written.id.rawValue,
          form: parts("a trial", trial, none: .addOnTrial(written.id, nil)) {
            .addOnTrial(written.id, $0)
          }
        )
      }
    ).map { $0.flattened() }
  }

  private var subscription: [(key: String, form: Form<Expectation.Subscription>)] {
    [
      ("product", Form.orNone(product).map { .product($0) }),
      ("willRenew", Form.flag.map { .willRenew($0) }),
      ("renewsTo", Form.orNone(product).map { .renewsTo($0) }),
      ("expiresAt", Form.orNone(.instant).map { .expiresAt($0) }),
      ("graceEndsAt", Form.orNone(.instant).map { .graceEndsAt($0) }),
      ("isIntroductory", Form.flag.map { .isIntroductory($0) }),
      ("isFamilyShared", Form.flag.map { .isFamilyShared($0) }),
      ("isRenewalLate", Form.flag.map { .isRenewalLate($0) }),
      ("billsLeft", count.map { .billsLeft($0) }),
    ]
  }

  private var refused: Expectations {
    let code = Form.choice(ProblemCode.known + ProblemCode.withoutNetwork).map {
      Expectation.refused(.code($0))
    }
    return .either(
      "the code of a problem, or a map", scalar: one(code) { $0 },
      map: .keyed(
        "`refused`",
        [
          ("code", code), ("reason", reason.map { .refused(.reason($0)) }),
          ("paywall", Form.orNone(paywall).map { .refused(.paywall($0)) }),
          ("startsAt", Form.orNone(.instant).map { .refused(.startsAt($0)) }),
          ("isManagedInStore", Form.flag.map { .refused(.isManagedInStore($0)) }),
        ]))
  }

  private var route: Expectations {
    .either(
      "the name of a screen, or a map",
      scalar: screen.map { [Located(value: .screen($0)), Located(value: .routePaywall(nil))] },
      map: .keyed(
        "`route`",
        [
          ("screen", screen.map { .screen($0) }),
          ("paywall", Form.orNone(paywall).map { .routePaywall($0) }),
        ]))
  }

  private var nudges: Form<[ScheduledNudge]> {
    let map = Form<[Located<[ScheduledNudge]>]>.each(
      "nudge", in: definition.nudges.map(\.id), .oneOrMore(.instant)
    ) { id, instants in instants.map { ScheduledNudge(id: id, at: $0) } }
    return Form.orNone(map).map { ($0 ?? []).flatMap(\.value).ordered }
  }

  private var held: Expectations {
    let items = names(Form.scalar("the name of an item").map { Item.ID($0) })
    let value = Form<Holding>.whole(
      Form<Int>.whole(0...100_000).map { .count($0) }, else: items.map { .items($0) })
    return .each("feature", in: definition.features.map(\.id), value) { feature, holding in
      switch holding {
      case .count(let count): .heldCount(feature, count)
      case .items(let items): .held(feature, items)
      }
    }
  }

  /// What a feature holds: the items, or their number.
  private enum Holding: Sendable {
    case count(Int)
    case items([Item.ID])
  }
}
