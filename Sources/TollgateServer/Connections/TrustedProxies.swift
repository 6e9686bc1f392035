/// The proxies whose `X-Forwarded-For` is believed.
struct TrustedProxies: Sendable {
  /// The greatest number of addresses of a header that are read, from the right; a longer chain is not believed.
  static let chainLimit = 16

  private let addresses: Set<NetworkAddress>

  /// Creates the proxies from their addresses; an empty one stands for requests without an address, as in tests.
  init(_ proxies: Set<String>) {
    addresses = Set(
      proxies.compactMap { $0.isEmpty ? NetworkAddress.unknown : NetworkAddress($0) })
  }

  /// The address that a request comes from: the peer's own, unless the peer is a trusted proxy.
  ///
  /// A proxy appends its peer's address to the header, so it is read from the right: the first address that is not a
  /// trusted proxy is the client's. Everything to the left of it was written by the client.
  ///
  /// - Parameters:
  ///   - peer: The address of the connection's peer.
  ///   - forwarded: The values of ``header``, in their order; read only if the peer is trusted.
  func client(
    of peer: NetworkAddress, _ forwarded: @autoclosure () -> [String]
  ) -> NetworkAddress {
    guard !addresses.isEmpty, addresses.contains(peer) else { return peer }
    let chain = forwarded().joined(separator: ",")
      .split(separator: ",", omittingEmptySubsequences: false)
    var nearest = peer
    for entry in chain.suffix(Self.chainLimit).reversed() {
      guard let address = NetworkAddress(entry) else { return nearest }
      guard addresses.contains(address) else { return address }
      nearest = address
    }
    return nearest
  }

  /// The header to which each proxy appends its peer's address.
  static let header = "X-Forwarded-For"
}
