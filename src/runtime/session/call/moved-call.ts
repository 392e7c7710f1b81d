import type { SuspendedConversation } from '../../../conversation/pipeline/index.ts';
import type { AnsweredBy, CallUsage } from '../../../domains/calls/index.ts';
import type { MovedDialog } from '../../../telephony/sip/index.ts';
import type { PreparedAgent } from '../../agent-runtime/index.ts';
import type { MovedAudio, TrunkAudio } from '../audio/call-audio.ts';

/** The version of both documents. A process takes only calls of its own version. */
export const movedVersion = 1;

/** The facts about a call with which its agent is prepared. */
export interface CallFacts {
  customerNumber: string;
  /** The organization's number in this call. */
  agentNumber: string;
  timeZone: string | null;
  trunk: TrunkAudio;
  /** An INVITE that replaces the call is accepted from the addresses of this trunk only. */
  trunkId: string;
  credentials: { username: string; password: string } | null;
}

/** A call that is offered to another process, with all that the process needs to prepare for it. Stored as encrypted JSON. */
export interface CallOffer {
  direction: 'inbound' | 'outbound';
  facts: CallFacts;
  agent: PreparedAgent['agent'];
  variables: PreparedAgent['variables'];
  /** The prompt as the conversation began with it. */
  prompt: string;
  /** How the agent came to the call; absent for the agent with which the call began. */
  takeover?: PreparedAgent['takeover'];
  isRecorded: boolean;
}

/** A live call between two turns, from which another process goes on. Stored as encrypted JSON. */
export interface MovedCall {
  dialog: MovedDialog;
  audio: MovedAudio;
  conversation: SuspendedConversation;
  /** The position on the line's clock when the call was suspended. */
  positionMs: number;
  answeredAgoMs: number;
  answeredBy: AnsweredBy | null;
  usage: readonly CallUsage[];
}
