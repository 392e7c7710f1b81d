/** A position in a JSON value: `['steps', 2, 'then', 0]`. */
export type Path = readonly (string | number)[];

/** Parses the API's path of a field: `steps.2.then` becomes `['steps', 2, 'then']`. */
export function pathOf(field: string): (string | number)[] {
  return field === '' ? [] : field.split('.').map((word) => (/^\d+$/.test(word) ? Number(word) : word));
}

/** Returns the value at a path, or undefined. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** Returns the JSON with another value at a path; undefined removes the field. The given JSON is not changed. */
export function withValue(json: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(json) ? [...json] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const fields = isObject(json) ? { ...json } : {};
  const inner = withValue(fields[key], rest, value);
  if (inner === undefined) delete fields[key];
  else fields[key] = inner;
  return fields;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
