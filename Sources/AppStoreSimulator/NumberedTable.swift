/// Values that records refer to by a number of four bytes; 0 refers to none.
struct NumberedTable<Element: Sendable>: Sendable {
  private var elements: [Element] = []

  /// The number of values.
  var count: UInt32 { UInt32(elements.count) }

  mutating func add(_ element: Element) -> UInt32 {
    elements.append(element)
    return count
  }

  subscript(number: UInt32) -> Element? {
    number == 0 ? nil : elements[Int(number) - 1]
  }
}

extension NumberedTable where Element: Equatable {
  /// The number of a value, which is added if it is missing.
  mutating func number(of element: Element) -> UInt32 {
    if let index = elements.firstIndex(of: element) { return UInt32(index + 1) }
    return add(element)
  }
}
