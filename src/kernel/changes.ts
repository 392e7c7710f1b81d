/** What a PATCH leaves: the fields of `changes` that are given, over those of `current`. */
export function withChanges<Value extends object>(
  current: Value,
  changes: { [Field in keyof Value]?: Value[Field] | undefined },
): Value {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...current, ...(Object.fromEntries(given) as Partial<Value>) };
}
