-- Splits the two large tables of a ledger, facts and answers, into partitions by a hash of the customer.
--
--   psql --set ON_ERROR_STOP=1 --file partition.sql "postgres://tollgate@db.example.com/tollgate"
--   psql --set partitions=64 --set schema=tollgate …    # the defaults are 16 and tollgate
--
-- Stop all Tollgate servers first: the script locks both tables while it copies them, for minutes per hundred million
-- rows, and needs free disk for a second copy. It is one transaction, so an interrupted one changes nothing; repeated on
-- a ledger that is already partitioned, it stops with an error. The servers need no other setting afterwards: the tables
-- have the owner and the privileges that they had, whoever runs this.
\set ON_ERROR_STOP 1
\if :{?schema} \else \set schema tollgate \endif
\if :{?partitions} \else \set partitions 16 \endif

BEGIN;
SELECT set_config('search_path', :'schema', true);
SELECT set_config('tollgate.partitions', :'partitions', true);
SET LOCAL lock_timeout = '10s';
SET LOCAL statement_timeout = 0;
-- Waits for a migration or a running server's transaction to end.
SELECT name FROM leases WHERE name = 'migration' FOR UPDATE;
LOCK TABLE facts, answers IN ACCESS EXCLUSIVE MODE;

DO $$
DECLARE
  v_table text;
  v_index record;
  v_next bigint;
  v_definitions text[];
  v_owner name;
  v_sequence regclass;
  v_statement text;
  v_partitions integer := current_setting('tollgate.partitions');
BEGIN
  IF v_partitions NOT BETWEEN 2 AND 1024 THEN
    RAISE EXCEPTION 'partitions must be 2 to 1024';
  END IF;
  FOREACH v_table IN ARRAY ARRAY['facts', 'answers'] LOOP
    IF (SELECT relkind FROM pg_class WHERE oid = v_table::regclass) = 'p' THEN
      RAISE EXCEPTION '% is partitioned already', v_table;
    END IF;
    -- A unique index of a partitioned table must contain the column that it is partitioned by.
    IF EXISTS (SELECT 1 FROM pg_index AS i WHERE indrelid = v_table::regclass AND indisunique AND NOT EXISTS (
      SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = i.indrelid AND a.attname = 'customer' AND a.attnum = ANY (i.indkey)))
    THEN
      RAISE EXCEPTION 'a unique key of % lacks the customer; this script is for another schema', v_table;
    END IF;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', v_table, v_table || '_whole');
    -- Without the indexes, whose names are still taken.
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY INCLUDING STORAGE) '
      'PARTITION BY HASH (customer)', v_table, v_table || '_whole');
    FOR v_part IN 0..v_partitions - 1 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
        v_table || '_' || v_part, v_table, v_partitions, v_part);
    END LOOP;
    EXECUTE format('INSERT INTO %I OVERRIDING SYSTEM VALUE SELECT * FROM %I', v_table, v_table || '_whole');
    -- Keys and indexes are built once the rows are there.
    SELECT array_agg(CASE WHEN indisprimary
        THEN format('ALTER TABLE %I ADD CONSTRAINT %I %s', v_table, conname, pg_get_constraintdef(c.oid))
        ELSE replace(pg_get_indexdef(indexrelid), v_table || '_whole', v_table) END)
      INTO v_definitions FROM pg_index
      LEFT JOIN pg_constraint AS c ON c.conindid = indexrelid AND c.contype = 'p'
      WHERE indrelid = (v_table || '_whole')::regclass;
    -- Triggers come last, so that they do not see the rows that are copied.
    v_definitions := v_definitions || (
      SELECT array_agg(replace(pg_get_triggerdef(oid), v_table || '_whole', v_table)) FROM pg_trigger
      WHERE tgrelid = (v_table || '_whole')::regclass AND NOT tgisinternal);
    v_sequence := NULL;
    IF v_table = 'facts' THEN
      -- New facts continue after all old ones, including deleted ones.
      v_sequence := pg_get_serial_sequence('facts_whole', 'id');
      v_next := nextval(v_sequence);
      PERFORM setval(pg_get_serial_sequence('facts', 'id'), v_next, false);
    END IF;
    -- The privileges of this role's default are not those of the old tables. A partition that is asked through its parent
    -- needs none of its own, but whoever owns the parent must be able to change it.
    v_owner := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = (v_table || '_whole')::regclass);
    FOR v_statement IN
      SELECT format('REVOKE ALL ON %s FROM %s', relid,
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)
      FROM pg_partition_tree(v_table::regclass) JOIN pg_class ON oid = relid CROSS JOIN aclexplode(relacl)
      WHERE grantee <> relowner GROUP BY relid, grantee
      UNION ALL
      SELECT format('ALTER TABLE %s OWNER TO %I', relid, v_owner) FROM pg_partition_tree(v_table::regclass)
    LOOP
      EXECUTE v_statement;
    END LOOP;
    FOR v_statement IN
      SELECT format('GRANT %s%s ON %s TO %s%s', privilege_type, columns, object,
        CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
        CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
      FROM (
        SELECT relacl AS acl, '' AS columns, format('TABLE %I', v_table) AS object
          FROM pg_class WHERE oid = (v_table || '_whole')::regclass
        UNION ALL
        SELECT attacl, format(' (%I)', attname), format('TABLE %I', v_table)
          FROM pg_attribute WHERE attrelid = (v_table || '_whole')::regclass AND NOT attisdropped
        UNION ALL
        SELECT relacl, '', 'SEQUENCE ' || pg_get_serial_sequence(v_table, 'id')
          FROM pg_class WHERE oid = v_sequence
      ) AS old CROSS JOIN aclexplode(acl)
    LOOP
      EXECUTE v_statement;
    END LOOP;
    EXECUTE format('DROP TABLE %I', v_table || '_whole');
    FOR v_number IN 1..cardinality(v_definitions) LOOP
      EXECUTE v_definitions[v_number];
    END LOOP;
    EXECUTE format('ANALYZE %I', v_table);
  END LOOP;
END $$;
COMMIT;
