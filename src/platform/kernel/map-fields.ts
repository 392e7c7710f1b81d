/** Returns an object with the same names and other values. */
export function mapFields<Value, Next>(
  fields: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Next,
): Record<string, Next> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}
