import { expect, test } from 'vitest';
import type { ListenOptions } from '../interfaces/index.ts';
import { AudioClock } from '../kit/index.ts';
import { fluxProtocol } from './flux.ts';
import { turnInfo } from './flux-fixtures.ts';
import { novaProtocol } from './nova.ts';
import type { ProtocolOptions } from './options.ts';

const listening = (language: string, languages?: string[]): ListenOptions => ({
  sampleRateHz: 8000,
  language,
  ...(languages && { languages }),
  phrases: () => [],
  keyTerms: [],
  signal: new AbortController().signal,
});
const options = (model: string): ProtocolOptions => ({ apiKey: 'key', model });

test.each([
  ['nova-3', 'nb-NO', ['en-GB', 'en-US'], 'multi', ['no', 'en']],
  // A language outside of the multilingual model, and a model without hints.
  ['nova-3', 'en-US', ['ga'], 'en-US', []],
  ['nova-2', 'en-US', ['es'], 'en-US', []],
  ['nova-3', 'en-US', undefined, 'en-US', []],
])('%s listens for %s and %j as %s', (model, language, languages, asked, hints) => {
  const { searchParams } = new URL(novaProtocol(options(model), listening(language, languages)).url);
  expect([searchParams.get('language'), searchParams.getAll('language_hint')]).toEqual([asked, hints]);
});

test('Flux Multilingual gets all languages as hints, and the English model none', () => {
  const hints = (model: string) =>
    new URL(fluxProtocol(options(model), listening('en-GB', ['es-ES'])).url).searchParams.getAll(
      'language_hint',
    );
  expect(hints('flux-general-multi')).toEqual(['en', 'es']);
  expect(hints('flux-general-en')).toEqual([]);
});

test('final results have the language of most words', () => {
  const clock = new AudioClock(8000);
  clock.sent(80_000, 0);
  const nova = novaProtocol(options('nova-3'), listening('en', ['es'])).createAssembler(clock);
  const result = (transcript: string, languages?: string[]) => ({
    type: 'Results',
    is_final: true,
    start: 1,
    duration: 1,
    channel: { alternatives: [{ transcript, confidence: 1, ...(languages && { languages }) }] },
  });
  expect(nova.take(result('quiero una table', ['es', 'en']))).toMatchObject([
    { type: 'final', language: 'es' },
  ]);
  expect(nova.take(result('a table'))[0]).not.toHaveProperty('language');
  nova.finish(2000, 2000);
  nova.take(result('yes', ['en']));
  nova.take(result('quiero una mesa', ['es']));
  expect(nova.conclude()).toMatchObject([{ text: 'yes quiero una mesa', language: 'es' }]);
  const flux = fluxProtocol(options('flux-general-multi'), listening('en', ['es'])).createAssembler(clock);
  const words: [string, number, number][] = [['hola', 1, 1.4]];
  flux.take({ ...turnInfo('StartOfTurn', words, [0, 1.5]), languages: ['es'] });
  const ended = flux.take({ ...turnInfo('EndOfTurn', words, [0, 2]), languages: ['es'] });
  expect(ended).toMatchObject([{ type: 'final', text: 'hola', language: 'es' }, { type: 'turn-ended' }]);
});
