// refused: cannot convert return expression of type 'UIResponder' to return type 'UIWindowScene'
import UIKit

@MainActor func scene(of responder: UIResponder) -> UIWindowScene {
  responder
}
