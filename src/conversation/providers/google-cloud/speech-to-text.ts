/**
 * Google Cloud Speech-to-Text v2 over gRPC (`StreamingRecognize`), on our own channel: the official client (@google-cloud/speech)
 * takes 45 MB on disk and 53 MB loaded, has a dependency with an install script, and opens sockets that know no rules of egress.
 */
import type { ListenOptions, SpeechToText } from '../interfaces/index.ts';
import { type AudioClock, preferredTerms, type VendorOptions } from '../kit/index.ts';
import {
  type CarriedProtocol,
  liveTranscriber,
  localesOf,
  type ReadMessage,
  type Statement,
  UtteranceAssembler,
} from '../live-transcription/index.ts';
import { GrpcChannel } from '../network/index.ts';
import { type Recognized, settingsRequest, streamingRecognize } from './messages.ts';
import { endOfUtterance, StreamedRecognition } from './recognition.ts';
import { credentials, googleCloudName, projectOf, speechAddress } from './service.ts';

const defaultModel = 'telephony';
const finalizeTimeoutMs = 2_000;
/** The service takes boosts of 0 to 20 (`PhraseSet.Phrase.boost`). */
const boostMax = 20;
/** The service takes three languages in a stream, and phrases of 100 characters. */
const languagesMax = 3;
const phraseLengthMax = 100;
const phraseCharactersMax = 20_000;

interface GoogleSpeechOptions extends VendorOptions {
  /** Such as `telephony`, `long` or `chirp_3`. */
  model?: string | undefined;
  /** Whether the service ends turns when it hears no voice. */
  endsTurns?: boolean | undefined;
}

type Opened = Omit<GoogleSpeechOptions, 'model' | 'endsTurns'> & {
  model: string;
  endsTurns: boolean;
  channel: GrpcChannel;
  /** `projects/…/locations/…/recognizers/_` */
  recognizer: string;
  credentials: ReturnType<typeof credentials>;
};

/** Returns Google's streaming transcriber. All callers share its connections. Throws when the key names no project. */
export function googleSpeechToText(options: GoogleSpeechOptions): SpeechToText {
  const { model = defaultModel, endsTurns = false, dispatcher } = options;
  const url = new URL(speechAddress(options));
  const channel = new GrpcChannel({ provider: googleCloudName, url, dispatcher });
  const recognizer = `projects/${projectOf(options)}/locations/${options.region ?? 'global'}/recognizers/_`;
  const opened = { ...options, model, endsTurns, channel, recognizer, credentials: credentials(options) };
  const transcriber = liveTranscriber({
    name: googleCloudName,
    ...{ model, endsTurns, dispatcher },
    protocolFor: (listening) => protocol(opened, listening),
  });
  return { ...transcriber, [Symbol.asyncDispose]: async () => channel.close() };
}

function protocol(opened: Opened, listening: ListenOptions): CarriedProtocol {
  const { channel, endsTurns, recognizer } = opened;
  const { headers, secrets } = opened.credentials;
  const routing = { 'x-goog-request-params': `recognizer=${encodeURIComponent(recognizer)}` };
  const openCall: ConstructorParameters<typeof StreamedRecognition>[2] = (handlers) => {
    const metadata = headers().then((own) => ({ ...own, ...routing }));
    const call = channel.call({ path: streamingRecognize, headers: metadata, secrets, ...handlers });
    call.send(settingsRequest(settingsOf(opened, listening)));
    return call;
  };
  return {
    ...{ provider: googleCloudName, secrets },
    open: (handlers) => new StreamedRecognition(googleCloudName, listening.sampleRateHz, openCall, handlers),
    finalizeMessage: endOfUtterance,
    answersFinalize: true,
    // Each stream has the phrases of its moment.
    configureMessage: null,
    keepAlive: null,
    closeMessage: null,
    finalizeTimeoutMs,
    failureIn: () => null,
    createAssembler: (clock) => new UtteranceAssembler(readerOf(clock), endsTurns),
  };
}

function settingsOf({ recognizer, model, endsTurns }: Opened, listening: ListenOptions) {
  const locales = localesOf(listening).slice(0, languagesMax);
  const terms = preferredTerms(listening, phraseCharactersMax);
  return {
    ...{ recognizer, model },
    languages: locales.length === 0 ? ['en-US'] : locales,
    sampleRateHz: listening.sampleRateHz,
    phrases: terms
      .filter(({ length }) => length <= phraseLengthMax)
      .map((text) => {
        const boost = listening.boosts?.get(text);
        return { text, ...(boost !== undefined && { boost: boost * boostMax }) };
      }),
    // Chirp refuses requests for them.
    hasWordTimes: !model.startsWith('chirp'),
    hasVoiceEvents: endsTurns,
  };
}

/** Returns the reader of results. Partial ones come in parts, the likely words first. */
function readerOf(clock: AudioClock): ReadMessage {
  /** The stream of the last final result, and its end. */
  let given = { startMs: -1, endMs: 0 };
  return (message): readonly Statement[] => {
    if (message.isFlushed === true) return [{ type: 'flushed', sentMs: clock.answeredRequest() }];
    const { results, speechEndMs, startMs } = message as Recognized & { startMs: number };
    const at = (ms: number, edge: 'start' | 'end') => clock.at(startMs + Math.round(ms), edge);
    const spanOf = (fromMs: number, toMs: number) => {
      const start = at(fromMs, 'start');
      return { startMs: start, endMs: Math.max(start, at(toMs, 'end')) };
    };
    const statements: Statement[] = [];
    for (const { text, endMs, confidence, language, words } of results.filter(({ isFinal }) => isFinal)) {
      const fromMs = words[0]?.startMs ?? (given.startMs === startMs ? given.endMs : 0);
      statements.push({
        type: 'final',
        text: text.trim(),
        ...spanOf(fromMs, words.at(-1)?.endMs ?? endMs),
        confidence: confidence === 0 ? null : confidence,
        ...(language !== '' && { language }),
      });
      given = { startMs, endMs };
    }
    const partial = results.filter(({ isFinal }) => !isFinal);
    if (partial.length > 0) {
      const fromMs = given.startMs === startMs ? given.endMs : 0;
      const text = partial.map((part) => part.text).join('');
      const span = spanOf(fromMs, Math.max(...partial.map(({ endMs }) => endMs)));
      statements.push({ type: 'partial', text: text.trim(), ...span, confidence: null });
    }
    if (speechEndMs !== null) statements.push({ type: 'turn-ended', atMs: at(speechEndMs, 'end') });
    return statements;
  };
}
