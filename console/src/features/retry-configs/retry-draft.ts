import type { Schema } from '../../api/schema.ts';
import type { RetryConfig } from './retry-labels.ts';
import { formatWaits, outcomes, parseWaits, type RetryOutcome, type RetryRules } from './waits.ts';

/** The fields of the form, with waits as text. */
export interface RetryDraft {
  name: string;
  maxAttempts: number | string;
  waits: string;
  retryOn: RetryOutcome[];
  /** Waits of single outcomes. Empty uses the common waits. */
  ownWaits: Record<RetryOutcome, string>;
  varyTimeOfDay: boolean;
}

const usual = { name: '', maxAttempts: 4, delaysSeconds: [300, 3_600, 86_400], varyTimeOfDay: false };

/** Returns the form's initial fields. Null stands for a new configuration. */
export function draftOf(config: RetryConfig | null): RetryDraft {
  const { name, maxAttempts, delaysSeconds, varyTimeOfDay } = config ?? usual;
  const own = (outcome: RetryOutcome) => formatWaits(config?.outcomeDelaysSeconds[outcome] ?? []);
  return {
    name,
    maxAttempts,
    varyTimeOfDay,
    waits: formatWaits(delaysSeconds),
    retryOn: config?.retryOn ?? outcomes.map(({ value }) => value),
    ownWaits: {
      'no-answer': own('no-answer'),
      busy: own('busy'),
      failed: own('failed'),
      voicemail: own('voicemail'),
    },
  };
}

/** Returns the API's input, or the name of an invalid field. */
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
    name,
    retryOn,
    varyTimeOfDay,
    delaysSeconds,
    outcomeDelaysSeconds,
    maxAttempts: Number(draft.maxAttempts),
  };
}

/** Returns the rules for the picture, or null when a field is invalid. */
export function rulesOf(draft: RetryDraft): RetryRules | null {
  const config = configOf(draft);
  if (typeof config === 'string' || !Number.isInteger(config.maxAttempts)) return null;
  const maxAttempts = Math.min(20, Math.max(1, config.maxAttempts));
  const { delaysSeconds, outcomeDelaysSeconds = {} } = config;
  return { maxAttempts, delaysSeconds, outcomeDelaysSeconds, retryOn: draft.retryOn };
}
