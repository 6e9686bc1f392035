import Foundation

// What Foundation has on Apple's systems alone; compiled as a file of each library that Scripts/availability.py checks.

extension FileManager {
  func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
