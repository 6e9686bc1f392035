import Tollgate
import TollgateBlueprints
import TollgateServer
import TollgateSimulation
import TollgateWire

/// What the app's developer changes.
extension ScenarioRunner {
  /// Starts the server again with other weights, over the same ledger and with the same keys, as a deployment does.
  func setWeights(
    _ weights: [Experiment.ID: [Experiment.Variant.ID: Int]]
  ) async throws(Problem) {
    var definition = backend.blueprint.definition
    definition.experiments = definition.experiments.map { $0.weighted(weights[$0.id] ?? [:]) }
    var configuration = configuration
    configuration.keys = backend.keys
    do {
      backend = try await SimulatedBackend(
        try Blueprint(definition), revision: scenario.blueprint.revision, store: store,
        ledger: backend.ledger, configuration: configuration
      ) { [clock] in clock.now }
      nudgeJob = NudgeJob(quietly: backend.service)
    } catch {
      throw Problem(.invalidValue, "The blueprint has mistakes with these weights.")
    }
  }
}

extension Experiment {
  /// The experiment with other weights of some variants.
  fileprivate func weighted(_ weights: [Variant.ID: Int]) -> Experiment {
    var weighted = self
    for (place, variant) in variants.enumerated() {
      weighted.variants[place].weight = weights[variant.id] ?? variant.weight
    }
    return weighted
  }
}
