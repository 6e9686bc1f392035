// refused: main actor-isolated
import SwiftUI
import TollgateClient

struct OffTheMainActor: View {
  let client: TollgateClient

  var body: some View { Text(title(of: client)) }

  nonisolated func title(of client: TollgateClient) -> String { "\(client.phase)" }
}
