import type { ListenOptions } from '../../interfaces/index.ts';
import { type AudioClock, asObject, asText, fixedTerms, type VendorOptions } from '../../kit/index.ts';
import {
  type ListenProtocol,
  primaryLanguages,
  type ReadMessage,
  type Statement,
  socketUrl,
  UtteranceAssembler,
} from '../../live-transcription/index.ts';
import { openAiName } from '../language-model.ts';
import { serviceRequest } from '../service.ts';
import { AudioWriter, describeFormat, formatFor } from './audio-format.ts';

const finalizeTimeoutMs = 1_500;
const promptCharactersMax = 900;
const transcription = 'conversation.item.input_audio_transcription';
/** The service refuses to finish an utterance of less than 100 ms, which has no words. */
const withoutWords = 'input_audio_buffer_commit_empty';
/** Errors that another request would meet again. */
const forGood = new Set(['invalid_request_error', 'authentication_error', 'permission_error']);

/**
 * Returns the protocol of transcription sessions (developers.openai.com/api/docs/guides/realtime-transcription, read on
 * 2026-11-26): the words stream while the caller speaks.
 */
export function liveTranscription(
  options: VendorOptions & { model: string },
  listening: ListenOptions,
): ListenProtocol {
  const { url, headers, secrets } = serviceRequest(openAiName, options, 'realtime', undefined);
  const socket = socketUrl(new URL(url));
  socket.searchParams.set('intent', 'transcription');
  const format = formatFor(listening.sampleRateHz);
  const writer = new AudioWriter(format, listening.sampleRateHz);
  const languages = primaryLanguages(listening);
  const prompt = fixedTerms(listening, promptCharactersMax).join(', ');
  return {
    provider: openAiName,
    ...{ url: socket, headers, secrets },
    openingMessage: JSON.stringify({
      type: 'session.update',
      session: {
        type: 'transcription',
        audio: {
          input: {
            format: describeFormat(format),
            transcription: {
              model: options.model,
              // With several languages the model detects the caller's.
              ...(languages.length === 1 && { language: languages[0] }),
              ...(prompt !== '' && { prompt }),
            },
            turn_detection: null,
          },
        },
      },
    }),
    audioMessage: (pcm) => {
      const audio = writer.write(pcm);
      return audio === '' ? '' : JSON.stringify({ type: 'input_audio_buffer.append', audio });
    },
    finalizeMessage: JSON.stringify({ type: 'input_audio_buffer.commit' }),
    answersFinalize: true,
    configureMessage: null,
    keepAlive: null,
    closeMessage: null,
    finalizeTimeoutMs,
    failureIn: (message) => {
      const isFailed = message.type === `${transcription}.failed`;
      if (message.type !== 'error' && !isFailed) return null;
      const { type, code, message: words } = asObject(message.error);
      if (code === withoutWords) return null;
      return { words: asText(words) || asText(code), retryable: isFailed || !forGood.has(asText(type)) };
    },
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock)),
  };
}

/** An utterance of the service, which it calls an item. Its positions are those of the sent audio. */
interface Item {
  text: string;
  fromMs: number;
  /** `null` while the caller speaks. */
  untilMs: number | null;
}

/** Returns the reader of transcripts, which have no times: an item reaches from one request for results to the next. */
function readerOf(clock: AudioClock): ReadMessage {
  const items = new Map<string, Item>();
  let committedMs = 0;
  const itemOf = ({ item_id }: Record<string, unknown>): Item => {
    const id = asText(item_id);
    const item = items.get(id) ?? { text: '', fromMs: committedMs, untilMs: null };
    items.set(id, item);
    return item;
  };
  const understood = ({ text, fromMs, untilMs }: Item) => ({
    text: text.trim(),
    startMs: clock.at(fromMs, 'start'),
    endMs: clock.at(untilMs ?? clock.sentMs),
    confidence: null,
  });
  return (message): readonly Statement[] => {
    switch (message.type) {
      case 'input_audio_buffer.committed':
        itemOf(message).untilMs = committedMs = clock.answeredRequest();
        return [];
      case `${transcription}.delta`: {
        const item = itemOf(message);
        item.text += asText(message.delta);
        return [{ type: 'partial', ...understood(item) }];
      }
      case `${transcription}.completed`: {
        const item = itemOf(message);
        item.text = asText(message.transcript);
        items.delete(asText(message.item_id));
        return [
          { type: 'final', ...understood(item) },
          { type: 'flushed', sentMs: item.untilMs ?? clock.sentMs },
        ];
      }
      case 'error':
        // The service has dropped the audio. Other errors are failures.
        committedMs = clock.answeredRequest();
        return [{ type: 'flushed', sentMs: committedMs }];
      default:
        return [];
    }
  };
}
