import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { loadOpus } from '../codec/opus.ts';
import { tickMs } from '../codec/pcm.ts';
import { Recorder, ticksPerAppend } from '../recording/recorder.ts';
import { leastBusyPhase, nextPhaseAtMs, phaseCount } from '../rtp/pacing.ts';
import { RtpSession } from '../rtp/rtp-session.ts';
import { bindSockets, closeSockets, type RtpSockets } from '../rtp/sockets.ts';
import { LatenessMeter } from './lateness.ts';
import { Outbox } from './outbox.ts';
import { PortPool } from './port-pool.ts';
import { takePrecedence } from './precedence.ts';
import { SlotClock } from './slot-clock.ts';
import type {
  FromMediaThread,
  MediaStats,
  MediaThreadSettings,
  SessionInstruction,
  SessionMessage,
  SessionSummary,
  ToMediaThread,
} from './worker-protocol.ts';

/**
 * The media thread: the sockets, the clock and the files of all its calls. Any other work on this thread would be heard as
 * jitter.
 */

interface OpenSession {
  rtp: RtpSession;
  sockets: RtpSockets;
  port: number;
  recorder: Recorder | null;
  /** The phase of its clock; `null` before `connect`. */
  phase: number | null;
}

if (!parentPort) throw new Error('media-thread must run as a worker thread');
const parent = parentPort;
const settings = workerData as MediaThreadSettings;
const ports = new PortPool(settings.rtpPorts);
const sessions = new Map<string, OpenSession>();
const sessionsByPhase = new Array<number>(phaseCount).fill(0);
const ended = {
  packetsSent: 0,
  packetsReceived: 0,
  packetsLost: 0,
  packetsIgnored: 0,
  rtcpIgnored: 0,
  socketErrors: 0,
};
const outbox = new Outbox((message, transfer) => parent.postMessage(message, transfer));
const lateness = new LatenessMeter(settings.lateness);
let latenessMaxMs = 0;
/** The number of requests without a reply. */
let awaited = 0;
const clock = new SlotClock({ onSlot: runSlot, isAwaited: () => awaited > 0 });

/** Posts a message after everything that waits in the outbox. */
function post(message: FromMediaThread): void {
  outbox.flush();
  parent.postMessage(message);
}

/** Posts a message with the present slot, or at once while no clock runs. */
function addSoon(message: SessionMessage): void {
  outbox.add(message, true);
  if (!clock.isRunning) outbox.flush();
}

/** Executes the due ticks of all sessions. Without a session there is no next slot. */
function runSlot(nowMs: number): boolean {
  for (const session of sessions.values()) {
    const latenessMs = session.rtp.tick(nowMs);
    if (latenessMs < 0) continue;
    lateness.add(latenessMs);
    if (latenessMs > latenessMaxMs) latenessMaxMs = latenessMs;
  }
  outbox.endSlot();
  lateness.endSlot(nowMs);
  return sessions.size > 0;
}

async function open(message: Extract<ToMediaThread, { type: 'open' }>): Promise<number> {
  const { sessionId, handle } = message;
  const { port, bound: sockets } = await ports.bind((port) =>
    bindSockets(settings.bindHost, port, settings.rtpPorts.max),
  );
  let recorder: Recorder | null = null;
  if (message.recordingPath !== null) {
    const onError = (error: Error) => {
      outbox.add({ type: 'recordingEnded', sessionId }, true);
      post({ type: 'warning', sessionId, message: `the recording ended early: ${error.message}` });
    };
    recorder = await Recorder.create(message.recordingPath, randomInt(1, ticksPerAppend + 1), onError).catch(
      async (error) => {
        await closeSockets(sockets);
        ports.release(port);
        throw error;
      },
    );
  }
  const rtp = new RtpSession(sockets, recorder, message.inactivityTimeoutMs, {
    mediaStarted: (atMs) => outbox.add({ type: 'mediaStarted', sessionId, atMs }, true),
    digit: (digit, atMs) => outbox.add({ type: 'digit', sessionId, digit, atMs }, true),
    inactive: (atMs) => outbox.add({ type: 'inactive', sessionId, atMs }, false),
    audio: (pcm, atMs, isUrgent) => outbox.addAudio(handle, atMs, pcm, isUrgent),
    speech: (edge, atMs, decidedAtMs) =>
      outbox.add({ type: 'speech', sessionId, edge, atMs, decidedAtMs }, true),
    webPath: ({ address, port }) => addSoon({ type: 'webPath', sessionId, address, port }),
    // A copy, because the socket's memory is used again.
    dtls: (datagram) => addSoon({ type: 'dtls', sessionId, datagram: new Uint8Array(datagram) }),
    monitored: (pcm, atMs) => outbox.addAudio(~handle, atMs, pcm, false),
    finished: ({ id, playback }) => outbox.add({ type: 'finished', sessionId, playId: id, playback }, false),
  });
  sessions.set(sessionId, { rtp, sockets, port, recorder, phase: null });
  return port;
}

function connect({ sessionId, parameters, positionMs }: Extract<ToMediaThread, { type: 'connect' }>): void {
  const session = sessions.get(sessionId);
  if (!session) return;
  const nowMs = performance.now();
  const isFirst = session.phase === null;
  session.phase ??= leastBusyPhase(sessionsByPhase);
  const startMs = nextPhaseAtMs(clock.originMs, nowMs, session.phase);
  const firstTick = Math.ceil(positionMs / tickMs);
  const zeroMs = startMs - firstTick * tickMs;
  session.rtp.connect(parameters, startMs, firstTick);
  if (!isFirst) return;
  sessionsByPhase[session.phase]!++;
  outbox.add({ type: 'connected', sessionId, timeZeroEpochMs: Date.now() + (zeroMs - nowMs) }, true);
  clock.start();
}

function connectEarly({ sessionId, parameters }: Extract<ToMediaThread, { type: 'connectEarly' }>): void {
  sessions.get(sessionId)?.rtp.connectEarly(parameters, performance.now());
  clock.start();
}

async function close(sessionId: string): Promise<SessionSummary | null> {
  const session = sessions.get(sessionId);
  if (!session) return null;
  sessions.delete(sessionId);
  if (session.phase !== null) sessionsByPhase[session.phase]!--;
  session.rtp.end(performance.now());
  await closeSockets(session.sockets);
  ports.release(session.port);
  addCounts(ended, session.rtp);
  const recording = (await session.recorder?.close()) ?? null;
  const { incoming, outgoing } = session.rtp;
  const { packetsReceived, packetsLost } = incoming.reception;
  const { earlyMs } = session.rtp;
  const quality = session.rtp.quality();
  return { packetsSent: outgoing.packetsSent, packetsReceived, packetsLost, earlyMs, quality, recording };
}

function addCounts(sums: typeof ended, rtp: RtpSession): void {
  sums.packetsSent += rtp.outgoing.packetsSent;
  sums.packetsReceived += rtp.incoming.reception.packetsReceived;
  sums.packetsLost += rtp.incoming.reception.packetsLost;
  sums.packetsIgnored += rtp.packetsIgnored;
  sums.rtcpIgnored += rtp.rtcpIgnored;
  sums.socketErrors += rtp.outgoing.socketErrors;
}

function stats(): MediaStats {
  const sums = { ...ended };
  for (const { rtp } of sessions.values()) addCounts(sums, rtp);
  const result = { sessions: sessions.size, ...sums, latenessMaxMs };
  latenessMaxMs = 0;
  return result;
}

/** Ends all sessions and closes the port to the parent. Nothing keeps the thread alive then. */
async function shutdown(): Promise<void> {
  await Promise.all([...sessions.keys()].map(close));
  parent.close();
}

function answer(requestId: number, work: Promise<unknown>): void {
  awaited++;
  work
    .then(
      (value) => post({ type: 'reply', requestId, value }),
      (error: Error) => post({ type: 'refusal', requestId, errorName: error.name, message: error.message }),
    )
    .finally(() => awaited--);
}

/** Executes an instruction. It is ignored when its session is gone. */
function instruct(message: SessionInstruction): void {
  const session = sessions.get(message.sessionId);
  const rtp = session?.rtp;
  if (message.type === 'connect') connect(message);
  else if (message.type === 'connectEarly') connectEarly(message);
  else if (message.type === 'openWeb') rtp?.openWeb(message.ice);
  else if (message.type === 'sendDtls') rtp?.sendDtls(Buffer.from(message.datagram));
  else if (message.type === 'inactivityTimeout') rtp?.setInactivityTimeout(message.timeoutMs);
  else if (message.type === 'play') rtp?.play(message.playId, message.pcm);
  else if (message.type === 'stop') rtp?.stopPlaying();
  else if (message.type === 'dtmf') rtp?.sendDtmf(message.job);
  else if (message.type === 'listen') rtp?.listen(message.options);
  else if (message.type === 'pauseRecording') rtp?.pauseRecording(message.paused);
  else if (message.type === 'recordPeer') rtp?.recordPeer(message.isRecorded);
  else if (message.type === 'monitor') rtp?.monitor(message.wanted);
  else session?.recorder?.end(message.why);
  // Without a clock, no slot would post the result.
  if (!clock.isRunning) outbox.flush();
}

parent.on('message', (message: ToMediaThread) => {
  if (message.type === 'open') answer(message.requestId, open(message));
  else if (message.type === 'close') answer(message.requestId, close(message.sessionId));
  else if (message.type === 'stats') answer(message.requestId, Promise.resolve(stats()));
  else if (message.type === 'shutdown') void shutdown();
  else instruct(message);
});
// The library is loaded beforehand, so that no call waits for it.
await loadOpus();
takePrecedence();
post({ type: 'ready' });
