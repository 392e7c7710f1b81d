import { isUpload, type Route, uploadTypes } from '../../src/platform/http/index.ts';

/** Returns the names of an operation's path parameters. */
export function parametersOf(route: Route): string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** The required query parameters of operations. */
const queries: Record<string, string> = {
  search: '?query=words',
  createSound: '?name=A%20sound',
  listCustomerFacts: '?phoneNumber={phoneNumber}',
  uploadKnowledgeFile: '?fileName=words.txt',
  replaceKnowledgeFile: '?fileName=words.txt',
};

/** Returns the address of an operation with these ids. A missing id is an error. */
export function addressOf(route: Route, ids: Record<string, string>): string {
  const address = route.path + (queries[route.operationId] ?? '');
  return address.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${route.operationId}: there is no id for {${name}} to walk with`);
    return encodeURIComponent(id);
  });
}

/** Returns the sample body of an operation. A missing sample is an error when the operation takes a body. */
export function bodyOf(
  route: Route,
  bodies: Record<string, unknown>,
): { body?: unknown; headers?: Record<string, string> } {
  if (!route.body) return {};
  if (!(route.operationId in bodies)) throw new Error(`${route.operationId}: there is no body to walk with`);
  const body = bodies[route.operationId];
  return isUpload(route) ? { body, headers: { 'content-type': uploadTypes[route.bodyKind] } } : { body };
}
