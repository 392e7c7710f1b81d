import type { ModelMessage } from '../../../conversation/providers/interfaces/index.ts';
import type { HeldCall } from '../../../domains/calls/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';
import type { EstablishedCall } from '../../../telephony/sip/index.ts';
import type { PreparedAgent } from '../../agent-runtime/index.ts';
import type { Listener } from '../audio/listener.ts';
import type { CallEnvironment } from '../record/call-environment.ts';

/** A call that is to be put through, and what that takes. */
export interface TransferParties {
  environment: CallEnvironment;
  held: HeldCall;
  log: Log;
  prepared: PreparedAgent;
  /** The caller's signalling and audio. */
  leg: EstablishedCall;
  media: MediaSession;
  /** Hands what comes from the caller to somebody else, or (null) to the conversation again. */
  divert: (listener: Listener | null) => void;
  /** The caller is with somebody else from here on. */
  onConnected: () => void;
  /** It came to nothing after all: the caller is with the agent again. */
  onTakenBack: () => void;
  /** Somebody else answered over this trunk, and was connected for so long. */
  onLegOver: (leg: { trunkId: string; connectedMs: number }) => void;
  /** What was said so far. */
  said: readonly ModelMessage[];
  /** Aborts when the caller is gone. */
  signal: AbortSignal;
}

/** What a try to put a caller through came to. `connected`: the call ended while the two spoke, or is out of our hands. */
export type TransferOutcome = { kind: 'connected' } | { kind: 'failed'; reason: string };
