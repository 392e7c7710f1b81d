import type { ConversationProviders } from '../../conversation/pipeline/index.ts';
import type {
  LanguageModel,
  SpeechToSpeech,
  SpeechToText,
  TextToSpeech,
} from '../../conversation/providers/interfaces/index.ts';
import { ProviderError, type UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { Bound, ProviderContext, Providers } from '../../conversation/providers/registry.ts';
import type { AgentConfiguration } from '../../domains/agents/index.ts';
import type { Log } from '../../platform/kernel/index.ts';

/** The part of the provider registry that calls use. */
export type ProviderLookup = Omit<
  Providers,
  | 'checkKey'
  | 'lists'
  | 'warmUp'
  | 'embeddingModel'
  | 'rerankingModel'
  | 'voiceLoad'
  | 'turnDetector'
  | typeof Symbol.asyncDispose
> &
  Partial<Pick<Providers, 'voiceLoad' | 'turnDetector'>>;

/** The providers of an agent in one call. They may be opened before the variables of the call are known. */
export interface OpenedProviders extends AsyncDisposable {
  providers: ConversationProviders;
  /** The models that judge what the agent is about to say; empty without rules for them. */
  judges: readonly LanguageModel[];
  /** Providers read them during the call. `prepareAgent` fills them in. */
  variables: Record<string, unknown>;
}

/**
 * Opens the agent's providers. Rejects with a message for the call's record when the agent has no voice to speak with.
 * `bound` bounds the reads of keys.
 */
export async function openProviders(
  lookup: ProviderLookup,
  agent: AgentConfiguration,
  options: { organizationId: string; usage: UsageMeter; log: Log; bound?: Bound },
): Promise<OpenedProviders> {
  const { log, ...others } = options;
  // Without a prototype, so that a variable may have any name.
  const variables: Record<string, unknown> = Object.create(null);
  const found: AsyncDisposable[] = [];
  const dispose = async () => {
    await Promise.allSettled(found.map((one) => one[Symbol.asyncDispose]()));
  };
  const onProblem = (error: Error) => log.warn({ err: error }, 'a provider of the agent cannot be used');
  const context = { ...others, keys: new Map(), variables, onProblem };
  try {
    const providers = await findProviders(lookup, agent, context, found);
    const own = await findJudges(lookup, agent, context);
    found.push(...own);
    const judges = own.length > 0 ? own : providers.languageModel;
    return { providers, judges, variables, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Finds the agent's voices, transcribers and models. Each is added to `found` as soon as it exists. The caller disposes
 * of `found`, also after a rejection. Rejects with a message for the call's record when the agent has no voice to speak
 * with.
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
  const hasModel = languageModel.length > 0 || agent.flow !== null;
  const [speechToSpeech = null] = await kept(findSpeechToSpeech(lookup, agent, context, hasModel));
  const transcribers = hasModel ? await kept(lookup.speechToText(agent.transcriber, context)) : [];
  const speechToText = usableTranscribers(transcribers, languageModel, agent);
  const hearsSpeech = speechToSpeech !== null || speechToText.length > 0;
  return {
    speechToSpeech,
    textToSpeech: usableVoices(voices, agent, speechToSpeech !== null),
    languageModel,
    speechToText,
    // All conversations share it, so it is not disposed of with the others.
    turnDetector: (hearsSpeech && (await lookup.turnDetector?.())) || null,
  };
}

/** Returns the models that the agent's rules name; empty when its own model judges, or no rule needs one. */
async function findJudges(
  lookup: Pick<ProviderLookup, 'languageModel'>,
  { guardRails: { rules, model } }: Pick<AgentConfiguration, 'guardRails'>,
  context: ProviderContext,
): Promise<LanguageModel[]> {
  if (model === null || rules.every(({ type }) => type !== 'topic')) return [];
  return lookup.languageModel(model, context);
}

/** Returns the agent's voices, followed by the embedded one if it speaks the agent's language and is not among them. */
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

/** Drops transcribers that need expected phrases when the model supplies none. */
function usableTranscribers(
  transcribers: SpeechToText[],
  models: LanguageModel[],
  { language, flow }: Pick<AgentConfiguration, 'language' | 'flow'>,
): SpeechToText[] {
  const isScripted =
    models[0]?.expectedPhrases !== undefined ||
    Object.values(flow?.stages ?? {}).some(({ dialogue }) => dialogue !== null);
  const hasPhrases = isScripted && /^en\b/i.test(language);
  return transcribers.filter(({ needsPhrases }) => hasPhrases || !needsPhrases);
}

/**
 * Returns the agent's speech-to-speech model, or an empty array. When it cannot be used, a language model answers in its
 * place; rejects with a ProviderError when the agent has none.
 */
async function findSpeechToSpeech(
  lookup: Pick<Providers, 'speechToSpeech'>,
  agent: Pick<AgentConfiguration, 'speechToSpeech'>,
  context: ProviderContext,
  hasModel: boolean,
): Promise<SpeechToSpeech[]> {
  try {
    return await lookup.speechToSpeech(agent.speechToSpeech, context);
  } catch (error) {
    if (!hasModel || !(error instanceof ProviderError)) throw error;
    context.onProblem?.(error);
    return [];
  }
}

/**
 * Returns the voices if the first one speaks the agent's language. Otherwise returns none for a speech-to-speech model,
 * which needs a voice only to announce a recording. Throws with a message for the call's record when a voice is missing.
 */
function usableVoices(
  voices: TextToSpeech[],
  agent: Pick<AgentConfiguration, 'firstMessage' | 'language' | 'conversation'>,
  hasSpeechToSpeech: boolean,
): TextToSpeech[] {
  const [voice] = voices;
  if (voice && canSpeak(voice, agent)) return voices;
  if (hasSpeechToSpeech && agent.conversation.recording !== 'announced') return [];
  throw new Error(`no voice speaks ${agent.language}`);
}

/**
 * Returns whether a voice can speak for the agent. A voice must speak the agent's language, unless the agent has no text
 * to say.
 */
export function canSpeak(
  voice: TextToSpeech,
  agent: Pick<AgentConfiguration, 'firstMessage' | 'language' | 'conversation'>,
): boolean {
  const isSilent = (agent.firstMessage ?? '').trim() === '' && agent.conversation.recording !== 'announced';
  return isSilent || speaks(voice, agent.language);
}

/** Returns whether the provider speaks the language. A provider that lists no voices speaks every language. */
function speaks({ voices }: Pick<TextToSpeech, 'voices'>, wanted: string): boolean {
  const primary = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();
  return voices.length === 0 || voices.some(({ language }) => primary(language) === primary(wanted));
}
