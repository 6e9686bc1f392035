import Tollgate

extension ReferenceDecider {
  /// Of the values that an attribute was given by those who may set it under the blueprint, the last one holds.
  ///
  /// Of two set at one instant a removal counts less than any value, and otherwise the greater one counts.
  private func value(of name: String, setBy setter: Attribute.Setter) -> Attribute.Value? {
    var last: AttributeChange?
    for case .attribute(let change) in facts
    where change.attribute.rawValue == name && change.setBy == setter {
      guard let known = last else {
        last = change
        continue
      }
      if change.at > known.at {
        last = change
      } else if change.at == known.at, let value = change.value {
        if known.value.map({ $0 < value }) ?? true { last = change }
      }
    }
    return last?.value
  }

  /// What a condition requires of the device and of attributes; an unknown value meets nothing.
  func meets(_ audience: Audience) -> Bool {
    func reported(_ name: String) -> String? { value(of: name, setBy: .device)?.string }
    if !audience.countries.isEmpty {
      guard let own = reported("country"), audience.countries.contains(own) else { return false }
    }
    if !audience.languages.isEmpty {
      guard let own = reported("language"), audience.languages.contains(own) else { return false }
    }
    if !audience.devices.isEmpty {
      guard let own = reported("device"), audience.devices.map(\.rawValue).contains(own) else {
        return false
      }
    }
    if let versions = audience.appVersion {
      guard let own = reported("appVersion").map(numbers) else { return false }
      if let least = versions.atLeast, isLess(own, numbers(least.description)) { return false }
      if let end = versions.lessThan, !isLess(own, numbers(end.description)) { return false }
    }
    if let wanted = audience.ageRange {
      guard let own = reported("ageRange"), meets(wanted, own) else { return false }
    }
    if !audience.regulatoryFeatures.isEmpty {
      let own = reported("regulatoryFeature")?.split(separator: " ") ?? []
      guard audience.regulatoryFeatures.contains(where: { own.contains(Substring($0.rawValue)) })
      else { return false }
    }
    if !audience.consents.isEmpty {
      let own = value(of: "consent", setBy: .guardian)?.string
      guard audience.consents.contains(where: { $0.rawValue == own }) else { return false }
    }
    if let wanted = audience.boughtApp, !downloads.contains(where: { meets(wanted, $0) }) {
      return false
    }
    if !audience.environments.isEmpty {
      let own = downloads.map(\.environment)
      guard audience.environments.contains(where: own.contains) else { return false }
    }
    return audience.attributes.allSatisfy(meets)
  }

  /// The first download of each platform in each environment.
  private var downloads: [AppDownload] {
    let all = facts.compactMap { fact in
      if case .download(let download) = fact { download } else { nil }
    }
    return all.filter { own in
      !all.contains { other in
        guard own.environment == other.environment, own.platform == other.platform else {
          return false
        }
        if own.at != other.at { return other.at < own.at }
        return (other.version ?? "~") < (own.version ?? "~")
      }
    }
  }

  /// Only what was bought in production counts; a version is one of its platform.
  private func meets(_ wanted: AppPurchaseTest, _ download: AppDownload) -> Bool {
    guard download.environment == .production else { return false }
    switch wanted {
    case .before(let end): return download.at.milliseconds < end.milliseconds
    case .beforeVersion(let ends):
      guard let version = download.version, let first = version.first, first.isNumber else {
        return false
      }
      let own = numbers(version)
      let bounds =
        download.platform.map { platform in ends[platform].map { [$0] } ?? [] }
        ?? Array(ends.values)
      return !bounds.isEmpty && bounds.allSatisfy { isLess(own, numbers($0.description)) }
    }
  }

  /// Every age of the range must be within the bounds: `13-15 guardianDeclared`.
  private func meets(_ wanted: AgeRangeTest, _ range: String) -> Bool {
    let words = range.split(separator: " ")
    let ages = words[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ages.count == 2 else { return false }
    if let least = wanted.atLeast, Int(ages[0]) ?? -1 < least { return false }
    if let end = wanted.lessThan, Int(ages[1]) ?? 1000 >= end { return false }
    return wanted.declared.isEmpty
      || wanted.declared.contains { words.count == 2 && words[1] == $0.rawValue }
  }

  private func meets(_ test: AttributeTest) -> Bool {
    guard let declared = blueprint.attributes.first(where: { $0.id == test.attribute }),
      let own = value(of: test.attribute.rawValue, setBy: declared.setBy)
    else { return false }
    if !test.values.isEmpty, !test.values.contains(own) { return false }
    if test.atLeast == nil, test.lessThan == nil { return true }
    guard let number = own.integer else { return false }
    return number >= test.atLeast ?? .min && (test.lessThan.map { number < $0 } ?? true)
  }

  private func numbers(_ version: String) -> [Int] {
    version.split(separator: ".").compactMap { Int($0) }
  }

  /// Compares number by number; a missing one is 0.
  private func isLess(_ left: [Int], _ right: [Int]) -> Bool {
    for index in 0..<max(left.count, right.count) {
      let pair = (
        left.indices.contains(index) ? left[index] : 0,
        right.indices.contains(index) ? right[index] : 0
      )
      if pair.0 != pair.1 { return pair.0 < pair.1 }
    }
    return false
  }
}
