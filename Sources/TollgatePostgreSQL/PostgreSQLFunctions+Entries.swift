extension PostgreSQLFunctions {
  /// Gives committed facts their sequence numbers, in the order in which they were inserted.
  ///
  /// A number is given under the counter's lock to facts that are committed, so that no smaller one ever appears later;
  /// identities would, since transactions commit in another order than they began. Writes pay nothing for it, and a
  /// transaction that stays open delays no reader.
  ///
  /// `p_limit` bounds the facts of one call, and with it the time for which the counter is locked; the result is how many
  /// got a number, 0 if none is left.
  var number: String {
    """
    CREATE FUNCTION \(schema).number_1(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
    DECLARE
      v_last bigint;
      v_count integer;
    BEGIN
      SELECT last INTO STRICT v_last FROM \(schema).counter FOR UPDATE;
      WITH unnumbered AS (
        SELECT id, row_number() OVER (ORDER BY id) AS n FROM (
          SELECT id FROM \(schema).facts WHERE sequence IS NULL ORDER BY id LIMIT p_limit) AS f),
      numbered AS (
        UPDATE \(schema).facts AS f SET sequence = v_last + u.n FROM unnumbered AS u
          WHERE f.id = u.id AND f.sequence IS NULL)
      -- Also of facts that are removed at the same time, so that no number is given twice.
      SELECT count(*) INTO v_count FROM unnumbered;
      UPDATE \(schema).counter SET last = v_last + v_count WHERE v_count > 0;
      RETURN v_count;
    END $$
    """
  }
}
