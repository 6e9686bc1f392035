package import Tollgate

extension Condition {
  /// What the condition requires, in English; "always" if it requires nothing.
  package var sentence: String {
    let parts = requiredOfMembership + requiredOfPast + requiredOfAudience + requiredOfParts
    return parts.isEmpty ? "always" : parts.joined(separator: " and ")
  }

  private var requiredOfMembership: [String] {
    var parts: [String] = []
    if !phases.isEmpty { parts.append("the phase is \(phases.map(\.rawValue).alternatives)") }
    if !entitled.isEmpty {
      parts.append("the customer has \(entitled.map(\.rawValue).alternatives)")
    }
    parts += notEntitled.sorted().map { "the customer does not have \($0)" }
    if !subscription.isEmpty {
      parts.append("the subscription is \(subscription.map(\.rawValue).alternatives)")
    }
    if let willRenew { parts.append("the subscription will \(willRenew ? "" : "not ")renew") }
    if !products.isEmpty {
      parts.append("the subscription's product is \(products.map(\.rawValue).alternatives)")
    }
    return parts
  }

  private var requiredOfPast: [String] {
    var parts = reached.sorted().map { "\($0) was reached" }
    parts += notReached.sorted().map { "\($0) was not reached" }
    parts += past.map(\.sentence)
    if let held { parts.append("\(held.feature) holds at least \(held.atLeast)") }
    return parts + left.map(\.sentence)
  }

  private var requiredOfAudience: [String] {
    audience.tests.map { test in
      switch test {
      case .country(let countries): "the country is \(countries.alternatives)"
      case .language(let languages): "the language is \(languages.alternatives)"
      case .appVersion(let versions):
        "the app's version is \(Self.range(versions.atLeast, versions.lessThan))"
      case .device(let kinds): "the device is \(kinds.map(\.rawValue).alternatives)"
      case .ageRange(let test): test.sentence
      case .regulatoryFeature(let features):
        "the law requires \(features.map(\.rawValue).alternatives)"
      case .consent(let consents):
        "a parent's consent was \(consents.map(\.rawValue).alternatives)"
      case .attribute(let test): test.sentence
      case .boughtApp(.before(let end)): "the app was bought before \(end.minute) UTC"
      case .boughtApp(.beforeVersion(let ends)):
        "the app was bought before \(ends.map { "\($1) on \($0.rawValue)" }.alternatives)"
      case .environment(let environments):
        "the copy of the app is from \(environments.map(\.rawValue).alternatives)"
      }
    }
  }

  private var requiredOfParts: [String] {
    var parts: [String] = []
    if !any.isEmpty { parts.append("(\(any.map(\.sentence).joined(separator: " or ")))") }
    return parts + not.map { "not (\($0.sentence))" }
  }

  /// A range with an inclusive start and an exclusive end.
  fileprivate static func range<Bound>(_ atLeast: Bound?, _ lessThan: Bound?) -> String {
    [atLeast.map { "at least \($0)" }, lessThan.map { "less than \($0)" }].compactMap { $0 }
      .joined(separator: " and ")
  }
}

extension Sequence<String> {
  /// The texts in order, with "or" between them.
  fileprivate var alternatives: String { sorted().joined(separator: " or ") }
}

extension Condition.Left {
  fileprivate var sentence: String {
    let what =
      switch source {
      case .feature(let feature): "what is left of \(feature)"
      case .credits(let wallet): "the number of credits in \(wallet)"
      }
    let bounds = [atLeast, lessThan].map { $0.map { isPercent ? "\($0)%" : "\($0)" } }
    return "\(what) is \(Condition.range(bounds[0], bounds[1]))"
  }
}

extension PastTest {
  fileprivate var sentence: String {
    if let (date, isStart) = self.date {
      return "it is \(isStart ? "\(date) or later" : "before \(date)")"
    }
    if let season {
      return "it is the time of year from \(season.from) until \(season.until)"
    }
    if let ending { return "\(ending.anchor.name) ends within \(ending.within)" }
    if let (team, count) = members {
      return
        "the number of members of \(team) is \(Condition.range(count.atLeast, count.lessThan))"
    }
    return switch self {
    case .since(let since): since.sentence
    case .count(let count) where count.every != nil:
      "the number of occurrences of \(count.event.words) is a multiple of \(count.every ?? 1)"
        + count.countedDates
    case .count(let count):
      "the number of occurrences of \(count.event.words) is \(Condition.range(count.atLeast, count.lessThan))"
        + (count.within.map { " within \($0)" } ?? "")
        + (count.window.map { " in the current \($0.rawValue)" } ?? "") + count.countedDates
    }
  }
}

extension PastTest.Since {
  fileprivate var sentence: String {
    let time = isFirst ? "the first occurrence of \(event.words)" : event.words
    var parts: [String] = []
    if atLeast != nil || lessThan != nil {
      parts.append("the time since \(time) is \(Condition.range(atLeast, lessThan))")
    }
    if let dates = dates.sentence { parts.append("the date of \(time) is \(dates)") }
    return parts.joined(separator: " and ")
  }
}

extension PastTest.Count {
  /// The dates between which it counts, after a comma; empty without any.
  fileprivate var countedDates: String {
    dates.sentence.map { ", counted where the date is \($0)" } ?? ""
  }
}

extension DateRange {
  /// "2026-11-27 or later and before 2026-12-01"; nil for any time.
  fileprivate var sentence: String? {
    let parts = [from.map { "\($0) or later" }, before.map { "before \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

extension CustomerEvent {
  fileprivate var words: String {
    switch self {
    case .signUp: "the sign-up"
    case .firstSeen: "the first device"
    case .opened: "a day on which the app is opened"
    case .updated: "an update of the app"
    case .firstPurchase: "the first purchase"
    case .purchase: "a purchase"
    case .renewal: "a renewal"
    case .cancellation: "a cancellation"
    case .refund: "a refund"
    case .lapse: "the end of the plan"
    case .trialStart: "the trial's start"
    case .trialEnd: "the trial's end"
    case .milestone(let milestone): "the milestone \(milestone)"
    case .use(let feature): "a use of \(feature)"
    case .dismissal(let prompt): "a dismissal of \(prompt)"
    case .paywall(let paywall): "the paywall \(paywall)"
    case .anyPaywall: "any paywall"
    case .closed(let paywall): "the closing of the paywall \(paywall)"
    case .bought(let product): "the purchase of \(product)"
    case .date(let date): "the date \(date)"
    case .season(let season): "the time of year \(season)"
    case .ending(let ending): "the time before the end of \(ending.anchor.name)"
    case .member(let team): "a member of \(team)"
    }
  }
}

extension Ending.Anchor {
  fileprivate var name: String {
    switch self {
    case .trialEnd: "the trial"
    case .periodEnd: "the paid period"
    case .introductoryOfferEnd: "the introductory offer"
    case .grantEnd: "what was granted"
    }
  }
}

extension AgeRangeTest {
  fileprivate var sentence: String {
    var parts: [String] = []
    if atLeast != nil || lessThan != nil {
      parts.append("the age range is \(Condition.range(atLeast, lessThan))")
    }
    if !declared.isEmpty {
      parts.append("the age was stated as \(declared.map(\.rawValue).alternatives)")
    }
    return parts.joined(separator: " and ")
  }
}

extension AttributeTest {
  fileprivate var sentence: String {
    var parts: [String] = []
    if !values.isEmpty { parts.append(values.map { "\($0)" }.alternatives) }
    if atLeast != nil || lessThan != nil { parts.append(Condition.range(atLeast, lessThan)) }
    return "\(attribute) is \(parts.isEmpty ? "set" : parts.joined(separator: " and "))"
  }
}

extension Access {
  /// The answer, in English.
  var sentence: String {
    switch self {
    case .unknown: "unknown"
    case .allowed(nil): "allowed without a limit"
    case .allowed(let limit?): "allowed, with \(limit.sentence)"
    case .denied(let denial):
      "denied (\(denial.reason.rawValue))"
        + (denial.limit.map { ", with \($0.sentence)" } ?? "")
        + (denial.paywall.map { ", showing the paywall \($0)" } ?? "")
    }
  }
}

extension Limit {
  fileprivate var sentence: String {
    (asked == nil ? "" : "a size of ") + "\(used) of \(limit) used (\(scope.rawValue))"
      + (renewsAt.map { ", more at \($0)" } ?? "")
  }
}
