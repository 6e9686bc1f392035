extension Placement {
  /// Whether a customer is in the hold-out group that never sees it.
  ///
  /// The answer is always the same for a customer; raising ``holdOut`` keeps those held out and adds others.
  public func holdsOut(_ customer: Customer.ID) -> Bool {
    // FNV-1a of both names, finalized with SplitMix64's mixer.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(id)/\(customer)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    return (hash ^ hash >> 31) % 100 < UInt64(max(0, holdOut))
  }
}
