import AppStoreSimulator
import Foundation
import TollgateAppStore

/// Something of ours that reads bytes from outside; an input's first byte says which.
enum Feed: UInt8, CaseIterable {
  case configuration, transaction, renewalInfo, notification, appTransaction, serverAnswer
  case signedText, signedPayload, appReceipt, transactionReceipt, period, blueprint
  case issuerClaims

  /// Lets the reader that the first byte names read the rest.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - store: Who signed what must not be forged.
  /// - Returns: What must never happen and did; nil when all is well.
  static func read(_ input: [UInt8], in store: FuzzedStore) async -> String? {
    guard let first = input.first,
      let reader = Feed(rawValue: first % UInt8(allCases.count))
    else { return nil }
    return await reader.read(Array(input.dropFirst()), in: store)
  }

  private func read(_ bytes: [UInt8], in store: FuzzedStore) async -> String? {
    let data = Data(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .configuration: return FuzzedFiles.configuration(data)
    case .transaction: return Self.roundTrip(TransactionPayload.self, data)
    case .renewalInfo: return Self.roundTrip(RenewalInfoPayload.self, data)
    case .notification: return Self.roundTrip(NotificationPayload.self, data)
    case .appTransaction: return Self.roundTrip(AppTransactionPayload.self, data)
    case .serverAnswer: return Self.serverAnswer(data)
    case .signedText: return await store.acceptsForgery(text)
    case .signedPayload: return await store.verifiesOwn(data)
    case .appReceipt, .transactionReceipt: return FuzzedFiles.receipt(text, data)
    case .period: return FuzzedFiles.small(text)
    case .blueprint: return FuzzedFiles.blueprint(text)
    case .issuerClaims: return await store.issuer.signIn(with: data)
    }
  }

  /// What is read is written and read again as the same.
  private static func roundTrip<Payload: Codable & Equatable>(
    _ type: Payload.Type, _ data: Data
  ) -> String? {
    do {
      let payload = try JSONDecoder().decode(type, from: data)
      let again = try JSONDecoder().decode(type, from: JSONEncoder().encode(payload))
      return again == payload ? nil : "\(type) changed in a round trip"
    } catch {
      return error is DecodingError ? nil : "\(type): \(error)"
    }
  }

  private static func serverAnswer(_ data: Data) -> String? {
    let types: [any (Codable & Equatable).Type] = [
      HistoryResponse.self, StatusResponse.self, NotificationHistoryResponse.self,
      RefundHistoryResponse.self, OrderLookupResponse.self, TransactionInfoResponse.self,
      ExtendRenewalDateResponse.self, MassExtendRenewalDateStatusResponse.self,
      ServerAPIErrorResponse.self, ConsumptionRequest.self, NotificationHistoryRequest.self,
    ]
    for type in types {
      if let trouble = roundTrip(type, data) { return trouble }
    }
    return nil
  }
}
