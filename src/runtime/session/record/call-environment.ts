import type { TracedCall } from '../../../conversation/telemetry/index.ts';
import type { CallWriter } from '../../../domains/calls/index.ts';
import type { TeamCallState } from '../../../domains/teams/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { MediaWorker } from '../../../telephony/media/index.ts';
import type { Locator, SipUserAgent } from '../../../telephony/sip/index.ts';
import type { AgentEnvironment } from '../../agent-runtime/index.ts';
import type { CallJournal } from './call-journal.ts';
import type { Checkpoints } from './checkpoints.ts';

/** A call of a team: `null` when it waits no more, `unknown` when the database does not answer. */
export type SeenTeamCall = TeamCallState | null | 'unknown';

/** The services that all live calls of a process share. */
export interface CallEnvironment extends AgentEnvironment {
  db: Database;
  writer: CallWriter;
  media: MediaWorker;
  secret: SecretKey;
  log: Log;
  /** The address of our RTP sockets in SDP. */
  publicAddress: string;
  recordingsDir: string;
  /** Returns the reason why recordings are off now, or `null` when the disk has room. */
  recordingShortage: () => string | null;
  /** Maximum ringing time of an outbound call. */
  noAnswerTimeoutMs: number;
  /** An answered call that is not on hold ends after this long without RTP and RTCP. */
  mediaTimeoutMs: number;
  /** Maximum time for which the other side may hold a call. */
  holdTimeoutMs: number;
  /** Stores the progress of conversations. */
  checkpoints: Pick<Checkpoints, 'mark' | 'forget'>;
  /** Remembers the calls of the last minutes, for a failover of the database. */
  journal: CallJournal;
  /** Returns whether the database is the one to which this process has reported. After a failover its records are not. */
  isDatabaseKnown: () => Promise<boolean>;
  /** Resolves trunks' host names. */
  locator: Locator;
  /** Offers the waiting calls of an organization to members with the others, and returns the state of one. */
  lookForMember: (
    organizationId: string,
    teamCallId: string,
    how: { soon: boolean },
  ) => Promise<SeenTeamCall>;
  /** Sends the INVITE of a second leg. */
  invite: SipUserAgent['invite'];
  /** Traces an answered call after its end. */
  trace: (call: TracedCall) => void;
  /** Called when a call ended and its slot is free. */
  onEnded: () => void;
  /** Called when an INVITE over this trunk got no response at all. */
  onUnanswered: (organizationId: string, trunkId: string, sentAtMs: number) => void;
  /** Called with the reason when a call over this trunk had no audio in common with the peer, with `null` when it had. */
  onAudio: (organizationId: string, trunkId: string, problem: string | null) => void;
  /** Returns whether the trunk admits calls from this address. */
  isOfTrunk: (organizationId: string, trunkId: string, address: string) => boolean;
  /** Returns whether the monitor found the trunk reachable lately. Otherwise it is probed before it is dialed. */
  isTrunkThere: (organizationId: string, trunkId: string) => boolean;
}
