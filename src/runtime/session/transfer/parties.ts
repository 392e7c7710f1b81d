import type { ModelMessage } from '../../../conversation/providers/interfaces/index.ts';
import type { HeldCall, SecondLegState } from '../../../domains/calls/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';
import type { EstablishedCall } from '../../../telephony/sip/index.ts';
import type { PreparedAgent } from '../../agent-runtime/index.ts';
import type { Listener } from '../audio/call-hearing.ts';
import type { CallingMember, MemberEnd } from '../listening/member-channel.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import type { TransferRouting } from './transfer-routing.ts';

/** A call to transfer, with the services that a transfer needs. */
export interface TransferParties {
  environment: CallEnvironment;
  held: HeldCall;
  log: Log;
  prepared: PreparedAgent;
  /** The caller's signalling and audio. */
  leg: EstablishedCall;
  media: MediaSession;
  /** Sends the caller's audio and keys to `listener`, or back to the conversation for `null`. */
  divert: (listener: Listener | null) => void;
  /** Called when the caller is connected with the destination. */
  onConnected: () => void;
  /** Called when the transfer failed and the agent has the caller again. */
  onTakenBack: () => void;
  /** Called at the end of a second leg that was answered. */
  onLegOver: (leg: { trunkId: string; connectedMs: number }) => void;
  /** Reports members who come to the line in the agent's place. */
  takeOver: TakeOverReports;
  /** The conversation so far. */
  said: readonly ModelMessage[];
  /** Read when the call was answered, and used when the database is away. `null` when it could not be read. */
  knownRouting: TransferRouting | null;
  /** Aborts when the caller hung up. */
  signal: AbortSignal;
}

/** The result of a transfer. `connected`: the caller was connected with the destination, or the call left us. */
export type TransferOutcome =
  | { kind: 'connected' }
  // A member has taken the call over, and the conversation goes on under the member.
  | { kind: 'taken'; memberName: string | null }
  | { kind: 'failed'; reason: string };

/** What became of a member in a call. */
export type TakeOverEvent =
  | { type: 'began'; member: CallingMember }
  | { type: 'ended'; member: CallingMember; by: MemberEnd; note: string | null };

/** Where a call reports the members who speak in the agent's place. */
export interface TakeOverReports {
  /** Reports beginnings and ends. The returned function stops that. */
  observe(observer: (event: TakeOverEvent) => void): () => void;
  /** Lets a member begin during a transfer that awaits one. The returned function ends that. */
  expect(isExpected: (memberId: string) => Promise<boolean>): () => void;
}

/** The reasons why no second leg can be called. */
export const noLine: Readonly<Record<Exclude<SecondLegState, 'granted'>, string>> = {
  'organization-limit': 'all concurrent calls of the organization are in use',
  'trunk-limit': 'all concurrent calls of the trunk are in use',
  ended: 'the call is over',
};
