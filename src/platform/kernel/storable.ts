/** Returns plain data as PostgreSQL can store it: its texts without U+0000 and lone surrogates. */
export function storable<Value>(value: Value): Value {
  return storableValue(value) as Value;
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [storableValue(name), storableValue(one)]),
  );
}
