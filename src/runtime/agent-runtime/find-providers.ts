import type { ConversationProviders } from '../../conversation/pipeline/index.ts';
import type {
  LanguageModel,
  SpeechToText,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import type { ProviderContext, Providers } from '../../conversation/providers/registry.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import { speaks } from './greeting.ts';
import { findSpeechToSpeech, usefulVoices } from './speech-providers.ts';

/** What calls ask of the registry. */
export type ProviderLookup = Omit<Providers, 'warmUp' | 'voiceBehindMs' | typeof Symbol.asyncDispose> &
  Partial<Pick<Providers, 'voiceBehindMs'>>;

/**
 * Whatever the agent speaks, hears and thinks with. Each that is found is put into `found`, to be disposed of by the
 * caller, whatever happens. Rejects, in words for the call's record, when the agent could not say anything.
 */
export async function findProviders(
  lookup: ProviderLookup,
  agent: AgentConfiguration,
  context: ProviderContext,
  found: AsyncDisposable[],
): Promise<ConversationProviders> {
  const kept = async <Provider extends AsyncDisposable>(finding: Promise<Provider[]>) => {
    const providers = await finding;
    found.push(...providers);
    return providers;
  };
  const voices = await findVoices(lookup, agent, context, kept);
  const languageModel = await kept(lookup.languageModel(agent.model, context));
  const isMute = languageModel.length === 0;
  const [speechToSpeech = null] = await kept(findSpeechToSpeech(lookup, agent, context, !isMute));
  const speechToText = isMute ? [] : await kept(lookup.speechToText(agent.transcriber, context));
  return {
    speechToSpeech,
    textToSpeech: usefulVoices(voices, agent, speechToSpeech !== null),
    languageModel,
    speechToText: useful(speechToText, languageModel, agent.language),
  };
}

/** The voices of the agent, and last the embedded one where it speaks the agent's language and is not among them. */
async function findVoices(
  lookup: ProviderLookup,
  { voice, language }: AgentConfiguration,
  context: ProviderContext,
  kept: (finding: Promise<TextToSpeech[]>) => Promise<TextToSpeech[]>,
): Promise<TextToSpeech[]> {
  const voices = await kept(lookup.textToSpeech(voice, context));
  if (voice === null) return voices;
  const known = new Set(voices.map(({ name }) => name));
  const embedded = await kept(lookup.textToSpeech(null, context));
  return [...voices, ...embedded.filter((one) => !known.has(one.name) && speaks(one, language))];
}

/** Whether there is all that the agent needs for a call; rejects like `findProviders` when not. */
export async function requireProviders(
  lookup: ProviderLookup,
  agent: AgentConfiguration,
  context: ProviderContext,
): Promise<void> {
  const found: AsyncDisposable[] = [];
  try {
    await findProviders(lookup, agent, context, found);
  } finally {
    await Promise.allSettled(found.map((one) => one[Symbol.asyncDispose]()));
  }
}

/** Those that can understand anything: one that needs phrases to expect is deaf where the model tells none. */
function useful(ears: SpeechToText[], models: LanguageModel[], language: string): SpeechToText[] {
  const hasPhrases = models[0]?.expectedPhrases !== undefined && /^en\b/i.test(language);
  return ears.filter(({ needsPhrases }) => hasPhrases || !needsPhrases);
}
