import type { FieldError } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';

/** Beside a model that hears and speaks, what would never be asked. */
export function speechToSpeechProblems(agent: AgentConfiguration): FieldError[] {
  const { speechToSpeech, model, transcriber } = agent;
  if (speechToSpeech === null || model !== null || transcriber === null) return [];
  const message =
    'is never used: speechToSpeech hears by itself, and without a model nothing takes its place';
  return [{ field: 'transcriber', message }];
}
