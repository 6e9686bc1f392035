extension PostgreSQLFunctions {
  /// Writes and erasures that also concern the audit list.
  var administration: [String] { [appendAudited, eraseWithAudit] }

  /// Appends a write as ``append`` does, with an entry of the audit list unless the write is rejected.
  ///
  /// `p_audit` has the entry's id, author, action, customer, subject and reason.
  private var appendAudited: String {
    """
    CREATE FUNCTION \(schema).append_audited_1(p_app text, p_customer text, p_expected bigint,
      p_at bigint, p_kinds text[], p_bodies text[], p_key text, p_purpose text, p_status integer,
      p_body bytea, p_details jsonb, p_audited_at bigint, p_audit jsonb, OUT o_outcome text,
      OUT o_claim integer, OUT o_owner text, OUT o_purpose text, OUT o_status integer,
      OUT o_body bytea) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT w.o_outcome, w.o_claim, w.o_owner, w.o_purpose, w.o_status, w.o_body
        INTO o_outcome, o_claim, o_owner, o_purpose, o_status, o_body
        FROM \(schema).append_1(p_app, p_customer, p_expected, p_at, p_kinds, p_bodies, p_key,
          p_purpose, p_status, p_body, p_details) AS w;
      IF o_outcome IS NOT NULL THEN RETURN; END IF;
      INSERT INTO \(schema).audit (app, at, id, author, action, customer, subject, reason)
        VALUES (p_app, p_audited_at, p_audit->>0, p_audit->>1, p_audit->>2, p_audit->>3,
          p_audit->>4, p_audit->>5) ON CONFLICT DO NOTHING;
    END $$
    """
  }

  /// Erases as ``erasure`` does, and removes what the audit list says about whoever is erased.
  private var eraseWithAudit: String {
    """
    CREATE FUNCTION \(schema).erase_2(p_app text, p_customer text, p_expected bigint,
      p_at bigint, p_releases jsonb, p_erased text, p_prefix text,
      OUT o_outcome text, OUT o_customers jsonb) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT e.o_outcome, e.o_customers INTO o_outcome, o_customers
        FROM \(schema).erase_1(p_app, p_customer, p_expected, p_at, p_releases, p_erased,
          p_prefix) AS e;
      IF o_outcome IS NOT NULL THEN RETURN; END IF;
      UPDATE \(schema).audit SET customer = NULL, subject = NULL, reason = NULL
        WHERE app = p_app AND customer IN (
          SELECT jsonb_array_elements_text(o_customers));
    END $$
    """
  }
}
