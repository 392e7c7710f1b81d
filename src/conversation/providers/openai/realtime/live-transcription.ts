import type { ListenOptions } from '../../interfaces/index.ts';
import { type AudioClock, asObject, asText, preferredTerms, type VendorOptions } from '../../kit/index.ts';
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
  const prompt = preferredTerms(listening, promptCharactersMax).join(', ');
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

/** Returns the reader of transcripts, which have no times: they began at the end of the last utterance. */
function readerOf(clock: AudioClock): ReadMessage {
  let committedMs = 0;
  let text = '';
  const understood = () => ({
    text: text.trim(),
    startMs: clock.at(committedMs, 'start'),
    endMs: clock.at(clock.sentMs),
    confidence: null,
  });
  return (message): readonly Statement[] => {
    switch (message.type) {
      case `${transcription}.delta`:
        text += asText(message.delta);
        return [{ type: 'partial', ...understood() }];
      case `${transcription}.completed`: {
        text = asText(message.transcript);
        const final = understood();
        text = '';
        committedMs = clock.sentMs;
        return [{ type: 'final', ...final }, { type: 'flushed' }];
      }
      case 'error':
        // Other errors are failures.
        return [{ type: 'flushed' }];
      default:
        return [];
    }
  };
}
