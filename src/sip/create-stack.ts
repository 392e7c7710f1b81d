import type { Log } from '../kernel/index.ts';
import type { CallDialog } from './call-dialog.ts';
import type { CallStack } from './call-stack.ts';
import type { SipCounters } from './counters.ts';
import { createResolver } from './resolve.ts';
import type { Scheduler } from './scheduler.ts';
import type { SessionTimerSettings } from './session-expires.ts';
import { TransactionLayer } from './transaction-layer.ts';
import { type Endpoint, TransportFailure } from './transport.ts';
import type { Transports } from './transports.ts';
import type { Wire } from './wire.ts';

/** What the calls of a user agent share, over these transports and this clock. */
export function createStack(
  transports: Transports,
  scheduler: Scheduler,
  counters: SipCounters,
  options: { sessionTimer: SessionTimerSettings; log: Log },
): CallStack {
  const wire = createWire(transports, scheduler, counters);
  return {
    wire,
    transports,
    transactions: new TransactionLayer(wire),
    dialogs: new Map<string, CallDialog>(),
    resolve: createResolver(transports.family, scheduler),
    sessionTimer: options.sessionTimer,
    log: options.log,
  };
}

function createWire(transports: Transports, scheduler: Scheduler, counters: SipCounters): Wire {
  const send: Wire['send'] = (bytes, to, failed) => {
    counters.sent++;
    transports.send(bytes, to, (error) => {
      counters.sendErrors++;
      failed?.(error);
    });
  };
  return {
    scheduler,
    send,
    resend(bytes, to, failed) {
      counters.retransmissions++;
      // What is repeated has left once.
      send(bytes, to, failed && ((error) => failed(new TransportFailure(error.message, true))));
    },
    viaTo: ({ transport = 'udp' }: Endpoint) => ({ transport, sentBy: transports.sentBy(transport) }),
  };
}
