import type { Log } from '../kernel/index.ts';
import type { CallDialog } from './call-dialog.ts';
import type { SipRequest } from './message.ts';
import type { Resolve } from './resolve.ts';
import type { Body, HeaderList, OutgoingResponse } from './serialize.ts';
import type { SessionTimerSettings } from './session-expires.ts';
import type { TransactionLayer } from './transaction-layer.ts';
import type { Endpoint } from './transport.ts';
import type { Uri } from './uri.ts';
import type { Wire } from './wire.ts';

/** What calls and dialogs share of the user agent that they live in. */
export interface CallStack {
  wire: Wire;
  transactions: TransactionLayer;
  /** Dialogs by {@link dialogKey}. */
  dialogs: Map<string, CallDialog>;
  resolve: Resolve;
  /** `host:port` for Via. */
  sentBy: string;
  /** Our Contact value. */
  contact: string;
  sessionTimer: SessionTimerSettings;
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
] as const;

/** The extensions that we know (RFC 3261 §19.2): a peer may require them. */
export const supportedExtensions = ['timer', 'replaces'] as const;

/** Header fields of every message that makes or refreshes a dialog (RFC 3261 §12.1.1, §13.2.1). */
export function dialogHeaders(stack: CallStack): HeaderList {
  return [
    ['Contact', stack.contact],
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

/** Finds where a hop is reached: RFC 3263 without NAPTR and SRV, which a UDP trunk by host and port needs not. */
export function locate(stack: CallStack, hop: Uri, done: (endpoint: Endpoint | null) => void): void {
  if (hop.host === '') {
    done(null);
    return;
  }
  stack.resolve(hop.host, (address) => done(address === null ? null : { address, port: hop.port ?? 5060 }));
}

/** Runs a handler that is not ours: what it throws is logged and disturbs no other call. */
export function notify(log: Log, handler: () => void): void {
  try {
    handler();
  } catch (error) {
    log.error({ err: error }, 'a sip event handler failed');
  }
}
