const reads = /^\s*(select|with)\b/i;
const changes = /\b(insert|update|delete|merge)\b/i;
const calls = /\b(\w+)\(/g;
/** Names before a bracket that change nothing. Any other function may change something. */
const harmless = new Set([
  ...[
    'all',
    'any',
    'array',
    'array_agg',
    'bool_and',
    'ceil',
    'clock_timestamp',
    'coalesce',
    'count',
    'encode',
  ],
  ...[
    'exists',
    'extract',
    'greatest',
    'hashtextextended',
    'json_agg',
    'json_array_elements',
    'json_build_object',
  ],
  ...['json_object_agg', 'json_to_recordset', 'least', 'lower', 'make_interval', 'max', 'min', 'now'],
  ...['concat_ws', 'length'],
  // Ours, which read a clock, a row or their arguments.
  ...[
    'calls_by_number',
    'calls_of_number_today',
    'calls_on_trunk',
    'campaign_call_problems',
    'claim_stands',
    'dialer_now',
  ],
  ...[
    'event_data',
    'event_snapshot',
    'events_after',
    'has_events',
    'live_legs',
    'next_number_day',
    'number_rooms',
  ],
  ...['organizations_to_dial', 'rfc3339', 'takes_events'],
  ...[
    'convert_to',
    'date_bin',
    'floor',
    'json_populate_record',
    'left',
    'pg_current_snapshot',
    'pg_xact_status',
    'row',
    'sha256',
  ],
  ...['percentile_disc', 'row_number', 'statement_timestamp', 'string_agg', 'strpos', 'sum', 'to_char'],
  ...['to_regclass', 'to_timestamp', 'unnest', 'width_bucket'],
]);

/** Returns whether the text of a statement shows that it changes nothing. False when it does not show it. */
export function onlyReads(text: string): boolean {
  if (!reads.test(text) || changes.test(text)) return false;
  return Array.from(text.matchAll(calls), ([, name = '']) => name).every((name) =>
    harmless.has(name.toLowerCase()),
  );
}
