import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';

const connectTimeoutMs = 5_000;
/** Longer than most turns of a conversation: the caller would hear the delay of a new connection. */
const keepAliveMs = 60_000;
/** The largest WebSocket message. undici's own bound is 128 MB for each connection of every call. */
const messageBytesMax = 4_194_304;

interface GuardedDispatcherOptions {
  /** Whether a connection may be made to an address. */
  permits: (address: string) => boolean;
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  resolve?: (name: string) => Promise<LookupAddress[]>;
}

/** Opens a connection, with TLS for `https:`. */
export type Connector = buildConnector.connector;

/** The connectors for HTTP/2 of guarded dispatchers. */
const connectors = new WeakMap<Dispatcher, Connector>();

/** A forbidden address. Retrying changes nothing. */
class ForbiddenAddressError extends Error {
  readonly retryable = false;

  constructor(host: string) {
    super(`${host.slice(0, 253)} is not an address that may be reached`);
    this.name = 'ForbiddenAddressError';
  }
}

/**
 * Opens the connections of providers, HTTP and WebSocket alike, only to permitted addresses. Literal addresses are
 * checked. Names are resolved once, and the connection goes to the checked address.
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
  const guarded = (connect: Connector): Connector => {
    return (options, done) => {
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      // Only names reach the lookup, so literal addresses are checked here.
      if (isIP(host) !== 0 && !permits(host)) done(new ForbiddenAddressError(host), null);
      else connect(options, done);
    };
  };
  const settings = { timeout: connectTimeoutMs, lookup };
  const dispatcher = new Agent({
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 10 * keepAliveMs,
    webSocket: { maxPayloadSize: messageBytesMax },
    connect: guarded(buildConnector(settings)),
  });
  connectors.set(dispatcher, guarded(buildConnector({ ...settings, preferH2: true })));
  return dispatcher;
}

/**
 * Returns the function that opens connections for HTTP/2 under the rules of a guarded dispatcher. Throws for any other dispatcher:
 * what it permits is unknown.
 */
export function http2Connector(dispatcher: Dispatcher): Connector {
  const connector = connectors.get(dispatcher);
  if (connector === undefined) throw new TypeError('the dispatcher has no rules for connections of HTTP/2');
  return connector;
}
