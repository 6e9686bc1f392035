import AppStoreSimulator
import Foundation
import Tollgate
import TollgateBlueprints

extension ScenarioForms {
  private typealias Actions = [(key: String, form: Form<Action>)]

  var actions: [(key: String, form: Form<Action>)] {
    let plain: Actions = Self.plainActions.map { action in
      (action.key, Form.onlyTrue.map { _ in action.action })
    }
    let atStore: Actions = StoreAction.Name.allCases.compactMap { name in
      form(of: name).map { form in (key: name.rawValue, form: form.map { Action.atStore($0) }) }
    }
    return plain + personActions + supportActions + atStore + [
      ("notifications", Form.choice().map { .notifications($0) })
    ]
  }

  /// What a person does with the app.
  private var personActions: Actions {
    [
      ("signUp", signUp),
      ("signIn", Form.scalar("an email address").map { .signIn(email: $0) }),
      ("storeAccount", storeAccount.map { .storeAccount($0) }),
      ("timeZone", timeZone),
      ("network", Form<Switch>.choice().map { .network($0) }),
      ("power", Form<Switch>.choice().map { .power($0) }),
      ("clock", Form<Instant>.instant.map { .clock($0) }),
      ("reach", milestone.map { .reach($0) }),
      ("set", attributes.map { .set($0) }),
      ("report", deviceProperties.map { .report($0) }),
      ("consent", Form<Consent>.choice().map { .consent($0) }),
      ("use", use),
      ("reserve", reserve),
      ("giveBack", giveBack),
      ("release", release),
      ("dismiss", dismiss),
      ("show", paywall.map { .show($0) }),
      ("close", paywall.map { .close($0) }),
      ("buy", buy),
      ("invite", team.map { .invite($0) }),
      ("join", team.map { .join($0) }),
      ("leave", team.map { .leave($0) }),
      ("removeMember", device.map { .removeMember($0) }),
    ]
  }

  /// What support and the app's developer do.
  private var supportActions: Actions {
    [
      ("extendTrial", extendTrial),
      ("pauseTrial", trialChange("`pauseTrial`") { .pauseTrial($0) }),
      ("resumeTrial", trialChange("`resumeTrial`") { .resumeTrial($0) }),
      ("resetTrial", trialChange("`resetTrial`") { .resetTrial($0) }),
      ("grant", grant),
      ("revokeGrant", entitlement.map { .revokeGrant($0) }),
      ("give", give),
      ("weights", weights),
    ]
  }

  /// Actions that are written as `true`.
  private static let plainActions: [(key: String, action: Action)] = [
    ("open", .open), ("signOut", .signOut), ("reinstall", .reinstall), ("relaunch", .relaunch),
    ("seeOnboarding", .seeOnboarding), ("restore", .restore),
  ]

  var storeAccount: Form<String> { .scalar("the name of a store account") }

  private var timeZone: Form<Action> {
    Form.scalar("a time zone such as `Europe/Berlin`").map { name, node, reader in
      guard DeviceProperty.timeZone.normalized(name) != nil else {
        reader.error(at: node, "there is no time zone `\(name)`")
        return nil
      }
      return .timeZone(name)
    }
  }

  private var signUp: Form<Action> {
    .either(
      "an email address, or a map",
      scalar: Form.scalar("an email address").map { .signUp(email: $0, namesDevice: true) },
      map: .object(
        "`signUp`", .required("email", .scalar("an email address")),
        .defaulted("namesDevice", .flag, to: true)
      ) { email, namesDevice in .signUp(email: email, namesDevice: namesDevice) })
  }

  private var extendTrial: Form<Action> {
    let days = Form.whole(1...TrialExtension.dayLimit)
    return .either(
      "a number of days, or a map", scalar: days.map { .extendTrial(nil, days: $0) },
      map: .object("`extendTrial`", .required("trial", trialName), .required("days", days)) {
        .extendTrial($0, days: $1)
      })
  }

  /// `true` for the main trial, or the name of a trial.
  private func trialChange(
    _ what: String, _ make: @escaping @Sendable (AddOnTrial.ID?) -> Action
  ) -> Form<Action> {
    .either(
      "`true`, or `{ trial: NAME }`", scalar: Form.onlyTrue.map { _ in make(nil) },
      map: Form<AddOnTrial.ID>.object(what, key: .required("trial", trialName)).map { make($0) })
  }

  private var use: Form<Action> {
    .either(
      "the name of a feature, or a map",
      scalar: feature.map {
        .use($0, times: 1, item: nil, cost: nil, parent: nil, key: nil, report: nil)
      },
      map: .object(
        "`use`", .required("feature", feature), .defaulted("times", .whole(1...10_000), to: 1),
        .optional("item", .scalar()), .optional("cost", .whole(1...Wallet.limit)),
        .optional("parent", .scalar()), .optional("key", .scalar()),
        .defaulted("offline", .flag, to: false)
      ) { feature, times, item, cost, parent, key, isOffline in
        .use(
          feature, times: times, item: item.map { Item.ID($0) }, cost: cost,
          parent: parent.map { Parent.ID($0) }, key: key, report: isOffline ? .limited : nil)
      })
  }

  private var reserve: Form<Action> {
    .object(
      "`reserve`", .required("feature", feature), .required("key", .scalar()),
      .optional("item", .scalar()), .optional("cost", .whole(1...Wallet.limit)),
      .optional("parent", .scalar())
    ) { feature, key, item, cost, parent in
      .reserve(
        feature, item: item.map { Item.ID($0) }, cost: cost, parent: parent.map { Parent.ID($0) },
        key: key)
    }
  }

  private var giveBack: Form<Action> {
    .object("`giveBack`", .required("feature", feature), .required("key", .scalar())) {
      feature, key in .giveBack(feature, key: key)
    }
  }

  private var release: Form<Action> {
    .object("`release`", .required("feature", feature), .required("item", .scalar())) {
      feature, item in .release(feature, Item.ID(item))
    }
  }

  private var dismiss: Form<Action> {
    .either(
      "the name of a prompt, or a map", scalar: prompt.map { .dismiss($0, times: 1) },
      map: .object(
        "`dismiss`", .required("prompt", prompt), .defaulted("times", .whole(1...1000), to: 1)
      ) { prompt, times in .dismiss(prompt, times: times) })
  }

  private var give: Form<Action> {
    .either(
      "the name of a grant, or a map",
      scalar: listedGrant.map { .give($0, key: nil, until: nil, willRenew: nil, seats: nil) },
      map: .object(
        "`give`", .required("name", listedGrant), .optional("key", .scalar()),
        .optional("until", .instant), .optional("willRenew", Form<Bool>.flag),
        .optional("seats", .whole(Team.statedSeats))
      ) { .give($0, key: $1, until: $2, willRenew: $3, seats: $4) })
  }

  private var grant: Form<Action> {
    .either(
      "the name of an entitlement, or a map",
      scalar: entitlement.map { .grant($0, lasts: nil, until: nil) },
      map: .object(
        "`grant`", .required("entitlement", entitlement), .optional("lasts", .period),
        .optional("until", .instant)
      ) { .grant($0, lasts: $1, until: $2) })
  }
}
