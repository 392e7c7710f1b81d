/**
 * Azure Voice Live over its own WebSocket: it is the Realtime protocol in the form before the final one, with voices of Azure, and
 * JSON needs no client library. Protocol: the models of @azure/ai-voicelive 1.1.0 and
 * learn.microsoft.com/azure/ai-services/speech-service/voice-live-how-to (read on 2026-11-26).
 */
import type { SpeechToSpeech, SpeechToSpeechOptions } from '../../interfaces/index.ts';
import { pairToolResults, urlUnder, type VendorOptions } from '../../kit/index.ts';
import type { AudioFormat } from './audio-format.ts';
import { itemsOf, messageItem, toolOf, turnDetectionOf } from './client-events.ts';
import { type ClientEvent, type Dialect, type SessionSettings, sessionEventId } from './dialect.ts';
import { type RealtimeOptions, RealtimeSpeechToSpeech } from './speech-to-speech.ts';

/** The ways in which turns end. Those of Azure judge by the words. */
export const voiceLiveTurnDetections = [
  'local',
  'server_vad',
  'azure_semantic_vad',
  'azure_semantic_vad_multilingual',
] as const;

const name = 'azure';
const apiVersion = '2026-07-15';
/** The type of a text that the model said. */
const saidType = 'text';

/** Returns Azure Voice Live. */
export function azureVoiceLive(options: RealtimeOptions): SpeechToSpeech {
  const defaults = { model: 'gpt-realtime', voice: 'en-US-AvaMultilingualNeural', transcriptionModel };
  return new RealtimeSpeechToSpeech(voiceLiveDialect, defaults, options);
}

/** Models that hear have OpenAI's transcribers beside them, and others Azure's. */
function transcriptionModel(model: string): string {
  return model.includes('realtime') ? 'gpt-4o-mini-transcribe' : 'azure-speech';
}

const voiceLiveDialect: Dialect = {
  name,
  serviceFor(vendor, model) {
    const url = new URL(urlUnder(addressOf(vendor), 'voice-live/realtime').href.replace(/^http/, 'ws'));
    url.searchParams.set('api-version', apiVersion);
    url.searchParams.set('model', model);
    const { apiKey } = vendor;
    if (apiKey === null) return { url, headers: {}, secrets: [] };
    return { url, headers: { 'api-key': apiKey }, secrets: [apiKey] };
  },
  sessionUpdate,
  toolsUpdate: (tools) => ({ type: 'session.update', session: { tools: tools.map(toolOf) } }),
  historyEvents: (history) => pairToolResults(history).flatMap(itemEvents),
  itemEvents,
  responseCreate: (id) => ({
    type: 'response.create',
    event_id: id,
    response: { metadata: { request: id }, cancel_previous: false },
  }),
  // The service speaks the text itself, so that no model can change it.
  readingCreate: (id, text) => ({
    type: 'response.create',
    event_id: id,
    response: {
      metadata: { request: id },
      commit: false,
      cancel_previous: false,
      pre_generated_assistant_message: messageItem('assistant', saidType, text),
    },
  }),
};

/** Returns the address of a resource. That of its language models is another. */
function addressOf({ baseUrl, resource }: VendorOptions): string {
  if (baseUrl === undefined) return `https://${resource}.services.ai.azure.com`;
  return new URL(baseUrl).origin.replace('.openai.azure.com', '.services.ai.azure.com');
}

function sessionUpdate(options: SpeechToSpeechOptions, settings: SessionSettings): ClientEvent {
  const { voice, format, turnDetection, silenceMs, outputTokensMax } = settings;
  const { language } = options;
  return {
    type: 'session.update',
    event_id: sessionEventId,
    session: {
      modalities: ['text', 'audio'],
      instructions: options.instructions,
      // The names of Azure's voices begin with a language.
      voice: voice.includes('-') ? { type: 'azure-standard', name: voice } : voice,
      input_audio_format: formatName(format),
      output_audio_format: formatName(format),
      input_audio_transcription: {
        model: settings.transcriptionModel,
        ...(language !== null && { language: languageFor(settings.transcriptionModel, language) }),
      },
      turn_detection: turnDetectionOf(turnDetection, silenceMs),
      tools: options.tools.map(toolOf),
      tool_choice: 'auto',
      ...(outputTokensMax !== undefined && { max_response_output_tokens: outputTokensMax }),
    },
  };
}

/** OpenAI's transcribers take the language alone. */
function languageFor(model: string, language: string): string {
  return model === 'azure-speech' ? language : language.split('-', 1)[0]!.toLowerCase();
}

function formatName(format: AudioFormat): string {
  return format === 'pcmu' ? 'g711_ulaw' : 'pcm16';
}

function itemEvents(message: Parameters<Dialect['itemEvents']>[0]): ClientEvent[] {
  return itemsOf(message, saidType).map((item) => ({ type: 'conversation.item.create', item }));
}
