import { fillVariables } from '../agents/index.ts';
import type { DialableAgent } from '../dialer/index.ts';
import type { ConversationProviders } from '../pipeline/index.ts';
import type { ProviderContext, Providers } from '../providers/registry.ts';
import type { LanguageModel, SpeechToText } from '../providers/spec/index.ts';
import { canSpeak, type Greeting, speakGreeting, valuesOf } from './greeting.ts';

/** An agent with everything that one call needs of it; disposed of when the call is over. */
export interface PreparedAgent extends AsyncDisposable {
  agent: DialableAgent;
  /** The values of its variables in this call. */
  variables: Record<string, unknown>;
  /** The prompt with them filled in. */
  prompt: string;
  providers: ConversationProviders;
  greeting: Greeting | null;
}

/** What calls ask of the registry. */
export type ProviderLookup = Pick<Providers, 'textToSpeech' | 'speechToText' | 'languageModel'>;

/**
 * Finds the agent's providers and lets the voice begin to speak the first message, so that it is ready when someone
 * answers. `gone` aborts when nobody wants it any more. Rejects, in words for the call's record, when the agent could
 * not say anything.
 */
export async function prepareAgent(
  lookup: ProviderLookup,
  agent: DialableAgent,
  context: ProviderContext,
  gone: AbortSignal,
): Promise<PreparedAgent> {
  const variables = valuesOf(agent, context.variables);
  const found: AsyncDisposable[] = [];
  const dispose = async () => {
    await Promise.allSettled(found.map((provider) => provider[Symbol.asyncDispose]()));
  };
  const kept = async <Provider extends AsyncDisposable>(finding: Promise<Provider[]>) => {
    const providers = await finding;
    found.push(...providers);
    return providers;
  };
  try {
    const withVariables = { ...context, variables };
    const textToSpeech = await kept(lookup.textToSpeech(agent.voice, withVariables));
    const languageModel = await kept(lookup.languageModel(agent.model, withVariables));
    const isMute = languageModel.length === 0;
    const speechToText = isMute ? [] : await kept(lookup.speechToText(agent.transcriber, withVariables));
    const [voice] = textToSpeech;
    if (!voice || !canSpeak(voice, agent)) throw new Error(`no voice speaks ${agent.language}`);
    return {
      agent,
      variables,
      prompt: fillVariables(agent.prompt, variables),
      providers: {
        textToSpeech,
        languageModel,
        speechToText: useful(speechToText, languageModel, agent.language),
      },
      greeting: speakGreeting(voice, agent, context.variables, gone),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Those that can understand anything: one that needs phrases to expect is deaf where the model tells none. */
function useful(ears: SpeechToText[], models: LanguageModel[], language: string): SpeechToText[] {
  const hasPhrases = models[0]?.expectedPhrases !== undefined && /^en\b/i.test(language);
  return ears.filter(({ needsPhrases }) => hasPhrases || !needsPhrases);
}

/** Whether the agent could speak in a call at all; rejects like `prepareAgent` when not. */
export async function requireVoice(
  lookup: ProviderLookup,
  agent: DialableAgent,
  context: ProviderContext,
): Promise<void> {
  const voices = await lookup.textToSpeech(agent.voice, context);
  const isAble = voices[0] !== undefined && canSpeak(voices[0], agent);
  await Promise.allSettled(voices.map((voice) => voice[Symbol.asyncDispose]()));
  if (!isAble) throw new Error(`no voice speaks ${agent.language}`);
}
