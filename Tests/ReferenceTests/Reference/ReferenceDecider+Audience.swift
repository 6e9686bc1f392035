import Tollgate

extension ReferenceDecider {
  /// Of the values set for an attribute by those whom the blueprint lets set it, the last one holds.
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
    return audience.attributes.allSatisfy(meets)
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
