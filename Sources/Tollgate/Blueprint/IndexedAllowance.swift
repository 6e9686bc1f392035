struct IndexedAllowance: Hashable, Sendable {
  let feature: Feature.ID
  let window: Feature.Window
}
