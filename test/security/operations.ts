import type { Route } from '../../src/platform/http/index.ts';

/** The names of the path parameters of an operation. */
export function parametersOf(route: Route): string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** The address of an operation with the ids filled in; a parameter that there is no id for is an error. */
export function addressOf(route: Route, ids: Record<string, string>): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${route.operationId}: there is no id for {${name}} to walk with`);
    return encodeURIComponent(id);
  });
}

/** The body of an operation; one that takes a body and has no sample is an error. */
export function bodyOf(
  route: Route,
  bodies: Record<string, unknown>,
): { body?: unknown; headers?: Record<string, string> } {
  if (!route.body) return {};
  if (!(route.operationId in bodies)) throw new Error(`${route.operationId}: there is no body to walk with`);
  const body = bodies[route.operationId];
  return route.bodyKind === 'csv' ? { body, headers: { 'content-type': 'text/csv' } } : { body };
}
