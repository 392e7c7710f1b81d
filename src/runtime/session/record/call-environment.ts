import type { TracedCall } from '../../../conversation/telemetry/index.ts';
import type { SecretKey } from '../../../platform/access/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { MediaWorker } from '../../../telephony/media/index.ts';
import type { Locator, SipUserAgent } from '../../../telephony/sip/index.ts';
import type { AgentEnvironment } from '../../agent-runtime/index.ts';
import type { Checkpoints } from './checkpoints.ts';

/** What live calls are made of; the same for all calls of a process. */
export interface CallEnvironment extends AgentEnvironment {
  db: Database;
  media: MediaWorker;
  secret: SecretKey;
  log: Log;
  /** The address of our RTP sockets as peers are told it. */
  publicAddress: string;
  recordingsDir: string;
  /** Why nothing is to be recorded at this moment; null: there is room on the disk. */
  recordingShortage: () => string | null;
  /** How long an unanswered outbound call rings. */
  noAnswerTimeoutMs: number;
  /** An answered call ends when neither RTP nor RTCP has come for so long, except on hold. */
  mediaTimeoutMs: number;
  /** How long the other side may keep a call on hold. */
  holdTimeoutMs: number;
  /** Writes down how far conversations have come. */
  checkpoints: Pick<Checkpoints, 'mark' | 'forget'>;
  /** What finds the trunks by their names. */
  locator: Locator;
  /** What calls somebody else for a call that is put through. */
  invite: SipUserAgent['invite'];
  /** An answered call is over: it may be traced. */
  trace: (call: TracedCall) => void;
  /** A call ended: its slot is free. */
  onEnded: () => void;
  /** An INVITE through this trunk was not answered at all. */
  onUnanswered: (organizationId: string, trunkId: string, sentAtMs: number) => void;
  /** Whether the trunk lets this address send calls. */
  isOfTrunk: (organizationId: string, trunkId: string, address: string) => boolean;
  /** Whether the trunk's monitor found it there a short while ago; else it is looked at before it is dialed. */
  isTrunkThere: (organizationId: string, trunkId: string) => boolean;
}
