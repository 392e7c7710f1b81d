import { expect, it } from 'vitest';
import type {
  SpeechToText,
  TextToSpeech,
  TurnDetector,
} from '../../conversation/providers/interfaces/index.ts';
import { UsageMeter } from '../../conversation/providers/kit/index.ts';
import { createProviders } from '../../conversation/providers/registry.ts';
import { ConversationSettings } from '../../domains/agents/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import type { DialableAgent } from '../dialer/index.ts';
import type { ProviderLookup } from './find-providers.ts';
import { canSpeak, findProviders, openProviders } from './find-providers.ts';

function voice(name: string, languages: string[]): TextToSpeech {
  return {
    name,
    voices: languages.map((language) => ({ id: language, language, description: '' })),
    async *speak() {},
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Like the registry, returns the embedded voice without a configuration. */
const lookup: ProviderLookup = {
  textToSpeech: async (config) => [
    config && config.provider !== 'flite' ? voice(config.provider, []) : voice('flite', ['en-US', 'en-GB']),
  ],
  speechToText: async () => [],
  languageModel: async () => [],
  speechToSpeech: async () => [],
};

async function voicesOf(language: string, provider: string | null): Promise<string[]> {
  const agent = {
    language,
    voice: provider === null ? null : { provider, voice: null },
    firstMessage: 'Hello',
    conversation: ConversationSettings.parse({}),
    model: null,
    speechToSpeech: null,
    transcriber: null,
  } as unknown as DialableAgent;
  const found: AsyncDisposable[] = [];
  const context = { organizationId: 'org', variables: {} };
  const { textToSpeech } = await findProviders(lookup, agent, context, found);
  expect(found).toEqual(expect.arrayContaining([...textToSpeech]));
  return textToSpeech.map(({ name }) => name);
}

it('adds the embedded voice last for every agent whose language it speaks', async () => {
  expect(await voicesOf('en-US', 'openai')).toEqual(['openai', 'flite']);
  expect(await voicesOf('en', 'flite')).toEqual(['flite']);
  expect(await voicesOf('en', null)).toEqual(['flite']);
  expect(await voicesOf('de-DE', 'openai')).toEqual(['openai']);
});

it('returns before the call whether the voice speaks the language', () => {
  const american = voice('test', ['en-US']);
  const agent = { firstMessage: 'Hello', conversation: ConversationSettings.parse({}), language: 'en-US' };
  expect(canSpeak(american, agent)).toBe(true);
  expect(canSpeak(american, { ...agent, language: 'en-GB' })).toBe(true);
  expect(canSpeak(american, { ...agent, language: 'de-DE' })).toBe(false);
  expect(canSpeak(american, { ...agent, language: 'de-DE', firstMessage: null })).toBe(true);
});

it('finds a turn detector for agents that hear speech, and leaves it open', async () => {
  const turnDetector = { name: 'test' } as TurnDetector;
  const model = { expectedPhrases: undefined, [Symbol.asyncDispose]: async () => undefined };
  const transcriber = { needsPhrases: false } as SpeechToText;
  const find = async (transcribers: SpeechToText[]) => {
    const hearing = {
      ...lookup,
      languageModel: async () => [model as never],
      speechToText: async () => transcribers,
      turnDetector: async () => turnDetector,
    };
    const guardRails = { rules: [], model: null };
    const named = { language: 'en-US', voice: null, firstMessage: 'Hello' };
    const agent = { ...named, guardRails } as unknown as DialableAgent;
    const found: AsyncDisposable[] = [];
    const context = { organizationId: 'org', variables: {} };
    const providers = await findProviders(hearing, agent, context, found);
    expect(found).not.toContain(turnDetector);
    return providers.turnDetector;
  };
  expect(await find([transcriber])).toBe(turnDetector);
  expect(await find([])).toBeNull();
});

it('bounds the reads of keys, and nothing else that opening takes', async () => {
  const opened = Promise.withResolvers<TurnDetector | null>();
  const model = { expectedPhrases: undefined, [Symbol.asyncDispose]: async () => undefined };
  const keys = createProviders({
    credentials: () => new Promise(() => undefined),
    dispatcher: () => Promise.reject(new Error('not needed')),
    log: silentLog,
  });
  const slow = {
    ...lookup,
    languageModel: async () => [model as never],
    speechToText: async () => [{ needsPhrases: false } as SpeechToText],
    turnDetector: () => opened.promise,
  };
  const guardRails = { rules: [], model: null };
  const named = { language: 'en-US', voice: null, firstMessage: 'Hello' };
  const agent = { ...named, guardRails } as unknown as DialableAgent;
  const late = Promise.reject(new Error('the database did not answer'));
  late.catch(() => undefined);
  const bound = <Found>(reading: Promise<Found>) => Promise.race([reading, late]);
  const options = { organizationId: 'org', usage: new UsageMeter(), log: silentLog, bound };
  const opening = openProviders(slow, agent, options);
  const keyed = { ...agent, voice: { provider: 'openai' } } as DialableAgent;
  const unread = openProviders({ ...slow, textToSpeech: keys.textToSpeech }, keyed, options);
  await expect(unread).rejects.toThrow('the database did not answer');
  opened.resolve(null);
  expect((await opening).providers.textToSpeech).toHaveLength(1);
  await keys[Symbol.asyncDispose]();
});
