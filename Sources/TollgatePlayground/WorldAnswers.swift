import Tollgate
import TollgateClient
import TollgateSimulation

/// What the server answers at the end of a life, to compare it under two blueprints.
struct WorldAnswers: Equatable {
  /// The phase; nil before the server has been read.
  let phase: String?
  let features: [String: String]

  /// The names of what other answers say differently: features, and the phase.
  ///
  /// Nothing is compared with a server that nobody has asked.
  func differences(to other: WorldAnswers) -> [String] {
    guard phase != nil, other.phase != nil else { return [] }
    return Set(features.keys).union(other.features.keys).filter {
      features[$0] != other.features[$0]
    }
    .sorted() + (phase == other.phase ? [] : ["the phase"])
  }
}

extension World {
  var answers: WorldAnswers {
    let membership = known.map { Membership(of: $0, in: blueprint, at: clock.now) }
    return WorldAnswers(
      phase: membership?.phase.rawValue,
      features: Dictionary(
        features.map { ($0.name, $0.detail ?? $0.answer) }
      ) { first, _ in first })
  }

  /// Whether the customer has not yet had a trial that starts with something they do.
  var isTrialAhead: Bool {
    guard let trial = blueprint.definition.trial, trial.start != .introductoryOffer else {
      return false
    }
    return known?.start(of: trial.id) == nil
  }

  /// Why the server answers as it does, with what it answered before the blueprint changed.
  var features: [FeatureRow] {
    FeatureReasons(
      file: file, customer: known, phone: phone.client?.membership, now: clock.now
    ).rows.map { row in
      var row = row
      guard let answers = fileChange?.before else { return row }
      let before = answers.features[row.name]
      if before != (row.detail ?? row.answer) {
        row.before = before ?? (answers.features.isEmpty ? nil : "no such feature")
      }
      return row
    }
  }
}
