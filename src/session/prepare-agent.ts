import { fillVariables } from '../agents/index.ts';
import type { DialableAgent } from '../dialer/index.ts';
import type { ConversationProviders } from '../pipeline/index.ts';
import type { TextToSpeech } from '../providers/spec/index.ts';
import { canSpeak, type Greeting, speakGreeting, valuesOf } from './greeting.ts';
import { fallbackOf, type ProviderConfiguration, type Providers } from './providers.ts';

/** An agent with everything that one call needs of it. */
export interface PreparedAgent {
  agent: DialableAgent;
  /** The prompt with the variables of the call. */
  prompt: string;
  providers: ConversationProviders;
  greeting: Greeting | null;
}

/** Why an agent cannot be in a call, in words that the call's record can use. */
export class UnusableAgentError extends Error {
  override readonly name = 'UnusableAgentError';
}

/**
 * Finds the agent's providers and lets the voice begin to speak the first message, so that it is ready when someone
 * answers. `gone` aborts when nobody wants it any more. Rejects with an UnusableAgentError when it could say nothing.
 */
export async function prepareAgent(
  lookup: Providers,
  organizationId: string,
  agent: DialableAgent,
  variables: Record<string, unknown>,
  gone: AbortSignal,
): Promise<PreparedAgent> {
  const values = valuesOf(agent, variables);
  const [textToSpeech, speechToText, languageModel] = await Promise.all([
    findVoices(lookup, organizationId, agent),
    both(agent.transcriber, (one) => lookup.speechToText(one, organizationId)),
    both(agent.model, (one) => lookup.languageModel(one, organizationId, values)),
  ]);
  return {
    agent,
    prompt: fillVariables(agent.prompt, values),
    providers: { textToSpeech, speechToText, languageModel },
    greeting: speakGreeting(textToSpeech[0]!, agent, variables, gone),
  };
}

/** The voices of an agent, the preferred one first. Rejects with an UnusableAgentError when it does not speak its language. */
export async function findVoices(
  lookup: Providers,
  organizationId: string,
  agent: DialableAgent,
): Promise<TextToSpeech[]> {
  const voices = await both(agent.voice, (one) => lookup.textToSpeech(one, organizationId));
  if (voices[0] && canSpeak(voices[0], agent)) return voices;
  throw new UnusableAgentError(`no voice speaks the agent's language (${agent.language})`);
}

/** What is configured, and its fallback: those that there are. */
async function both<Provider>(
  configuration: ProviderConfiguration | null,
  find: (configuration: ProviderConfiguration | null) => Promise<Provider | null>,
): Promise<Provider[]> {
  const fallback = fallbackOf(configuration);
  const found = await Promise.all([find(configuration), fallback === null ? null : find(fallback)]).catch(
    (error: unknown) => {
      const why = error instanceof Error ? error.message : 'unknown';
      throw new UnusableAgentError(`a provider of the agent cannot be had: ${why}`, { cause: error });
    },
  );
  return found.filter((provider) => provider !== null);
}
