// Names of features and placements are literals of the engine's types, which the client's module re-exports.
@_exported public import TollgateClient
