/** Returns `current` with the given fields of `changes`. */
export function withChanges<Value extends object>(
  current: Value,
  changes: { [Field in keyof Value]?: Value[Field] | undefined },
): Value {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...current, ...(Object.fromEntries(given) as Partial<Value>) };
}

/** Whether a PATCH gives no field at all. */
export function changesNothing(changes: object): boolean {
  return Object.values(changes).every((value) => value === undefined);
}
