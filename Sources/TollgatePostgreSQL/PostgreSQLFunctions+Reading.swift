extension PostgreSQLFunctions {
  /// The functions of the fifth migration: reads of each request, whose plans a connection keeps.
  ///
  /// A statement by itself is planned each time, which takes longer than running it. Prepared statements would not be
  /// known to the server that a pooler such as pgbouncer chooses for the next transaction. Being `STABLE`, a function
  /// sees the snapshot of the statement that calls it.
  var reading: [String] { [record, owner] }

  /// A customer's row with each of the facts, and each customer that was merged into it; the row alone if the version is
  /// the known one or there are none, and nothing if the customer was never written.
  private var record: String {
    """
    CREATE FUNCTION \(schema).record_1(p_app text, p_customer text, p_known bigint)
    RETURNS TABLE (o_version bigint, o_merged_into text, o_erased boolean, o_generation bigint,
      o_body text, o_absorbed text) LANGUAGE plpgsql STABLE AS $$
    DECLARE
      r record;
    BEGIN
      SELECT version, merged_into, erased, generation INTO r FROM \(schema).customers
        WHERE app = p_app AND id = p_customer;
      IF NOT FOUND THEN RETURN; END IF;
      IF r.version <> p_known THEN
        RETURN QUERY SELECT r.version, r.merged_into, r.erased, r.generation, body, NULL::text
          FROM \(schema).facts WHERE app = p_app AND customer IN (
            SELECT p_customer UNION ALL
            SELECT id FROM \(schema).customers WHERE app = p_app AND merged_into = p_customer)
          UNION ALL
          SELECT r.version, r.merged_into, r.erased, r.generation, NULL, id
          FROM \(schema).customers WHERE app = p_app AND merged_into = p_customer;
        IF FOUND THEN RETURN; END IF;
      END IF;
      o_version := r.version; o_merged_into := r.merged_into; o_erased := r.erased;
      o_generation := r.generation;
      RETURN NEXT;
    END $$
    """
  }

  /// The owner of a claim; nothing if there isn't one.
  private var owner: String {
    """
    CREATE FUNCTION \(schema).owner_1(p_app text, p_kind text, p_subject text, p_device text)
    RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN QUERY SELECT customer::text FROM \(schema).claims
        WHERE app = p_app AND kind = p_kind AND subject = p_subject AND device = p_device;
    END $$
    """
  }
}
