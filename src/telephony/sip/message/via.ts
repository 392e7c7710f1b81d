import { defaultPort } from '../base/target.ts';
import { type Endpoint, isReliable } from '../base/transport.ts';
import { isToken, type Params, parseHostPort, parseParams, renderParams } from '../syntax/index.ts';

/** One hop of a Via header (RFC 3261 §20.42, `rport` of RFC 3581). */
export interface Via {
  /** The SIP version: `2.0`, or another in a request that is rejected for it. */
  version: string;
  /** Upper case: `UDP`, `TCP`, `TLS`. */
  transport: string;
  host: string;
  port: number | null;
  params: Params;
  /** The actual source of a received request. */
  source?: Endpoint;
}

/** The magic cookie (RFC 3261 §8.1.1.7). A branch with this prefix identifies its transaction by itself. */
export const branchCookie = 'z9hG4bK';

// Adjacent classes share no character, so this pattern never backtracks.
const sentProtocol = /^SIP[ \t]*\/[ \t]*([0-9]{1,3}\.[0-9]{1,3})[ \t]*\/[ \t]*([^ \t/;,]+)[ \t]+([^ \t;,]+)/i;
const spacedPort = /^[ \t]*:[ \t]*([0-9]{1,5})/;

/**
 * Parses one Via value; `null` when it is malformed. White space around the slashes and the colon is legal.
 */
export function parseVia(text: string): Via | null {
  const hop = parseHop(text);
  const params = hop && parseParams(text, hop.end);
  return hop?.version === '2.0' && params ? viaOf(hop, params) : null;
}

/**
 * Parses a Via value that may be malformed, to send a response by it. The version may be any; malformed
 * parameters are left out. `null` when it does not name the sender.
 */
export function salvageVia(text: string): Via | null {
  const hop = parseHop(text.trim());
  if (!hop) return null;
  const pieces = text.trim().slice(hop.end).split(';');
  const params = pieces.map((piece) => parseParams(`;${piece}`, 0) ?? []);
  return viaOf(hop, new Map(params.flatMap((it) => [...it])));
}

type Hop = Omit<Via, 'params' | 'source'> & { end: number };

/** Parses the part before the parameters, which begin at `end`. */
function parseHop(text: string): Hop | null {
  const protocol = sentProtocol.exec(text);
  if (!protocol) return null;
  const [matched, version, name, host] = protocol as unknown as [string, string, string, string];
  const port = spacedPort.exec(text.slice(matched.length));
  const hostPort = parseHostPort(port ? `${host}:${port[1]}` : host);
  const transport = name.toUpperCase();
  if (!isToken(transport) || !hostPort) return null;
  return { version, transport, ...hostPort, end: matched.length + (port?.[0].length ?? 0) };
}

function viaOf({ version, transport, host, port }: Hop, params: Params): Via {
  return { version, transport, host, port, params };
}

/** Renders a Via value for the wire. */
export function renderVia(via: Via): string {
  const port = via.port === null ? '' : `:${via.port}`;
  return `SIP/${via.version}/${via.transport} ${via.host}${port}${renderParams(via.params)}`;
}

/** Adds the actual source to the Via of a received request (RFC 3261 §18.2.1, RFC 3581 §4). */
export function stampVia(via: Via, source: Endpoint): Via {
  const params = new Map(via.params);
  params.set('received', source.address);
  if (params.has('rport')) params.set('rport', String(source.port));
  return { ...via, params, source };
}

/**
 * Returns the destination of the response to a stamped request. Over UDP that is the source address with
 * `rport` (RFC 3581 §4), or else with the port of the Via (RFC 3261 §18.2.2). Over a stream it is the
 * connection of the request. `maddr` is ignored: it would let any sender aim our responses.
 */
export function responseTarget(via: Via): Endpoint {
  const { source } = via;
  // If the connection has closed, its ephemeral port is useless; the port of the Via is tried.
  if (source && isReliable(source)) {
    return { ...source, port: via.port ?? defaultPort(source.transport ?? 'tcp') };
  }
  const address = via.params.get('received') ?? via.host;
  const rport = Number(via.params.get('rport') ?? 0);
  return { address, port: rport || via.port || 5060 };
}
