import type { HeardSpeech, HearingOptions } from '../analysis/hearing.ts';
import type { IceParameters } from '../ice/ice-lite.ts';
import type { Recording } from '../recording/recorder.ts';
import type { DtmfJob } from '../rtp/dtmf-sender.ts';
import type { MonitoredAudio } from '../rtp/monitor.ts';
import type { Playback } from '../rtp/play-queue.ts';
import type { MediaQuality } from '../rtp/quality.ts';
import type { StreamParameters } from '../rtp/stream-parameters.ts';
import type { PortRange } from './port-pool.ts';

export interface MediaThreadSettings {
  bindHost: string;
  rtpPorts: PortRange;
  /** The memory in which the thread reports its lateness (see `lateness.ts`). */
  lateness: SharedArrayBuffer;
}

/** Counters of a media thread; all but `latenessMaxMs` only grow. */
export interface MediaStats {
  sessions: number;
  packetsSent: number;
  packetsReceived: number;
  packetsLost: number;
  /** Datagrams that were no RTP, of a foreign source or an unknown payload type, or before the answer. */
  packetsIgnored: number;
  /** Datagrams that were no RTCP, or of a foreign source. */
  rtcpIgnored: number;
  /** Errors of the sockets. Those of sending are counted only for the last packet of a piece of audio. */
  socketErrors: number;
  /** The longest delay of a packet since the previous request for these counters. */
  latenessMaxMs: number;
}

/** The final counts of a session, and its recording (`null` without one). */
export interface SessionSummary {
  packetsSent: number;
  packetsReceived: number;
  packetsLost: number;
  /** The length of the audio before the answer; 0 without any. */
  earlyMs: number;
  quality: MediaQuality;
  recording: Recording | null;
}

/** Instructions to one session, which have no reply. */
export type SessionInstruction =
  /** The first one starts the clock at `positionMs`. */
  | { type: 'connect'; sessionId: string; parameters: StreamParameters; positionMs: number }
  | { type: 'connectEarly'; sessionId: string; parameters: StreamParameters }
  /** Answers the connectivity checks of a WebRTC peer. */
  | { type: 'openWeb'; sessionId: string; ice: IceParameters }
  | { type: 'sendDtls'; sessionId: string; datagram: Uint8Array }
  | { type: 'inactivityTimeout'; sessionId: string; timeoutMs: number }
  | { type: 'play'; sessionId: string; playId: number; pcm: Int16Array }
  | { type: 'stop'; sessionId: string }
  | { type: 'dtmf'; sessionId: string; job: DtmfJob }
  | { type: 'listen'; sessionId: string; options: HearingOptions }
  | { type: 'pauseRecording'; sessionId: string; paused: boolean }
  | { type: 'recordPeer'; sessionId: string; isRecorded: boolean }
  | { type: 'monitor'; sessionId: string; wanted: MonitoredAudio }
  | { type: 'endRecording'; sessionId: string; why: string };

export type ToMediaThread =
  | {
      type: 'open';
      requestId: number;
      sessionId: string;
      /** The number that identifies the session's audio. */
      handle: number;
      recordingPath: string | null;
      inactivityTimeoutMs: number;
    }
  | { type: 'close'; requestId: number; sessionId: string }
  | { type: 'stats'; requestId: number }
  | { type: 'shutdown' }
  | SessionInstruction;

export type SessionMessage =
  | { type: 'connected'; sessionId: string; timeZeroEpochMs: number }
  | { type: 'mediaStarted'; sessionId: string; atMs: number }
  | { type: 'digit'; sessionId: string; digit: string; atMs: number }
  | { type: 'inactive'; sessionId: string; atMs: number }
  | { type: 'webPath'; sessionId: string; address: string; port: number }
  | { type: 'dtls'; sessionId: string; datagram: Uint8Array }
  /** The disk accepts no more of the recording. */
  | { type: 'recordingEnded'; sessionId: string }
  | { type: 'speech'; sessionId: string; edge: HeardSpeech; atMs: number; decidedAtMs: number }
  | { type: 'finished'; sessionId: string; playId: number; playback: Playback };

export type FromMediaThread =
  | { type: 'ready' }
  | { type: 'reply'; requestId: number; value: unknown }
  | { type: 'refusal'; requestId: number; errorName: string; message: string }
  | { type: 'warning'; sessionId: string; message: string }
  /**
   * The reports of all sessions: first the audio (see `audio-batch.ts`), then the messages. The audio of monitored sessions has
   * the complement of the handle.
   */
  | { type: 'round'; audio: ArrayBuffer | null; messages: readonly SessionMessage[] };
