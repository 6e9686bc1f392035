// refused: cannot convert value of type 'String' to expected argument type 'Bool'
import SwiftUI

struct WrongArgument: View {
  var body: some View { Text("A title").disabled("yes") }
}
