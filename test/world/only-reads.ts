const reads = /^\s*(select|with)\b/i;
const changes = /\b(insert|update|delete|merge)\b/i;
const calls = /\b(\w+)\(/g;
/** PostgreSQL functions that change nothing. Any other function may change something. */
const ofPostgres =
  'all any array array_agg avg bool_and bool_or cardinality ceil clock_timestamp coalesce concat_ws convert_to count date_bin ' +
  'current_setting encode exists extract floor generate_series greatest hashtext hashtextextended json_agg json_array_elements json_array_length json_each json_build_object jsonb_build_object ' +
  'json_object_agg json_populate_record json_populate_recordset json_to_recordset least left length lower make_interval max min ' +
  'date_trunc now nullif percentile_disc pg_current_snapshot pg_get_constraintdef pg_get_expr pg_relation_size pg_snapshot_xmax pg_snapshot_xmin pg_xact_status phraseto_tsquery regexp_replace row row_number sha256 similarity statement_timestamp ' +
  'split_part string_agg strpos substr substring sum to_char to_json to_regclass to_timestamp to_tsvector ts_rank_cd unnest width_bucket';
/** Our functions that only read a clock, a row or their arguments. */
const ours =
  'current_timeline dialing_hold valid_position find_due_calls_by_number calls_of_number_today calls_on_trunk campaign_call_problems is_number_claim_valid dialer_now ' +
  'event_data find_calls search_calls event_snapshot events_after has_events id_bound lines_dialed next_number_day numbers_with_capacity ' +
  'organizations_to_dial rfc3339 accepts_events member_state';
const harmless = new Set(`${ofPostgres} ${ours}`.split(' '));

/** Returns whether the text shows that the statement changes nothing. */
export function onlyReads(text: string): boolean {
  if (!reads.test(text) || changes.test(text)) return false;
  return Array.from(text.matchAll(calls), ([, name = '']) => name).every((name) =>
    harmless.has(name.toLowerCase()),
  );
}
