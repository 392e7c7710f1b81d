import { defaultPort } from '../base/target.ts';
import { type Endpoint, isReliable } from '../base/transport.ts';
import { isToken, type Params, parseHostPort, parseParams, renderParams } from '../syntax/index.ts';

/** One hop of a Via header (RFC 3261 §20.42, `rport` of RFC 3581). */
export interface Via {
  /** Of SIP: `2.0`, but for a Via of a request that is refused for another. */
  version: string;
  /** Upper case: `UDP`, `TCP`, `TLS`. */
  transport: string;
  host: string;
  port: number | null;
  params: Params;
  /** Of a received request: where it really came from. */
  source?: Endpoint;
}

/** The magic cookie of RFC 3261 §8.1.1.7: a branch that starts so identifies its transaction by itself. */
export const branchCookie = 'z9hG4bK';

// Neighbouring classes share no character, so no input makes this pattern try a second way.
const sentProtocol = /^SIP[ \t]*\/[ \t]*([0-9]{1,3}\.[0-9]{1,3})[ \t]*\/[ \t]*([^ \t/;,]+)[ \t]+([^ \t;,]+)/i;
const spacedPort = /^[ \t]*:[ \t]*([0-9]{1,5})/;

/** Reads one Via value; null when it is wrong. White space around the slashes and the colon is legal. */
export function parseVia(text: string): Via | null {
  const hop = parseHop(text);
  const params = hop && parseParams(text, hop.end);
  return hop?.version === '2.0' && params ? viaOf(hop, params) : null;
}

/**
 * Reads what can be read of a Via value that may be wrong, to answer by: its version may be any, and parameters that
 * cannot be read are left out. Null when it does not say who sent it.
 */
export function salvageVia(text: string): Via | null {
  const hop = parseHop(text.trim());
  if (!hop) return null;
  const pieces = text.trim().slice(hop.end).split(';');
  const params = pieces.map((piece) => parseParams(`;${piece}`, 0) ?? []);
  return viaOf(hop, new Map(params.flatMap((it) => [...it])));
}

type Hop = Omit<Via, 'params' | 'source'> & { end: number };

/** All before the parameters, which begin at `end`. */
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

/** The Via value as it goes on the wire. */
export function renderVia(via: Via): string {
  const port = via.port === null ? '' : `:${via.port}`;
  return `SIP/${via.version}/${via.transport} ${via.host}${port}${renderParams(via.params)}`;
}

/** RFC 3261 §18.2.1 and RFC 3581 §4: the Via of a received request, with where it really came from. */
export function stampVia(via: Via, source: Endpoint): Via {
  const params = new Map(via.params);
  params.set('received', source.address);
  if (params.has('rport')) params.set('rport', String(source.port));
  return { ...via, params, source };
}

/**
 * Where the response to a stamped request goes: RFC 3581 §4 with `rport`, else RFC 3261 §18.2.2 (the address it
 * came from, the port that its sender named), over a stream the connection that it came on. `maddr` is not followed: it would let a stranger aim our responses.
 */
export function responseTarget(via: Via): Endpoint {
  const { source } = via;
  // Should the connection be gone, the port that it came from is nobody's: the one that its sender named is tried.
  if (source && isReliable(source)) {
    return { ...source, port: via.port ?? defaultPort(source.transport ?? 'tcp') };
  }
  const address = via.params.get('received') ?? via.host;
  const rport = Number(via.params.get('rport') ?? 0);
  return { address, port: rport || via.port || 5060 };
}
