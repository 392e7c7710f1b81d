export type { AudioCodec } from './codecs.ts';
export type { ConnectOptions } from './connect-options.ts';
export { decodeG711, encodeG711, type G711Codec } from './g711.ts';
export { Hearing, type HearingOptions } from './hearing.ts';
export type { MediaSession, MediaSessionHandlers } from './media-session.ts';
export {
  type MediaWorker,
  type MediaWorkerOptions,
  type OpenSessionOptions,
  startMediaWorker,
} from './media-worker.ts';
export { type OpenCodec, openCodec } from './open-codec.ts';
export { applyGain, samplesPerTick, telephoneRateHz, tickMs } from './pcm.ts';
export { type Playback, PlayQueue } from './play-queue.ts';
export { NoFreePortError, type PortRange } from './port-pool.ts';
export type { MediaQuality } from './quality.ts';
export { type Recording, RecordingError } from './recorder.ts';
export { resample, toTelephoneRate } from './resample.ts';
export { Resampler } from './resampler.ts';
export type { SrtpParameters, SrtpSuite } from './srtp-keys.ts';
export { type SpeechEdge, VoiceActivity } from './voice-activity.ts';
export { readWav, type WavAudio, writeWav } from './wav.ts';
export type { MediaStats, SessionSummary } from './worker-protocol.ts';
