/// What some rule limits: the uses of a feature in a window.
///
/// Rules that limit the same feature in the same window share one count.
struct IndexedAllowance: Hashable, Sendable {
  let feature: Feature.ID
  let window: Feature.Window
}
