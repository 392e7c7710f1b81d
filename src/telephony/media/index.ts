export { Fft } from './analysis/fft.ts';
export { Hearing, type HearingOptions } from './analysis/hearing.ts';
export { type SpeechEdge, VoiceActivity } from './analysis/voice-activity.ts';
export type { AudioCodec } from './codec/codecs.ts';
export { decodeG711, encodeG711 } from './codec/g711.ts';
export { type OpenCodec, openCodec } from './codec/open-codec.ts';
export { applyGain, samplesPerTick, telephoneRateHz, tickMs } from './codec/pcm.ts';
export { resample, toTelephoneRate } from './codec/resample.ts';
export { Resampler } from './codec/resampler.ts';
export type { IceParameters } from './ice/ice-lite.ts';
export { type Recording, RecordingError } from './recording/recorder.ts';
export {
  findWavSamples,
  readWav,
  type WavAudio,
  wavHeader,
  wavHeaderBytes,
  writeWav,
} from './recording/wav.ts';
export { type Playback, PlayQueue } from './rtp/play-queue.ts';
export type { ConnectOptions } from './thread/connect-options.ts';
export type { MediaSession } from './thread/media-session.ts';
export { type MediaWorker, type OpenSessionOptions, startMediaWorker } from './thread/media-worker.ts';
export { NoFreePortError, type PortRange } from './thread/port-pool.ts';
export type { SessionSummary } from './thread/worker-protocol.ts';
