import type { CallUsage } from '../calls/index.ts';

/** A call of a tool as a model makes it. */
interface DraftedCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/** What follows in the chat from a tool. */
export type FollowUp =
  | { kind: 'end'; optOut: boolean; message: string | null }
  | { kind: 'hand-off'; message: string | null };

/** One answer of a model, and what came of the tools that it called, in their order; fewer while one runs. */
export interface DraftedStep {
  text: string;
  calls: DraftedCall[];
  results: { content: string; onRecord: unknown; followUp: FollowUp | null }[];
}

/** How far an answer has come that is being made; kept so that whoever takes it over goes on from there. */
export interface AnswerDraft {
  /** The customer's message that is answered. */
  position: number;
  steps: DraftedStep[];
  /** What the models have left, in their order. */
  states: unknown[];
}

/** A whole answer. */
export interface Answer {
  position: number;
  steps: readonly DraftedStep[];
  states: readonly unknown[];
  /** What is said at last and comes from no model: why there is no answer, or a tool's farewell. */
  remark: string | null;
  /** What the chat becomes. */
  followUp: FollowUp | null;
}

/** What models were used for, since it was last written down. */
export interface CountedAnswer extends Answer {
  usage: readonly CallUsage[];
  /** False: the message was taken up before, by a process that was lost and with it what it had used. */
  usageIsComplete: boolean;
}

/** A message of an answer as it is stored. */
export type AnswerMessage =
  | { role: 'bot'; content: string }
  | { role: 'tool'; toolCallId: string; toolName: string; toolArguments: string; toolResult: string };

/** The messages of an answer in the order in which they stand in the transcript. */
export function messagesOfAnswer({ steps, remark }: Pick<Answer, 'steps' | 'remark'>): AnswerMessage[] {
  const messages = steps.flatMap(({ text, calls, results }): AnswerMessage[] => [
    ...botMessages(text),
    ...results.flatMap(({ onRecord }, n): AnswerMessage[] => {
      const call = calls[n];
      if (!call) return [];
      const toolArguments = JSON.stringify(call.arguments);
      const toolResult = JSON.stringify(onRecord) ?? 'null';
      return [{ role: 'tool', toolCallId: call.id, toolName: call.name, toolArguments, toolResult }];
    }),
  ]);
  return [...messages, ...botMessages(remark ?? '')].map(storable);
}

function botMessages(text: string): AnswerMessage[] {
  const content = text.trim();
  return content === '' ? [] : [{ role: 'bot', content }];
}

/** Without what the database takes in no text: NUL, and halves of characters. */
function storable(message: AnswerMessage): AnswerMessage {
  const texts = Object.entries(message).map(([name, text]) => [
    name,
    text.toWellFormed().replaceAll('\u0000', ''),
  ]);
  return Object.fromEntries(texts) as unknown as AnswerMessage;
}
