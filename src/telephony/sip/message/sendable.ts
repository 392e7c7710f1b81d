import { isToken, parseUri } from '../syntax/index.ts';
import type { HeaderList } from './serialize.ts';

/** The parts of a request that its owner names and that go on the wire as they are. */
interface NamedParts {
  requestUri: string;
  fromUri: string;
  toUri: string;
  callId: string;
  fromTag: string;
  headers: HeaderList;
}

/** Throws a TypeError that names the first part that cannot stand in a message. */
export function assertSendable(parts: NamedParts): void {
  for (const name of ['requestUri', 'fromUri', 'toUri'] as const) {
    if (!parseUri(parts[name])) throw new TypeError(`${name} is no URI`);
  }
  if (!/^[!-~]+$/.test(parts.callId)) throw new TypeError('callId cannot be a Call-ID');
  if (!isToken(parts.fromTag)) throw new TypeError('fromTag is no token');
  for (const [name] of parts.headers) {
    if (!isToken(name)) throw new TypeError(`${name} is no header name`);
  }
}
