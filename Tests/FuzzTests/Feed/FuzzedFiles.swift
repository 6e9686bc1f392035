import Foundation
import TollgateAppStore
import TollgateBlueprints

/// Files, receipts and small texts of any bytes.
enum FuzzedFiles {
  static func configuration(_ data: Data) -> String? {
    do {
      let file = try StoreKitConfiguration(json: data)
      let ids = file.subscriptions.map(\.productID)
      return ids.allSatisfy { file.subscription($0) != nil } ? nil : "a subscription is not found"
    } catch {
      return error.mistakes.isEmpty ? "a configuration refused without a mistake" : nil
    }
  }

  /// A receipt as it stands, and one of these bytes in Base64.
  static func receipt(_ text: String, _ data: Data) -> String? {
    for receipt in [text, data.base64EncodedString()] {
      do { _ = try OldReceipt.transactionID(inAppReceipt: receipt) } catch {}
      do { _ = try OldReceipt.transactionID(inTransactionReceipt: receipt) } catch {}
    }
    return nil
  }

  static func small(_ text: String) -> String? {
    if let period = Period(subscription: text), Period(subscription: period.description) != period {
      return "a period changed in a round trip"
    }
    if let amount = Milliunits(decimal: text), Milliunits(decimal: amount.description) != amount {
      return "an amount changed in a round trip"
    }
    return nil
  }

  static func blueprint(_ text: String) -> String? {
    do {
      _ = try BlueprintFile.parse(text, name: "fuzz.yml") { _ in Data(Seeds.configuration.utf8) }
      return nil
    } catch {
      return error.diagnostics.contains { $0.severity == .error }
        ? nil : "a blueprint refused without an error"
    }
  }
}
