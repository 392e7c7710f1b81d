import { isToken, parseUri } from '../syntax/index.ts';
import type { HeaderList } from './serialize.ts';

/** Parts of a request that callers supply and that are sent unchanged. */
interface NamedParts {
  requestUri: string;
  fromUri: string;
  toUri: string;
  callId: string;
  fromTag: string;
  headers: HeaderList;
}

/** Throws a TypeError that names the first part that a message cannot hold. */
export function assertSendable(parts: NamedParts): void {
  for (const name of ['requestUri', 'fromUri', 'toUri'] as const) {
    if (!parseUri(parts[name])) throw new TypeError(`${name} is not a URI`);
  }
  if (!/^[!-~]+$/.test(parts.callId)) throw new TypeError('callId is not a valid Call-ID');
  if (!isToken(parts.fromTag)) throw new TypeError('fromTag is not a token');
  for (const [name] of parts.headers) {
    if (!isToken(name)) throw new TypeError(`${name} is not a header name`);
  }
}
