import type { Queryable } from '../../platform/db/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';
import { campaignForTeam } from './store/references.ts';

/**
 * Reports teams that cannot take calls over from speech-to-speech, and a transcriber that is never used because speech-to-speech
 * hears the caller and no model can replace it.
 */
export function speechToSpeechProblems(agent: AgentConfiguration): FieldError[] {
  const { speechToSpeech, model, transcriber, transferDestinations } = agent;
  if (speechToSpeech === null) return [];
  // It answers by itself, so that a member cannot speak in its place.
  const errors = transferDestinations.flatMap(({ type }, index) => {
    const message = 'cannot be `team` with `speechToSpeech`: no member can take over from such a model';
    return type === 'team' ? [{ field: `transferDestinations.${index}.type`, message }] : [];
  });
  if (model !== null || transcriber === null) return errors;
  const message =
    'is never used: `speechToSpeech` hears the caller, and without `model` nothing can replace it';
  return [...errors, { field: 'transcriber', message }];
}

/** Reports speech-to-speech of an agent whose calls a campaign gives to a team. */
export async function campaignProblems(
  db: Queryable,
  organizationId: string,
  agentId: string,
  { speechToSpeech }: AgentConfiguration,
): Promise<FieldError[]> {
  if (speechToSpeech === null) return [];
  const campaign = await campaignForTeam(db, organizationId, agentId);
  const message = `cannot be set while the campaign "${campaign}" gives answered calls to a team: no member can take over from such a model`;
  return campaign === null ? [] : [{ field: 'speechToSpeech', message }];
}
