import type { PhraseKind } from './phrases.ts';

export const answerKinds = [
  'person',
  'voicemail',
  'ivr',
  'screening',
  'queue',
  'intercept',
  'fax',
  'silence',
] as const;
export type AnswerKind = (typeof answerKinds)[number];

export interface AnswerVerdict {
  kind: AnswerKind;
  decidedAtMs: number;
  /** The end of a beep, after which we may speak; `null` when no beep was heard. */
  beepEndMs: number | null;
  /** Whether an `intercept` says that a later attempt may succeed. */
  isTemporary: boolean;
  /** The sign that decided it, in a few words. */
  reason: string;
}

/** A kind that is proposed by its words. */
export type ProposedKind = Exclude<PhraseKind, 'unreachable'> | 'person';
