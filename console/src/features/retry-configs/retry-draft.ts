import type { Schema } from '../../api/index.ts';
import type { RetryConfig } from './retry-words.ts';
import { formatWaits, outcomes, parseWaits, type RetryOutcome, type RetryRules } from './waits.ts';

/** What the form edits: waits as people write them. */
export interface RetryDraft {
  name: string;
  maxAttempts: number | string;
  waits: string;
  retryOn: RetryOutcome[];
  /** Of outcomes that have waits of their own; empty: those of all. */
  ownWaits: Record<RetryOutcome, string>;
  varyTimeOfDay: boolean;
}

const usual = { name: '', maxAttempts: 4, delaysSeconds: [300, 3_600, 86_400], varyTimeOfDay: false };

/** What the form begins with; null: a new configuration. */
export function draftOf(config: RetryConfig | null): RetryDraft {
  const { name, maxAttempts, delaysSeconds, varyTimeOfDay } = config ?? usual;
  const own = (outcome: RetryOutcome) => formatWaits(config?.outcomeDelaysSeconds[outcome] ?? []);
  return {
    ...{ name, maxAttempts, varyTimeOfDay, waits: formatWaits(delaysSeconds) },
    retryOn: config?.retryOn ?? outcomes.map(({ value }) => value),
    ownWaits: {
      'no-answer': own('no-answer'),
      busy: own('busy'),
      failed: own('failed'),
      voicemail: own('voicemail'),
    },
  };
}

/** What the API takes, or the name of the field that cannot be read. */
export function configOf(draft: RetryDraft): Schema<'CreateRetryConfigInput'> | string {
  const delaysSeconds = parseWaits(draft.waits);
  if (delaysSeconds === null) return 'delaysSeconds';
  const outcomeDelaysSeconds: RetryConfig['outcomeDelaysSeconds'] = {};
  for (const { value } of outcomes) {
    if (draft.ownWaits[value].trim() === '') continue;
    const own = parseWaits(draft.ownWaits[value]);
    if (own === null) return `outcomeDelaysSeconds.${value}`;
    outcomeDelaysSeconds[value] = own;
  }
  const { name, retryOn, varyTimeOfDay } = draft;
  return {
    ...{ name, retryOn, varyTimeOfDay, delaysSeconds, outcomeDelaysSeconds },
    maxAttempts: Number(draft.maxAttempts),
  };
}

/** The rules that the picture shows; null: a field cannot be read. */
export function rulesOf(draft: RetryDraft): RetryRules | null {
  const config = configOf(draft);
  if (typeof config === 'string' || !Number.isInteger(config.maxAttempts)) return null;
  const maxAttempts = Math.min(20, Math.max(1, config.maxAttempts));
  const { delaysSeconds, outcomeDelaysSeconds = {} } = config;
  return { maxAttempts, delaysSeconds, outcomeDelaysSeconds, retryOn: draft.retryOn };
}
