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
 * Calls `done` once with where a target is reached, in the order in which to try: at once for an address, later for a
 * name. `why` says in words why there is no such place.
 */
export type Locate = (
  asked: NamedTarget,
  done: (found: readonly LocatedTarget[], why: string) => void,
) => void;

/** What calls and dialogs share of the user agent that they live in. */
export interface CallStack {
  wire: Wire;
  transactions: TransactionLayer;
  /** Of the dialogs and of the transactions. */
  callIds: CallIds;
  locate: Locate;
  /** A request to this target was not taken: others of its name are tried before, for a while. */
  avoid: (target: LocatedTarget) => void;
  sessionTimer: SessionTimerSettings;
  transports: Transports;
  log: Log;
}

/** The methods that we take, as the Allow header says them. */
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

/** The extensions that we know (RFC 3261 §19.2): a peer may require them. */
export const supportedExtensions = ['timer', 'replaces', '100rel'] as const;

/** Header fields of every message that makes or refreshes a dialog (RFC 3261 §12.1.1, §13.2.1). */
export function dialogHeaders(stack: CallStack, flow: Flow): HeaderList {
  return [
    ['Contact', `<${stack.transports.contactUri(flow)}>`],
    ['Allow', allowedMethods.join(', ')],
    ['Supported', supportedExtensions.join(', ')],
  ];
}

/** A response to a request, without a body unless one is given. */
export function responseTo(
  request: Pick<SipRequest, 'basis'>,
  status: number,
  toTag: string | null,
  extra: { reason?: string; headers?: HeaderList; body?: Body | null } = {},
): OutgoingResponse {
  const { reason, headers = [], body = null } = extra;
  return { basis: request.basis, status, reason, toTag, headers, body };
}

/** How the peer of a request that we received, or answer, reaches us. */
export function flowOf(request: Pick<SipRequest, 'uri' | 'topVia'>): Flow {
  return { transport: request.topVia.source?.transport, isSips: request.uri.scheme === 'sips' };
}

/** How many of the places that a hop leads to are tried. */
const placesMax = 3;

/**
 * Finds where a hop within a dialog is reached, in the order in which to try. A connection that the dialog has is kept to
 * where the hop is at its other end: a peer that names no transport means the one it uses, and one behind a NAT, or whose
 * certificate is for its name and not for the address in its Contact, could not be connected to. Once that connection is
 * gone a new one goes to the port that the hop names (RFC 3261 §18.1.1), never to the one that the old one came from.
 */
export function locate(
  stack: CallStack,
  hop: Uri,
  flow: Endpoint,
  done: (places: readonly Endpoint[]) => void,
): void {
  const isThere = stack.transports.leadsTo(flow);
  if (hop.host === '') {
    done(isThere ? [flow] : []);
    return;
  }
  const asked = transportAsked(hop);
  const { address, transport = 'udp', serverName } = flow;
  stack.locate({ host: hop.host, port: hop.port, transport: asked }, (found) => {
    const named = found.slice(0, placesMax).map(endpointOf);
    const isSameEnd = isReliable(flow) && found.some(({ host }) => host === address);
    if (!isSameEnd || (asked ?? transport) !== transport) return done(named);
    const port = hop.port ?? defaultPort(transport);
    const listening = { address, port, transport, ...(serverName === undefined ? {} : { serverName }) };
    const others = named.filter((place) => place.transport !== transport || place.port !== port);
    done([...(isThere ? [flow] : []), listening, ...others]);
  });
}

/** Runs a handler that is not ours: what it throws is logged and disturbs no other call. */
export function notify(log: Log, handler: () => void): void {
  try {
    handler();
  } catch (error) {
    log.error({ err: error }, 'a sip event handler failed');
  }
}
