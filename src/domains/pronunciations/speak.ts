import { Readable } from 'node:stream';
import type {
  ProviderFailure,
  SpeechRequest,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { ProviderError, wholeSpeech } from '../../conversation/providers/kit/index.ts';
import type { Providers } from '../../conversation/providers/registry.ts';
import { readAloud } from '../../conversation/reading/index.ts';
import type { ReadScope } from '../../platform/audit/index.ts';
import { StreamedBody } from '../../platform/http/index.ts';
import { ApiError, invalid, toError } from '../../platform/kernel/index.ts';
import { writeWav } from '../../telephony/media/index.ts';
import { type AgentConfiguration, getAgent } from '../agents/index.ts';
import type { SpeakPronunciation } from './schemas.ts';

/** The voices of a process. */
export type Voices = Pick<Providers, 'textToSpeech'>;

/** The longest wait for a voice. */
const waitMsMax = 10_000;

type Speaker = Pick<AgentConfiguration, 'voice' | 'language' | 'languages'>;
const embedded: Speaker = { voice: null, language: 'en', languages: [] };

/**
 * Returns a term as audio/wav, spoken as in a call whose dictionary has this entry alone. Changes nothing. Throws a 400
 * when the voice cannot be used, does not speak the language or refuses the text, and a 503 when it fails.
 */
export async function speakPronunciation(
  scope: ReadScope,
  voices: Voices,
  { agentId, ...entry }: SpeakPronunciation,
): Promise<StreamedBody> {
  const speaker = agentId === null ? embedded : await agentOf(scope, agentId);
  const language = entry.language ?? speaker.language;
  const { organizationId } = scope.actor;
  const opened = await open(voices, speaker, organizationId);
  try {
    const [first] = opened;
    if (!first || !speaks(first, language)) throw invalid('language', `is not spoken by ${nameOf(agentId)}`);
    const field = entry.replacement === null ? 'term' : 'replacement';
    const { pcm, sampleRateHz } = await speech(first, field, {
      ...readAloud(entry.term, { language, pronunciations: [entry], readsNumbers: true }).from(0),
      voice: voiceOf(first, speaker, language),
      language,
    });
    const file = writeWav({ sampleRateHz, channels: [pcm] });
    return new StreamedBody('audio/wav', Readable.from([file]), { 'content-length': String(file.length) });
  } finally {
    await Promise.allSettled(opened.map((one) => one[Symbol.asyncDispose]()));
  }
}

/** Returns the agent of a body. An unknown one is a 400 that names the field. */
async function agentOf(scope: ReadScope, agentId: string): Promise<Speaker> {
  try {
    return await getAgent(scope, agentId);
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404)
      throw invalid('agentId', 'must be the id of an agent');
    throw thrown;
  }
}

function nameOf(agentId: string | null): string {
  return agentId === null
    ? 'the embedded voice; choose an agent whose voice speaks it'
    : 'the voice of the agent';
}

async function open(voices: Voices, { voice }: Speaker, organizationId: string): Promise<TextToSpeech[]> {
  try {
    return await voices.textToSpeech(voice, { organizationId, variables: {} });
  } catch (thrown) {
    if (thrown instanceof ProviderError) throw invalid('agentId', thrown.message);
    throw thrown;
  }
}

/** Returns the speech of a text that is given by the field. */
async function speech(voice: TextToSpeech, field: string, request: SpeechRequest) {
  try {
    return await wholeSpeech(voice.speak(request, { signal: AbortSignal.timeout(waitMsMax) }));
  } catch (error) {
    const { retryable, status = null } = error as Partial<ProviderFailure>;
    // Another status is about the key or the service.
    if (retryable === false && (status === null || status === 400 || status === 422))
      throw invalid(field, `cannot be spoken by ${voice.name}: ${toError(error).message}`);
    const message = `The voice ${voice.name} did not speak: ${toError(error).message}`;
    throw Object.assign(new ApiError(503, 'pronunciation.voice_failed', message), { cause: error });
  }
}

/** Returns the id of the speaker's voice for a language, or null for the provider's default. */
function voiceOf({ voices }: TextToSpeech, speaker: Speaker, language: string): string | null {
  const further = speaker.languages.find((one) => primary(one.language) === primary(language));
  const isOwn = primary(language) === primary(speaker.language);
  const id = (isOwn ? speaker.voice?.voice : further?.voice) ?? null;
  return voices.length === 0 || voices.some((one) => one.id === id) ? id : null;
}

function speaks({ voices }: TextToSpeech, language: string): boolean {
  return voices.length === 0 || voices.some((one) => primary(one.language) === primary(language));
}

function primary(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
