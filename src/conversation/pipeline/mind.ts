import type { LanguageModel, ModelMessage, TextToSpeech } from '../providers/interfaces/index.ts';
import { answerTurn } from './answer.ts';
import type { ConversationOptions } from './conversation.ts';
import type { Memory } from './memory.ts';
import { Models } from './models.ts';
import type { AnswerContext, AnswerOutcome } from './rounds.ts';
import type { Turn } from './turn.ts';

/** What answers the caller, and what the agent's own texts are spoken with: the part in which the kinds of conversation differ. */
export interface Mind {
  /** Without an answer to give the agent says its first message and nothing else. */
  readonly canAnswer: boolean;
  /** Whether it puts keys together by itself. */
  readonly collectsKeys: boolean;
  /** Whether `#` may mean anything to it now. */
  takesPound(): boolean;
  /** Who speaks the agent's own texts, the preferred one first. */
  readonly voices: readonly TextToSpeech[];
  /** What its models have left; it is put back when a turn is taken back. */
  readonly states: ReadonlyMap<LanguageModel, unknown>;
  putBack(states: ReadonlyMap<LanguageModel, unknown>): void;
  /** Whole phrases and keys that it expects next; none: anything. */
  expectedPhrases(): readonly string[];
  /** Answers one turn. Throws when it is cut short. */
  answer(context: AnswerContext, turn: Turn): Promise<AnswerOutcome>;
  /** What it knows of what was said so far. */
  said(memory: Memory): readonly ModelMessage[];
  /** Something happened to the call that it has to know. */
  noted(memory: Memory, text: string): void;
  /** Of what the agent said by itself, this was heard. */
  remarked(text: string): void;
}

/** A language model, whose words a voice speaks. */
export function pipelineMind(options: ConversationOptions): Mind {
  const models = new Models(options);
  return {
    get canAnswer() {
      return models.areThere;
    },
    get collectsKeys() {
      return models.collectsKeys;
    },
    get states() {
      return models.states;
    },
    voices: options.providers.textToSpeech,
    putBack: (states) => models.putBack(states),
    expectedPhrases: () => models.expectedPhrases(),
    takesPound: () => models.takesPound(),
    answer: (context, turn) => answerTurn(context, turn, models),
    said: (memory) => memory.messages(),
    noted: (memory, text) => memory.note(text),
    // It is in the memory as it is.
    remarked: () => undefined,
  };
}

/** What the model is told of another telephone; in English, as its other instructions are for the model and not for the caller. */
export function connectedNote(number: string): string {
  return `The other side has put the call through: you are now connected with ${number}, who may be somebody else and has not heard what was said so far.`;
}
