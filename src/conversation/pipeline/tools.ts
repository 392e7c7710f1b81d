import type { ModelTool, ModelToolCall } from '../providers/interfaces/index.ts';

/** What is to be done on the line after a tool has run, once everything said before it was really sent. */
export type ToolThen =
  /** The call ends; the message is spoken first, to its end whoever speaks meanwhile. */
  | { kind: 'end-call'; message?: string; reason?: AgentEndReason }
  /** The caller is put through. Where that fails the conversation goes on, and the model is told why. */
  | { kind: 'transfer'; destination: string; message?: string }
  | { kind: 'send-dtmf'; digits: string }
  | { kind: 'pause-recording'; paused: boolean };

/** Why an agent ends a call. */
export type AgentEndReason = 'assistant-ended-call' | 'customer-opted-out' | 'voicemail';

/** What a tool came to. `result` goes to the model as JSON; failures that the model can speak of are results too. */
export interface ToolOutcome {
  result: unknown;
  then?: ToolThen;
}

interface ToolContext {
  /** Aborts when the call is over or the tool has taken too long; not when the caller interrupts. */
  signal: AbortSignal;
  /** Sent along by tools that can, so that whoever gets the same call twice does it once; absent: it comes once. */
  idempotencyKey?: string;
}

/** The tools of one agent in one call. */
export interface ToolRunner {
  readonly definitions: readonly ModelTool[];
  /** Runs a tool of the definitions, or says in its result that there is none of that name. */
  run(call: ModelToolCall, context: ToolContext): Promise<ToolOutcome>;
}
