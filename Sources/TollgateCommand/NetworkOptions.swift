import ArgumentParser

/// How a server treats its connections, and the requests on them.
struct NetworkOptions: ParsableArguments {
  @OptionGroup
  var connections: ConnectionOptions

  @OptionGroup
  var rates: RateOptions

  @OptionGroup
  var tls: TLSOptions

  @OptionGroup
  var cors: CORSOptions

  @OptionGroup
  var revenueCat: RevenueCatOptions
}
