import ArgumentParser

/// What a server's operator sees of it.
struct ObservationOptions: ParsableArguments {
  @OptionGroup
  var metrics: MetricsOptions

  @OptionGroup
  var log: LogOptions
}
