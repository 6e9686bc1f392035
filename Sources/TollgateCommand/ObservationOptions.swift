import ArgumentParser

/// What leaves a server for its operator: metrics, messages and events.
struct ObservationOptions: ParsableArguments {
  @OptionGroup
  var metrics: MetricsOptions

  @OptionGroup
  var log: LogOptions

  @OptionGroup
  var webhooks: WebhookOptions
}
