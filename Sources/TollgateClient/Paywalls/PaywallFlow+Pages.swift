extension PaywallFlow {
  /// The customer turned to a page of the paywall on screen; the position after the last page is the offer.
  ///
  /// Any other position has no effect, and no page turns while a purchase is in progress or after it has ended.
  mutating func turned(to position: Int) {
    update { presentation in
      guard presentation.stage == .offering, (0...presentation.pages.count).contains(position)
      else { return }
      presentation.position = position
    }
  }
}
