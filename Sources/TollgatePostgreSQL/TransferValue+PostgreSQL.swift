import TollgateLedger

extension TransferValue {
  var parameter: Statement.Value {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .bytes(let bytes): .bytes(bytes)
    }
  }
}

extension Row {
  /// A column as a move copies it.
  ///
  /// - Parameter index: The column's position, from 0.
  /// - Throws: ``LedgerError`` with code `corrupt`.
  func value(_ index: Int, _ kind: TransferTable.Kind) throws(LedgerError) -> TransferValue {
    guard let text = columns[index] else { return .null }
    switch kind {
    case .text: return .text(text)
    case .bytes: return .bytes(try bytes(index))
    case .integer:
      switch text {
      case "t": return .integer(1)
      case "f": return .integer(0)
      default: return .integer(try integer(index))
      }
    }
  }
}
