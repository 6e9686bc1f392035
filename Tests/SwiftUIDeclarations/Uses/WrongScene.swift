// refused: cannot convert value of type 'UIResponder' to expected argument type 'UIWindowScene'
import StoreKit
import UIKit

@MainActor func manage(in responder: UIResponder) async throws {
  try await AppStore.showManageSubscriptions(in: responder)
}
