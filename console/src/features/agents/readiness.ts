import { chainOf, type Settings } from './chain.ts';
import type { Configuration } from './configuration.ts';

/** Where an agent is tried: in a browser call or in a test chat. */
export type Channel = 'call' | 'chat';

/** Something that an agent needs before it can hold a conversation. */
export type Lack =
  /** No model decides what it says. */
  | { kind: 'model'; saysFirst: boolean }
  /** No provider of a part has a key. The wanted one comes first. */
  | { kind: 'key'; part: Part; providers: string[] }
  /** Nothing recognizes the caller's speech: PocketSphinx is not installed, or does not suit the model or the language. */
  | { kind: 'transcriber'; isInstalled: boolean }
  /** Required variables without a value. */
  | { kind: 'variables'; names: string[] };

type Part = 'model' | 'voice' | 'transcriber' | 'speechToSpeech';

const embedded: ReadonlySet<string> = new Set(['scripted', 'flite', 'pocketsphinx']);
const partsOf: Record<Channel, readonly Part[]> = {
  call: ['speechToSpeech', 'model', 'voice', 'transcriber'],
  chat: ['model'],
};

interface Trial {
  channel: Channel;
  /** The providers with a key. Undefined while they are unknown; then no key is missing. */
  keys: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Whether PocketSphinx is installed. Undefined while it is unknown; then it is. */
  hasEmbeddedTranscriber: boolean | undefined;
  requiredVariables: readonly string[];
  variables: Readonly<Record<string, string>>;
}

/** Returns what a conversation with an agent lacks. Empty when it can begin. */
export function lacksOf(configuration: Configuration, trial: Trial): Lack[] {
  const { channel, keys, hasEmbeddedTranscriber, requiredVariables, variables } = trial;
  const { model, flow, speechToSpeech, firstMessage } = configuration;
  const lacks: Lack[] = [];
  const isSpoken = channel === 'call' && speechToSpeech !== null;
  if (model === null && flow === null && !isSpoken)
    lacks.push({ kind: 'model', saysFirst: (firstMessage ?? '').trim() !== '' });
  const isUsable = (provider: string) => embedded.has(provider) || keys === undefined || keys.has(provider);
  const isInstalled = (provider: string) => provider !== 'pocketsphinx' || hasEmbeddedTranscriber !== false;
  for (const part of partsOf[channel]) {
    const chain = chainOf(configuration[part] as Settings | null).map(({ provider }) => provider);
    const providers = chain.filter(isInstalled);
    if (providers.length > 0 && !providers.some(isUsable)) lacks.push({ kind: 'key', part, providers });
  }
  if (channel === 'call') {
    if (hasEmbeddedTranscriber === false && needsPocketSphinx(configuration))
      lacks.push({ kind: 'transcriber', isInstalled: false });
    else if (cannotTranscribe(configuration)) lacks.push({ kind: 'transcriber', isInstalled: true });
  }
  const names = requiredVariables.filter((name) => !variables[name]?.trim());
  if (names.length > 0) lacks.push({ kind: 'variables', names });
  return lacks;
}

/** Returns whether PocketSphinx alone would understand the callers. */
export function needsPocketSphinx(configuration: Configuration): boolean {
  const { model, flow, speechToSpeech, transcriber } = configuration;
  if (speechToSpeech !== null || (model === null && flow === null)) return false;
  return chainOf(transcriber as Settings | null).every(({ provider }) => provider === 'pocketsphinx');
}

/**
 * Returns true when callers' speech cannot be transcribed: the embedded transcriber only knows English phrases that a
 * dialogue expects.
 */
export function cannotTranscribe({ model, transcriber, speechToSpeech, language }: Configuration): boolean {
  if (model === null || speechToSpeech !== null) return false;
  const isEmbedded =
    transcriber === null ||
    (transcriber.provider === 'pocketsphinx' && (transcriber.fallbacks ?? []).length === 0);
  return isEmbedded && (model.provider !== 'scripted' || !/^en\b/i.test(language));
}
