/**
 * Parley's own lists, for vendors that list nothing or not everything. They were read on 2026-11-26 in the vendors'
 * documentation, in the notes at the head of each vendor's client, and in the public table of costs of hail-hq/hail.
 */
import type { Provider, ProviderKind } from '../catalog.ts';
import { genderOf, type ListedModel, type ListedVoice } from './items.ts';

export const knownOn = '2026-11-26';

const model =
  (kind: ProviderKind) =>
  (id: string, name: string | null = null, languages: readonly string[] | null = null): ListedModel => ({
    ...{ id, name, languages },
    kinds: [kind],
  });
const voiceModel = model('textToSpeech');
const recognizer = model('speechToText');
const languageModel = model('languageModel');

const english = ['en'];
const fluxLanguages = ['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl'];
const streamingLanguages = ['en', 'es', 'pt', 'de', 'fr', 'it'];

export const knownModels: { readonly [Name in Provider]?: readonly ListedModel[] } = {
  deepgram: [
    recognizer('flux-general-en', 'Flux, English', english),
    recognizer('flux-general-multi', 'Flux, several languages', fluxLanguages),
    recognizer('nova-3', 'Nova-3'),
  ],
  elevenlabs: [recognizer('scribe_v2_realtime', 'Scribe v2 Realtime')],
  assemblyai: [
    recognizer('universal-3-5-pro', 'Universal-3.5 Pro'),
    recognizer('universal-streaming-english', 'Universal-Streaming, English', english),
    recognizer('universal-streaming-multilingual', 'Universal-Streaming, multilingual', streamingLanguages),
  ],
  soniox: [recognizer('stt-rt-v5', 'Real-time v5')],
  speechmatics: [recognizer('enhanced', 'Enhanced'), recognizer('standard', 'Standard')],
  gladia: [recognizer('solaria-1', 'Solaria-1')],
  cartesia: [voiceModel('sonic-3.5', 'Sonic 3.5'), voiceModel('sonic-3', 'Sonic 3')],
  rime: [
    voiceModel('coda', 'Coda', ['en', 'es', 'fr', 'pt', 'de', 'ja']),
    voiceModel('arcana', 'Arcana'),
    voiceModel('mistv3', 'Mist v3', english),
    voiceModel('mistv2', 'Mist v2'),
  ],
  inworld: [
    voiceModel('inworld-tts-2', 'Realtime TTS-2'),
    voiceModel('inworld-tts-1.5-max', 'Realtime TTS 1.5 Max'),
    voiceModel('inworld-tts-1.5-mini', 'Realtime TTS 1.5 Mini'),
  ],
  hume: [voiceModel('2', 'Octave 2'), voiceModel('1', 'Octave 1')],
  'fish-audio': [voiceModel('s1', 'S1')],
  polly: [
    voiceModel('neural', 'Neural'),
    voiceModel('generative', 'Generative'),
    voiceModel('long-form', 'Long-form'),
    voiceModel('standard', 'Standard'),
  ],
  vertex: [
    languageModel('gemini-3.5-flash', 'Gemini 3.5 Flash'),
    languageModel('gemini-3.1-flash-lite', 'Gemini 3.1 Flash-Lite'),
    languageModel('gemini-2.5-flash', 'Gemini 2.5 Flash'),
    languageModel('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite'),
  ],
};

const voice = (
  id: string,
  languages: readonly string[] | null,
  detail: string | null = null,
): ListedVoice => ({
  ...{ id, name: null, languages, detail, models: null },
  gender: genderOf(detail?.split(',')[0]),
});

/** learn.microsoft.com/azure/foundry/reference/rest/audio-create-speech names the voices of OpenAI's speech endpoint. */
const openAiVoices = [
  ...(['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'fable', 'marin'] as const),
  ...(['nova', 'onyx', 'sage', 'shimmer', 'verse'] as const),
];

export const knownVoices: { readonly [Name in Provider]?: readonly ListedVoice[] } = {
  flite: [
    voice('slt', ['en-US'], 'female'),
    voice('rms', ['en-US'], 'male'),
    voice('awb', ['en-GB'], 'male, Scottish'),
  ],
  openai: openAiVoices.map((id) => voice(id, null)),
};
