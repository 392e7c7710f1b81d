import type { Log } from '../../../platform/kernel/index.ts';
import { defaultPort, endpointOf, type LocatedTarget, transportAsked } from '../base/target.ts';
import { type Endpoint, isReliable } from '../base/transport.ts';
import type { SipRequest } from '../message/message.ts';
import type { Body, HeaderList, OutgoingResponse } from '../message/serialize.ts';
import type { SessionTimerSettings } from '../message/session-expires.ts';
import type { NamedTarget } from '../resolution/resolution.ts';
import type { Uri } from '../syntax/index.ts';
import type { CallIds } from '../transaction/call-ids.ts';
import type { TransactionLayer } from '../transaction/transaction-layer.ts';
import type { Flow, Transports } from '../transport/transports.ts';
import type { Wire } from '../transport/wire.ts';

/**
 * Calls `done` once with the located targets in the order to try: at once for an address, later for a name.
 * `why` explains an empty result.
 */
export type Locate = (
  asked: NamedTarget,
  done: (found: readonly LocatedTarget[], why: string) => void,
) => void;

/** The parts of a user agent that its calls and dialogs share. */
export interface CallStack {
  wire: Wire;
  transactions: TransactionLayer;
  /** Call-IDs of the dialogs and of the transactions. */
  callIds: CallIds;
  locate: Locate;
  /** Records a failed target: the other targets of its name are tried first for a while. */
  avoid: (target: LocatedTarget) => void;
  sessionTimer: SessionTimerSettings;
  transports: Transports;
  log: Log;
}

/** The supported methods, as in the Allow header. */
export const allowedMethods = [
  'INVITE',
  'ACK',
  'CANCEL',
  'BYE',
  'OPTIONS',
  'UPDATE',
  'INFO',
  'REFER',
  'NOTIFY',
  'PRACK',
] as const;

/** The supported extensions (RFC 3261 §19.2), which a peer may require. */
export const supportedExtensions = ['timer', 'replaces', '100rel'] as const;

/**
 * Returns the header fields of every message that establishes or refreshes a dialog (RFC 3261 §12.1.1,
 * §13.2.1).
 */
export function dialogHeaders(stack: CallStack, flow: Flow): HeaderList {
  return [
    ['Contact', `<${stack.transports.contactUri(flow)}>`],
    ['Allow', allowedMethods.join(', ')],
    ['Supported', supportedExtensions.join(', ')],
  ];
}

/** Builds a response to a request, by default without a body. */
export function responseTo(
  request: Pick<SipRequest, 'basis'>,
  status: number,
  toTag: string | null,
  extra: { reason?: string; headers?: HeaderList; body?: Body | null } = {},
): OutgoingResponse {
  const { reason, headers = [], body = null } = extra;
  return { basis: request.basis, status, reason, toTag, headers, body };
}

/** Returns the flow by which the sender of a request reaches us. */
export function flowOf(request: Pick<SipRequest, 'uri' | 'topVia'>): Flow {
  return { transport: request.topVia.source?.transport, isSips: request.uri.scheme === 'sips' };
}

/** The most targets that are tried for one hop. */
const targetsMax = 3;

/**
 * Locates a hop within a dialog, in the order to try. The dialog's connection is kept while it leads to the
 * hop. A hop without a transport means the transport in use; a peer behind a NAT, or with a certificate for
 * its name but an address in its Contact, accepts no new connection. Once the connection has closed, a new
 * one goes to the port of the hop (RFC 3261 §18.1.1), never to the ephemeral port.
 */
export function locate(
  stack: CallStack,
  hop: Uri,
  flow: Endpoint,
  done: (endpoints: readonly Endpoint[]) => void,
): void {
  const isReachable = stack.transports.canReach(flow);
  if (hop.host === '') {
    done(isReachable ? [flow] : []);
    return;
  }
  const asked = transportAsked(hop);
  const { address, transport = 'udp', serverName } = flow;
  stack.locate({ host: hop.host, port: hop.port, transport: asked }, (found) => {
    const named = found.slice(0, targetsMax).map(endpointOf);
    const isSameEnd = isReliable(flow) && found.some(({ host }) => host === address);
    if (!isSameEnd || (asked ?? transport) !== transport) return done(named);
    const port = hop.port ?? defaultPort(transport);
    const listening = { address, port, transport, ...(serverName === undefined ? {} : { serverName }) };
    const others = named.filter((it) => it.transport !== transport || it.port !== port);
    done([...(isReachable ? [flow] : []), listening, ...others]);
  });
}

/** Runs a callback of another module; an exception is logged and affects no other call. */
export function notify(log: Log, handler: () => void): void {
  try {
    handler();
  } catch (error) {
    log.error({ err: error }, 'a sip event handler failed');
  }
}
