/**
 * The library finds out the type of a value by its `constructor`, which in JSON may be a field like any other, and by the types
 * of the first values in it. Where it would meet such a field, it is handed a proxy in which `constructor` is that of every
 * object and no field. Our own functions read what is behind it.
 */
const proxies = new WeakMap<object, object>();
const behind = new WeakMap<object, object>();

const handler: ProxyHandler<object> = {
  get: (target, name) =>
    name === 'constructor' && !Array.isArray(target) ? Object : guarded(Reflect.get(target, name)),
  getOwnPropertyDescriptor(target, name) {
    const field = Reflect.getOwnPropertyDescriptor(target, name);
    return field && name === 'constructor' ? { ...field, enumerable: false } : field;
  },
};

/** A value as the library may see it. */
export function guarded<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || !meetsSuchAField(value)) return value;
  let proxy = proxies.get(value);
  if (!proxy) {
    proxy = new Proxy(value, handler);
    proxies.set(value, proxy);
    behind.set(proxy, value);
  }
  return proxy as Value;
}

/** A value with every field of its own. */
export function unguarded<Value>(value: Value): Value {
  return typeof value === 'object' && value !== null
    ? ((behind.get(value) as Value | undefined) ?? value)
    : value;
}

/** Forgets what was found in a value that has been changed since. */
export function guardAnew(value: unknown): void {
  if (typeof value === 'object' && value !== null) known.delete(value);
}

/** Found before: to begin to list the names of a large object takes as long as to list them all. */
const known = new WeakMap<object, boolean>();

function meetsSuchAField(value: object): boolean {
  let meets = known.get(value);
  if (meets !== undefined) return meets;
  meets = findSuchAField(value);
  // Steps, which have no prototype, come while the run goes on.
  if (Object.getPrototypeOf(value) !== null) known.set(value, meets);
  return meets;
}

function findSuchAField(value: object): boolean {
  for (let at: unknown = value; typeof at === 'object' && at !== null; at = firstIn(at)) {
    // No value of JSON is a function; steps have no prototype, and so no constructor.
    if (at.constructor !== undefined && typeof at.constructor !== 'function') return true;
  }
  return false;
}

/** The value that the library looks at to tell the type of what is in a list or an object. */
function firstIn(value: object): unknown {
  if (Array.isArray(value)) return value[0];
  for (const name in value) return (value as Record<string, unknown>)[name];
  return undefined;
}
