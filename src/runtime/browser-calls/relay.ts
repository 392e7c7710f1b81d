import type { CallEnd } from '../../domains/calls/index.ts';
import {
  type BrowserCallToCarry,
  type BrowserLink,
  joinBrowserCall,
  type LinkCommand,
  type LinkReport,
  offerBrowserCall,
} from '../../domains/web-calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { ApiError, fairTimeout, waitAtMost } from '../../platform/kernel/index.ts';
import { type BrowserCallEnvironment, watchForEnd } from './carry.ts';
import type { RecordedBrowserCall } from './record.ts';

/** The process that carries the call ends it within this time. */
const stopMsMax = 3000;

/** The process that carries the call reports usage every 10 s. Without any report for so long it is lost: stalled, or cut off. */
const silentMsMax = 30_000;

const ofLoopback = /^c=IN IP(?:4 127\.|6 ::1\r)/m;

const lost: CallEnd = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'worker-lost',
  message: 'The process that carried the call was lost.',
};

interface RelayEnvironment extends Omit<BrowserCallEnvironment, 'usage' | 'agents'> {
  db: Database;
  report: RecordedBrowserCall['report'];
  /** Whether the page was opened on this machine. */
  isLocal: boolean;
}

type Link = BrowserLink<LinkCommand, LinkReport>;

/**
 * Lets a process that carries calls hold the browser call over WebRTC, and passes on what is said and done in it. Returns `null`
 * when no process answers the offer, or the browser does not connect to it.
 */
export async function relayBrowserCall(
  environment: RelayEnvironment,
  call: BrowserCallToCarry,
  offer: string,
): Promise<CallEnd | null> {
  const { db, socket, log } = environment;
  const { organizationId, browserCallId, agent } = call;
  await using cleanup = new AsyncDisposableStack();
  const gone = new AbortController();
  void socket.closed.then(() => gone.abort());
  const { ended, stop } = watchForEnd(environment, cleanup);
  const { agentId } = agent;
  const answered = await offerBrowserCall(db, { organizationId, browserCallId, agentId, offer }, gone.signal);
  if (gone.signal.aborted) return ended;
  if (!answered) {
    log.info('no process answered a browser call over WebRTC');
    return null;
  }
  // By default calls are reached on this machine only. A browser elsewhere need not find that out.
  if (!environment.isLocal && ofLoopback.test(answered.answer)) return null;
  socket.send({ type: 'answer', sdp: answered.answer });
  const link = await joinBrowserCall(answered.place, call);
  if (!link) {
    log.warn({ address: answered.place.address }, 'the process that answered a browser call is not reached');
    return null;
  }
  cleanup.defer(() => link.close());
  socket.listen({
    audio: () => undefined,
    command: (command) => (command.type === 'stop' ? stop('You ended the call.') : link.send(command)),
  });
  const reported = followLink(environment, call, link);
  link.send({ type: 'start', call });
  const first = await Promise.race([reported, ended.then((end) => ({ stopped: end }))]);
  if (first === null || !('stopped' in first)) return first;
  link.send({ type: 'stop', message: first.stopped.message ?? '' });
  return (await waitAtMost(reported, stopMsMax)) ?? first.stopped;
}

/** Resolves with the end of the call, or with `null` when the browser did not connect. Exported for the test. */
export function followLink(
  {
    socket,
    report,
    log,
  }: Pick<RelayEnvironment, 'report' | 'log'> & { socket: Pick<RelayEnvironment['socket'], 'send'> },
  { browserCallId, agent }: Pick<BrowserCallToCarry, 'browserCallId' | 'agent'>,
  link: Pick<Link, 'listen' | 'closed'>,
  lostAfterMs = silentMsMax,
): Promise<CallEnd | null> {
  let isConnected = false;
  const { promise, resolve, reject } = Promise.withResolvers<CallEnd | null>();
  const isLost = () => resolve(isConnected ? lost : null);
  let notSilent = fairTimeout(lostAfterMs, isLost);
  void promise.finally(() => notSilent()).catch(() => undefined);
  link.listen((message) => {
    notSilent();
    notSilent = fairTimeout(lostAfterMs, isLost);
    switch (message.type) {
      case 'joined':
        return;
      case 'connected': {
        isConnected = true;
        const { maxDurationSeconds } = agent.limits;
        const { version } = agent;
        socket.send({ type: 'ready', transport: 'webrtc', browserCallId, version, maxDurationSeconds });
        return;
      }
      case 'progress':
        return socket.send(message.progress);
      case 'usage':
        return report(message.usage);
      case 'unconnected':
        log.info({ why: message.why }, 'a browser call found no way for WebRTC');
        return resolve(null);
      case 'refused':
        return reject(new ApiError(409, message.code, message.error));
      case 'over':
        return resolve(message.end);
    }
  });
  void link.closed.then(isLost);
  return promise;
}
