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
import { ApiError, waitAtMost } from '../../platform/kernel/index.ts';
import { type BrowserCallEnvironment, watchForEnd } from './carry.ts';
import type { RecordedBrowserCall } from './record.ts';

/** The process that carries the call ends it within this time. */
const stopMsMax = 3000;

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

/** Resolves with the end of the call, or with `null` when the browser did not connect. */
function followLink(
  { socket, report, log }: RelayEnvironment,
  { browserCallId, agent }: BrowserCallToCarry,
  link: Link,
): Promise<CallEnd | null> {
  let isConnected = false;
  return new Promise((resolve, reject) => {
    link.listen((message) => {
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
    void link.closed.then(() => resolve(isConnected ? lost : null));
  });
}
