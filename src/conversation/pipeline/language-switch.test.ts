import { describe, expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { fakeVoice } from '../../../test/pipeline/fake-voice.ts';
import type { SpeechRequest, TextToSpeech } from '../providers/interfaces/index.ts';
import { CallLanguage } from './call-language.ts';
import type { ToolRunner, ToolThen } from './index.ts';
import { wordsOf } from './languages.ts';

onVirtualClock();

const languages = [
  { language: 'de-DE', voice: 'heidi' },
  { language: 'es-MX', voice: null },
];
const spanish = { id: 'maria', language: 'es-ES', description: 'a woman' };
const [english, german] = [
  { id: 'ann', language: 'en-US', description: 'a woman' },
  { id: 'heidi', language: 'de', description: 'a woman' },
];

/** Returns a voice that records the language and the voice of each text. */
function listedVoice() {
  const { voice } = fakeVoice();
  const spoken: string[] = [];
  const textToSpeech: TextToSpeech = {
    ...voice,
    voices: [english, german, spanish],
    speak(request: SpeechRequest, options) {
      spoken.push(`${request.language} ${request.voice}: ${request.text}`);
      return voice.speak(request, options);
    },
  };
  return { textToSpeech, spoken };
}

function callIn(answers: Parameters<typeof callWith>[0], tools: ToolRunner | null = null) {
  const { textToSpeech, spoken } = listedVoice();
  const silencePrompts = { afterMs: 3000, texts: ['Are you still there?'] };
  const agent = { language: 'en-US', languages, voice: 'ann', silencePrompts };
  const started = callWith(answers, { agent, tools, providers: { textToSpeech: [textToSpeech] } });
  return { ...started, spoken };
}

describe('the language of a call', () => {
  it('follows the language that the transcriber reports', async () => {
    const { call, model, spoken } = callIn([{ text: 'Hello there.' }, { text: 'Claro que sí.' }]);
    await call.mediaStarts();
    call.transcriber.language = 'en';
    await call.speaks('Good morning');
    await call.untilQuiet();
    call.transcriber.language = 'es';
    await call.speaks('quiero una mesa para dos');
    await call.untilQuiet();
    expect(spoken).toEqual(['en-US ann: Hello there.', 'es-MX maria: Claro que sí.']);
    expect(model.asked[1]!.messages).toContainEqual({
      role: 'system',
      content: 'The caller now speaks the language es-MX. Answer in this language from now on.',
    });
    // The stream hears all languages, so that it stays.
    expect(call.transcriber.listened).toHaveLength(1);
    expect(call.transcriber.listened[0]).toMatchObject({ language: 'en-US', languages: ['de-DE', 'es-MX'] });
    const { transcript } = await call.stops();
    expect(transcript.find(({ role }) => role === 'tool')).toMatchObject({
      name: 'switchLanguage',
      toolCall: { arguments: { language: 'es-MX' } },
    });
  });

  it('follows the tool of the model, with its words, voice and transcriber', async () => {
    const then: ToolThen = { kind: 'switch-language', language: 'de-DE' };
    const tools: ToolRunner = {
      definitions: [{ name: 'switchLanguage', description: '', parameters: {} }],
      run: async () => ({ result: {}, then }),
    };
    const { call, spoken } = callIn(
      [{ calls: [{ name: 'switchLanguage' }] }, { text: 'Guten Tag.' }, { text: '' }, { text: '' }],
      tools,
    );
    await call.mediaStarts();
    await call.speaks('Sprechen Sie Deutsch');
    await call.untilQuiet();
    expect(spoken).toEqual(['de-DE heidi: Guten Tag.']);
    expect(call.transcriber.listened.map(({ language }) => language)).toEqual(['en-US', 'de-DE']);
    expect(call.transcriber.open).toBe(1);
    expect(call.problems).toEqual([]);
    await call.speaks('Was kostet das');
    await call.untilQuiet();
    expect(spoken.at(-1)).toBe(`de-DE heidi: ${wordsOf('de').apology}`);
    await call.untilQuiet(4000);
    expect(spoken.at(-1)).toBe('de-DE heidi: Sind Sie noch da?');
  });

  it('changes after four words, or after two utterances in a row', () => {
    const agent = { language: 'en-US', languages, voice: 'ann', fillers: ['Hold on.'] };
    const current = new CallLanguage(agent, [listedVoice().textToSpeech]);
    const heard = (text: string, language?: string) => current.heard({ text, ...(language && { language }) });
    expect(heard('sí por favor ahora mismo')).toBeNull();
    expect(heard('um dois três quatro cinco', 'pt')).toBeNull();
    expect(heard('sí', 'es')).toBeNull();
    expect(heard('yes', 'en')).toBeNull();
    expect(heard('sí', 'es')).toBeNull();
    expect(heard('', 'en')).toBeNull();
    expect(heard('claro', 'es-ES')).toBe('es-MX');
    expect([current.fillers, current.silencePrompt('Hello?')]).toEqual([['Hold on.'], 'Hello?']);
    expect(current.follow('es-MX')).toBe(true);
    expect([current.tag, current.voice, current.fillers]).toEqual(['es-MX', 'maria', wordsOf('es').fillers]);
    expect(current.silencePrompt('Hello?')).toBe('¿Sigue ahí?');
    expect(current.follow('pt-BR')).toBe(false);
    expect(current.choose('en-US')).toBe(true);
    expect([current.tag, current.voice]).toEqual(['en-US', 'ann']);
  });
});
