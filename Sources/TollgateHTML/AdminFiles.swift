/// The files that the operators' pages are made of.
package enum AdminFiles {
  /// The templates of the pages and of the head of each, and what that includes.
  package static let templates: [String: [UInt8]] = [
    "icon": Array(Asset.iconPath.utf8),
    "mark": PackageResources.tollgate_svg,
    "style": Array(stylePath.utf8),
    "admin-head": PackageResources.admin_head_mustache,
    "admin-message": PackageResources.admin_message_mustache,
    "admin-link": PackageResources.admin_link_mustache,
    "admin-customers": PackageResources.admin_customers_mustache,
    "admin-customer": PackageResources.admin_customer_mustache,
    "admin-actions": PackageResources.admin_actions_mustache,
    "admin-change": PackageResources.admin_change_mustache,
    "admin-comparison": PackageResources.admin_comparison_mustache,
    "admin-rollback": PackageResources.admin_rollback_mustache,
    "admin-charts": PackageResources.admin_charts_mustache,
    "admin-chart": PackageResources.admin_chart_mustache,
    "admin-experiments": PackageResources.admin_experiments_mustache,
    "admin-audit": PackageResources.admin_audit_mustache,
    "admin-facts": PackageResources.admin_facts_mustache,
    "admin-entries": PackageResources.admin_entries_mustache,
    "admin-lists": PackageResources.admin_lists_mustache,
    "admin-jobs": PackageResources.admin_jobs_mustache,
    "admin-keys": PackageResources.admin_keys_mustache,
    "admin-people": PackageResources.admin_people_mustache,
    "admin-blueprint": PackageResources.admin_blueprint_mustache,
    "admin-edit": PackageResources.admin_edit_mustache,
    "admin-revision": PackageResources.admin_revision_mustache,
    "admin-webhooks": PackageResources.admin_webhooks_mustache,
    "admin-transactions": PackageResources.admin_transactions_mustache,
  ]

  private static let style = Asset.versioned("admin.css", .css(PackageResources.admin_css))

  /// Where the pages find the style sheet.
  package static let stylePath = "/assets/\(style.name)"

  /// The files that the pages refer to as `/assets/{name}`.
  package static let assets = Asset.shared.merging([style.name: style.asset]) { $1 }

  /// The script of the first page, which keeps its latest transactions and facts up to date.
  package static let customersScript = String(
    decoding: PackageResources.admin_customers_js, as: UTF8.self)

  /// The script of the form that edits a blueprint, which reads files that a person chooses.
  package static let editScript = String(
    decoding: PackageResources.admin_edit_js, as: UTF8.self)

  /// The script of the Blueprint page while the proposal is searched.
  package static let searchScript = String(
    decoding: PackageResources.admin_search_js, as: UTF8.self)

  /// The script of the lists, which reads more if few customers match.
  package static let listsScript = String(
    decoding: PackageResources.admin_lists_js, as: UTF8.self)
}
