import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Scheduler } from './scheduler.ts';
import type { AddressFamily } from './transport.ts';

/** How long a name may take; the system's resolver would try for half a minute. */
const resolveTimeoutMs = 5_000;

/** Calls `done` once with an IP address of the family, or null: at once for an address, later for a name. */
export type Resolve = (host: string, done: (address: string | null) => void) => void;

/** Looks hosts up by A or AAAA record, whichever the socket can reach (RFC 3263 §4.2 without SRV). */
export function createResolver(family: AddressFamily, scheduler: Scheduler): Resolve {
  return (host, done) => {
    const bare = host.startsWith('[') ? host.slice(1, -1) : host;
    const literal = isIP(bare);
    if (literal !== 0) return done(family === 0 || literal === family ? bare : null);
    let waiting = true;
    const settle = (address: string | null): void => {
      if (!waiting) return;
      waiting = false;
      stop();
      done(address);
    };
    const stop = scheduler.after(resolveTimeoutMs, () => settle(null));
    lookup(bare, { family }).then(
      (found) => settle(found.address),
      () => settle(null),
    );
  };
}
