import type { ModelMessage, ModelTool, ModelToolCall, SpeechAudio } from '../providers/interfaces/index.ts';

/** An action on the line after a tool ran. It starts when everything said before it was sent. */
export type ToolThen =
  /** Ends the call after the message, which cannot be interrupted. `speech` is its audio if there is any already. */
  | { kind: 'end-call'; message?: string; speech?: SpeechAudio; reason?: AgentEndReason }
  /** Transfers the caller. When that fails, the conversation continues and the model gets the reason. */
  | { kind: 'transfer'; destination: string; message?: string }
  /** Another agent carries the conversation on after the message. The owner of the conversation knows which. */
  | { kind: 'hand-over'; message?: string }
  /** Presses keys; a `w` among them is a pause of 500 ms. */
  | { kind: 'send-dtmf'; digits: string }
  | { kind: 'pause-recording'; paused: boolean }
  /** Changes the voice, the transcription and our texts to one of the agent's languages. */
  | { kind: 'switch-language'; language: string };

/** Why an agent ends a call. */
export type AgentEndReason = 'assistant-ended-call' | 'customer-opted-out' | 'voicemail';

/** The outcome of a tool. `result` goes to the model as JSON. Failures that the model can explain are results too. */
export interface ToolOutcome {
  result: unknown;
  then?: ToolThen;
  /** The arguments that the tool got in place of spoken words, by their place, such as `customer.email`. */
  normalized?: Record<string, unknown>;
}

interface ToolContext {
  /** Returns the conversation as the model knows it, with the prompt; absent where a tool cannot read it. */
  said?: () => readonly ModelMessage[];
  /** The stage of the agent's flow; absent or `null` without one. */
  stage?: string | null;
  /** Aborts when the call ends or the tool takes too long, but not when the caller interrupts. */
  signal: AbortSignal;
  /** Sent to the tool's server, which can recognize a repeated call by it; absent when the call is not repeated. */
  idempotencyKey?: string;
}

/** The tools of an agent in one call. */
export interface ToolRunner {
  readonly definitions: readonly ModelTool[];
  /** Returns the arguments as the tool gets them, with values in place of spoken words; absent: as they are. */
  valuesOf?(call: ModelToolCall): Record<string, unknown>;
  /** Runs a tool. An unknown name gets an error result. */
  run(call: ModelToolCall, context: ToolContext): Promise<ToolOutcome>;
}

/** The name of the tool that changes the language, also in the record of a change without the tool. */
export const switchLanguageName = 'switchLanguage';
