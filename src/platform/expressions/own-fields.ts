/**
 * The library determines the type of a value by its `constructor`, which is an ordinary field in JSON, and by the first
 * values in it. Where it would find such a field, it gets a proxy that hides it. Our own functions read the original.
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

/** Returns a value that is safe for the library. */
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

/** Returns a value with all its own fields. */
export function unguarded<Value>(value: Value): Value {
  return typeof value === 'object' && value !== null
    ? ((behind.get(value) as Value | undefined) ?? value)
    : value;
}

/** Forgets the cached result for a value that has changed. */
export function guardAnew(value: unknown): void {
  if (typeof value === 'object' && value !== null) known.delete(value);
}

/** Cached, because listing only the first keys of a large object takes as long as listing all. */
const known = new WeakMap<object, boolean>();

function meetsSuchAField(value: object): boolean {
  let meets = known.get(value);
  if (meets !== undefined) return meets;
  meets = findSuchAField(value);
  // Step objects, which have no prototype, gain fields during the run.
  if (Object.getPrototypeOf(value) !== null) known.set(value, meets);
  return meets;
}

function findSuchAField(value: object): boolean {
  for (let at: unknown = value; typeof at === 'object' && at !== null; at = firstIn(at)) {
    // No JSON value is a function; step objects have no prototype and hence no constructor.
    if (at.constructor !== undefined && typeof at.constructor !== 'function') return true;
  }
  return false;
}

/** Returns the element that the library inspects to determine the type of a list or an object. */
function firstIn(value: object): unknown {
  if (Array.isArray(value)) return value[0];
  for (const name in value) return (value as Record<string, unknown>)[name];
  return undefined;
}
