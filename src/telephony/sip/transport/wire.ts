import type { Scheduler } from '../base/scheduler.ts';
import type { Endpoint, MaySend, TransportFailure, TransportName } from '../base/transport.ts';

/** The needs of a transaction: time, and a way to send. */
export interface Wire {
  scheduler: Scheduler;
  /** Sends for the first time. `failed` is called later, when the network refused. */
  send(bytes: Buffer, to: Endpoint, failed?: (error: TransportFailure) => void, maySend?: MaySend): void;
  /** Sends the same bytes again; counted as a retransmission. */
  resend(bytes: Buffer, to: Endpoint, failed?: (error: TransportFailure) => void, maySend?: MaySend): void;
  /** Returns what our Via names on the way to an endpoint. */
  viaTo(to: Endpoint): { transport: TransportName; sentBy: string };
}
