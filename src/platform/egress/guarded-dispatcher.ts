import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

const connectTimeoutMs = 5_000;
/** A turn of a conversation is rarely longer, and a new connection would be heard as a pause. */
const keepAliveMs = 60_000;
/** Of a message over a WebSocket; undici's own bound is 128 MB, of each connection of every call. */
const messageBytesMax = 4_194_304;

interface GuardedDispatcherOptions {
  /** Whether a connection may be made to an address. */
  permits: (address: string) => boolean;
  /** All addresses of a name; the system's resolver unless a test has its own. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

/** An address that may not be connected to; trying again changes nothing. */
class ForbiddenAddressError extends Error {
  readonly retryable = false;

  constructor(host: string) {
    super(`${host.slice(0, 253)} is not an address that may be reached`);
    this.name = 'ForbiddenAddressError';
  }
}

/**
 * Opens the connections of providers, over HTTP and WebSocket alike, and only to what is permitted: addresses that
 * are written out are judged, names are resolved once and the connection is made to an address that was judged.
 */
export function guardedDispatcher({ permits, resolve }: GuardedDispatcherOptions): Agent {
  const addressesOf = resolve ?? ((name: string) => systemLookup(name, { all: true }));
  const lookup: LookupFunction = (name, options, done) => {
    addressesOf(name).then(
      (found) => {
        const [first, ...rest] = found.filter(({ address }) => permits(address));
        if (!first) done(new ForbiddenAddressError(name), '', 0);
        else if (options.all) done(null, [first, ...rest]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup });
  return new Agent({
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 10 * keepAliveMs,
    webSocket: { maxPayloadSize: messageBytesMax },
    connect: (options, done) => {
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      // Only names are looked up.
      if (isIP(host) !== 0 && !permits(host)) done(new ForbiddenAddressError(host), null);
      else connect(options, done);
    },
  });
}
