export { Hearing, type HearingOptions } from './analysis/hearing.ts';
export { type SpeechEdge, VoiceActivity } from './analysis/voice-activity.ts';
export type { AudioCodec } from './codec/codecs.ts';
export { decodeG711, encodeG711, type G711Codec } from './codec/g711.ts';
export { type OpenCodec, openCodec } from './codec/open-codec.ts';
export { applyGain, samplesPerTick, telephoneRateHz, tickMs } from './codec/pcm.ts';
export { resample, toTelephoneRate } from './codec/resample.ts';
export { Resampler } from './codec/resampler.ts';
export { type Recording, RecordingError } from './recording/recorder.ts';
export { readWav, type WavAudio, writeWav } from './recording/wav.ts';
export { type Playback, PlayQueue } from './rtp/play-queue.ts';
export type { MediaQuality } from './rtp/quality.ts';
export type { SrtpParameters, SrtpSuite } from './rtp/srtp-keys.ts';
export type { ConnectOptions } from './thread/connect-options.ts';
export type { MediaSession, MediaSessionHandlers } from './thread/media-session.ts';
export {
  type MediaWorker,
  type MediaWorkerOptions,
  type OpenSessionOptions,
  startMediaWorker,
} from './thread/media-worker.ts';
export { NoFreePortError, type PortRange } from './thread/port-pool.ts';
export type { MediaStats, SessionSummary } from './thread/worker-protocol.ts';
