import Foundation
import SwiftUI
import TollgateClient
import TollgateUI
