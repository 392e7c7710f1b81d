const reads = /^\s*(select|with)\b/i;
const changes = /\b(insert|update|delete|merge)\b/i;
const calls = /\b(\w+)\(/g;
/** What looks like a call and changes nothing. Functions of ours may change things, and so may those of PostgreSQL's. */
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
  ...['percentile_disc', 'row_number', 'statement_timestamp', 'string_agg', 'strpos', 'sum', 'to_char'],
  ...['to_regclass', 'to_timestamp', 'unnest', 'width_bucket'],
]);

/** Whether a statement surely changes nothing; where its text does not tell, it may. */
export function onlyReads(text: string): boolean {
  if (!reads.test(text) || changes.test(text)) return false;
  return Array.from(text.matchAll(calls), ([, name = '']) => name).every((name) =>
    harmless.has(name.toLowerCase()),
  );
}
