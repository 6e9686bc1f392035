extension AppDownload: FactValue {
  /// An abandoned customer may have it, although access can depend on it: the store signs it again for whoever returns.
  package static var traits: FactTraits { .removable }

  package var stamp: Instant? { nil }
}
