/// A bounded queue that takes turns: by network address, and for one address by account.
///
/// A client that sends much delays only itself: an element waits for at most one element of each other address.
struct FairQueue<Element: Sendable>: Sendable {
  /// Who an element is for.
  struct Origin: Hashable, Sendable {
    /// The network address; all addresses have the same share.
    let address: NetworkAddress
    /// The account; all accounts have the same share of their address, and the name need not exist.
    let account: String
  }

  /// What happens to an element that arrives.
  enum Arrival: Sendable {
    case waiting
    /// It waits, and the last element of the address with the most was removed to make room.
    case displacing(Element)
    /// There is no room for it.
    case refused
  }

  /// The elements of one address.
  private struct Lane: Sendable {
    var elements: [String: [Element]] = [:]
    /// The accounts that have elements, in the order of their turns.
    var turns: [String] = []
    var count = 0

    mutating func append(_ element: Element, of account: String) {
      if elements[account, default: []].isEmpty { turns.append(account) }
      elements[account, default: []].append(element)
      count += 1
    }

    mutating func next() -> Element? {
      guard !turns.isEmpty else { return nil }
      let account = turns.removeFirst()
      guard var waiting = elements.removeValue(forKey: account), !waiting.isEmpty else {
        return nil
      }
      let element = waiting.removeFirst()
      count -= 1
      if !waiting.isEmpty {
        elements[account] = waiting
        turns.append(account)
      }
      return element
    }

    /// Removes the last element of the account with the most.
    mutating func removeLast() -> Element? {
      guard
        let account = turns.max(by: {
          elements[$0, default: []].count < elements[$1, default: []].count
        }),
        var waiting = elements.removeValue(forKey: account), let element = waiting.popLast()
      else { return nil }
      count -= 1
      if waiting.isEmpty {
        turns.removeAll { $0 == account }
      } else {
        elements[account] = waiting
      }
      return element
    }
  }

  private let limit: Int
  private let addressLimit: Int
  private var lanes: [NetworkAddress: Lane] = [:]
  /// The addresses that have elements, in the order of their turns.
  private var turns: [NetworkAddress] = []
  /// The number of elements that wait.
  private(set) var count = 0

  /// Creates an empty queue.
  ///
  /// - Parameter addressLimit: How many of them may be of one address.
  init(limit: Int, addressLimit: Int) {
    self.limit = limit
    self.addressLimit = addressLimit
  }

  /// Adds an element, if its address has room; in a full queue the address with the most makes room.
  mutating func append(_ element: Element, from origin: Origin) -> Arrival {
    let own = lanes[origin.address]?.count ?? 0
    guard own < addressLimit else { return .refused }
    var displaced: Element?
    if count >= limit {
      guard
        let most = turns.max(by: {
          lanes[$0, default: Lane()].count < lanes[$1, default: Lane()].count
        }),
        lanes[most, default: Lane()].count > own + 1
      else { return .refused }
      displaced = lanes[most]?.removeLast()
      count -= 1
      if lanes[most]?.count == 0 { remove(most) }
    }
    if own == 0 { turns.append(origin.address) }
    lanes[origin.address, default: Lane()].append(element, of: origin.account)
    count += 1
    return displaced.map(Arrival.displacing) ?? .waiting
  }

  /// Removes the element whose turn it is; nil if none waits.
  mutating func next() -> Element? {
    guard !turns.isEmpty else { return nil }
    let address = turns.removeFirst()
    let element = lanes[address]?.next()
    if element != nil { count -= 1 }
    if lanes[address]?.count ?? 0 > 0 {
      turns.append(address)
    } else {
      lanes[address] = nil
    }
    return element
  }

  private mutating func remove(_ address: NetworkAddress) {
    lanes[address] = nil
    turns.removeAll { $0 == address }
  }
}
