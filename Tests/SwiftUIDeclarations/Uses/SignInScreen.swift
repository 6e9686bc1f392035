// accepted
import AuthenticationServices
import SwiftUI
import TollgateClient

struct SignInScreen: View {
  let client: TollgateClient

  var body: some View {
    SignInWithAppleButton(
      onRequest: { client.prepare($0) },
      onCompletion: { result in Task { try await client.signIn(with: result) } })
  }
}
