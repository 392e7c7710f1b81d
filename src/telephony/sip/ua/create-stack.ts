import { fairTimeout, type Log } from '../../../platform/kernel/index.ts';
import type { SipCounters } from '../base/counters.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { LocatedTarget } from '../base/target.ts';
import { type Endpoint, type MaySend, TransportFailure, Withheld } from '../base/transport.ts';
import type { CallDialog, DialogStack } from '../call/call-dialog.ts';
import { type Locate, notify } from '../call/call-stack.ts';
import type { SessionTimerSettings } from '../message/session-expires.ts';
import type { Locator } from '../resolution/locator.ts';
import type { NamedTarget } from '../resolution/resolution.ts';
import { CallIds } from '../transaction/call-ids.ts';
import { TransactionLayer } from '../transaction/transaction-layer.ts';
import type { Transports } from '../transport/transports.ts';
import type { Wire } from '../transport/wire.ts';

/** Creates the parts that the calls of a user agent share. */
export function createStack(
  transports: Transports,
  scheduler: Scheduler,
  counters: SipCounters,
  options: { sessionTimer: SessionTimerSettings; log: Log; locator: Locator },
): DialogStack {
  const wire = createWire(transports, scheduler, counters);
  const callIds = new CallIds();
  return {
    wire,
    transports,
    transactions: new TransactionLayer(wire, callIds),
    callIds,
    dialogs: new Map<string, CallDialog>(),
    avoid: (target) => options.locator.avoid(target),
    locate: locateBy(options.locator, scheduler, options.log),
    sessionTimer: options.sessionTimer,
    log: options.log,
  };
}

/** The longest wait to locate a hop within a call. */
const locateWithinMs = 5_000;

function locateBy(locator: Locator, scheduler: Scheduler, log: Log): Locate {
  return (asked, done) => {
    const literal = locator.literal(asked);
    if (literal && literal.length > 0) {
      done(literal, '');
      return;
    }
    let isWaiting = true;
    const settle = (found: readonly LocatedTarget[], why: string): void => {
      if (!isWaiting) return;
      isWaiting = false;
      stop();
      notify(log, () => done(found, why));
    };
    const giveUp = () => settle([], 'the name servers took too long');
    const stop = fairTimeout(locateWithinMs, giveUp, scheduler);
    void find(locator, asked).then(({ found, why }) => settle(found, why));
  };
}

async function find(
  locator: Locator,
  asked: NamedTarget,
): Promise<{ found: readonly LocatedTarget[]; why: string }> {
  const found = await locator.locate(asked);
  return { found, why: found.length > 0 ? '' : await locator.whyNotLocated(asked) };
}

function createWire(transports: Transports, scheduler: Scheduler, counters: SipCounters): Wire {
  /** Counts messages that are sent, not those that wait for a connection and may be withheld. */
  const counting = (count: () => void, maySend: MaySend | undefined): MaySend | undefined => {
    if (maySend) {
      return () => {
        const leaves = maySend();
        if (leaves) count();
        return leaves;
      };
    }
    count();
    return undefined;
  };
  const send: Wire['send'] = (bytes, to, failed, maySend) => {
    const notSent = (error: TransportFailure): void => {
      if (!(error instanceof Withheld)) counters.sendErrors++;
      failed?.(error);
    };
    transports.send(
      bytes,
      to,
      notSent,
      counting(() => counters.sent++, maySend),
    );
  };
  return {
    scheduler,
    send,
    resend(bytes, to, failed, maySend) {
      const notSent = (error: TransportFailure): void =>
        // A retransmitted message has been sent once.
        failed?.(error instanceof Withheld ? error : new TransportFailure(error.message, true));
      send(
        bytes,
        to,
        notSent,
        counting(() => counters.retransmissions++, maySend),
      );
    },
    viaTo: ({ transport = 'udp' }: Endpoint) => ({ transport, sentBy: transports.sentBy(transport) }),
  };
}
