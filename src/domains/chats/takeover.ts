import type { ModelMessage } from '../../conversation/providers/interfaces/index.ts';

/** How much of a chat another agent gets. */
interface HistoryTerms {
  history: 'all' | 'lastTurns' | 'summary' | 'none';
  turns: number;
}

/** An agent that has handed a chat over and may get it back, as it was then. */
export interface EarlierChatAgent {
  agentId: string;
  /** `null` for the draft. */
  version: number | null;
  name: string;
  variables: Record<string, unknown>;
  history: ModelMessage[];
  modelStates: readonly unknown[];
  /** What it gets of the chat since then. */
  terms: HistoryTerms;
  returnsTo: EarlierChatAgent | null;
}

/** How an agent came to a chat that another one began. */
export interface ChatTakeover {
  /** The hand-overs since the customer's last message. */
  count: number;
  /** The customer's message that was being answered then. */
  position: number;
  /** The number of messages then. The agent reads the later ones, and the customer's after `position`. */
  upTo: number;
  /** What it got of the chat before, and why it has it. */
  known: ModelMessage[];
  variables: Record<string, unknown>;
  returnsTo: EarlierChatAgent | null;
}

/** A hand-over of a chat, before its last messages are stored. */
export interface ChatHandOver {
  agentId: string;
  /** `null` for the draft. */
  version: number | null;
  takeover: Omit<ChatTakeover, 'upTo'>;
  modelStates: readonly unknown[] | null;
  isReturn: boolean;
  reason: string | null;
  /** The first words of the agent; `null` when its model answers the customer's message. */
  greeting: string | null;
}
