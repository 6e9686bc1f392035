// refused: has no member 'connectedSceens'
#if os(iOS)
  import UIKit

  @MainActor var count: Int { UIApplication.shared.connectedSceens.count }
#endif
