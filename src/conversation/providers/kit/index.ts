export { AudioClock } from './audio-clock.ts';
export { urlUnder } from './base-url.ts';
export { isRetryableClose } from './close-code.ts';
export { pairToolResults, userText } from './conversation-text.ts';
export { type EmbeddingOptions, embedInBatches } from './embed-in-batches.ts';
export { failureOfStatus, isRetryableStatus, shorten, withoutSecrets, wordsOf } from './failure-of-status.ts';
export { hedgedModel } from './hedged-model.ts';
export { Inbox } from './inbox.ts';
export { InstanceCache, type Lease } from './instance-cache.ts';
export { fixedTerms, preferredTerms } from './key-terms.ts';
export {
  leasedEmbedding,
  leasedModel,
  leasedReranking,
  leasedSpeech,
  leasedTranscriber,
  leasedVoice,
} from './leased.ts';
export { meteredModel, meteredSpeech, meteredTranscriber, meteredVoice } from './metered.ts';
export { type ModelOptions, withModelOptions } from './model-options.ts';
export { asArray, asNumber, asObject, asText, parseMessage } from './parse-message.ts';
export { PcmReader, pcmBytes } from './pcm-reader.ts';
export { pcmSpeech } from './pcm-speech.ts';
export { escapeXml, markPhonemes } from './phonemes.ts';
export { hasWords } from './plain-text.ts';
export { chainOf, openChain } from './provider-chain.ts';
export { type CircuitChange, openLast, ProviderCircuit } from './provider-circuit.ts';
export { ProviderError } from './provider-error.ts';
export { type ProviderConfig, ProviderSettings } from './provider-settings.ts';
export { ResponseTimes } from './response-times.ts';
export { type ServerSentEvent, serverSentEvents } from './server-sent-events.ts';
export { SpeechFeed } from './speech-feed.ts';
export { parametersSchema, ToolArguments } from './tool-arguments.ts';
export { type UsageKind, UsageMeter, type UsageSum } from './usage-meter.ts';
export type { KeyDetails, VendorOptions } from './vendor-options.ts';
export { type SpeakOptions, vendorSpeech } from './vendor-speech.ts';
export { Watch } from './watch.ts';
export { wholeSpeech } from './whole-speech.ts';
export { wholeText } from './whole-text.ts';
