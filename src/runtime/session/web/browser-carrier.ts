import type { Socket } from 'node:net';
import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import type { CallEnd } from '../../../domains/calls/index.ts';
import {
  answerWebCall,
  type BrowserCallToCarry,
  BrowserLink,
  type LinkCommand,
  type LinkReport,
  refuseWebCall,
  type WebCallOffer,
} from '../../../domains/web-calls/index.ts';
import { ApiError, fairTimeout, type Log, toError, waitAtMost } from '../../../platform/kernel/index.ts';
import { readWebOffer } from '../../../telephony/webrtc/index.ts';
import { converseWithBrowser, endOfBrowserCall, prepareForBrowser } from '../../agent-runtime/index.ts';
import { CallAudio } from '../audio/call-audio.ts';
import type { NoCapacity } from '../capacity/capacity.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { BrowserWebLine } from './browser-web-line.ts';
import { WebLeg, webAudio, webRateHz } from './web-leg.ts';

interface BrowserCarrierOptions {
  environment: CallEnvironment;
  nodeId: string;
  log: Log;
  /** The address at which browsers reach our ports. */
  address: string;
  reserveCapacity: () => { release(): void } | NoCapacity;
}

/** The API connects and starts the call within this time after our answer. */
const joinMsMax = 5000;
/** The browser connects within this time after our answer. Otherwise the API carries the call over its WebSocket. */
const connectMsMax = 4000;
/** The call ends after this time without audio and checks. */
const withoutAudioMsMax = 10_000;
const reportUsageEveryMs = 10_000;
const stopMsMax = 3000;

type Link = BrowserLink<LinkReport, LinkCommand>;

/** A browser call that this process answered and no API has joined. */
interface Unjoined {
  organizationId: string;
  joined: (link: Link) => void;
}

/**
 * Carries members' browser calls over WebRTC. A call has no record in `calls`: the API that offered it connects to this process,
 * names the agent, gets what is said, and records the browser call.
 */
export class BrowserCarrier {
  readonly #options: BrowserCarrierOptions;
  readonly #unjoined = new Map<string, Unjoined>();
  readonly #running = new Set<Promise<void>>();
  readonly #stops = new Set<(message: string) => void>();

  constructor(options: BrowserCarrierOptions) {
    this.#options = options;
  }

  /** Answers a claimed offer, and carries the call to its end. `reserved` is capacity for it. */
  begin(offered: WebCallOffer, reserved?: { release(): void }): void {
    const { callId } = offered;
    const running: Promise<void> = this.#carry(offered, reserved)
      .catch((error: unknown) => this.#options.log.error({ err: error, callId }, 'a browser call failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Takes a connection of the API. Returns false when this process does not have the call. */
  join(organizationId: string, browserCallId: string, socket: Socket): boolean {
    const unjoined = this.#unjoined.get(browserCallId);
    if (unjoined?.organizationId !== organizationId) return false;
    this.#unjoined.delete(browserCallId);
    unjoined.joined(new BrowserLink(socket));
    return true;
  }

  /** Ends all calls. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop('The service is shutting down.');
    await waitAtMost(Promise.all(this.#running), stopMsMax);
  }

  async #carry(offered: WebCallOffer, given: { release(): void } | undefined): Promise<void> {
    const { environment, nodeId, log, reserveCapacity } = this.#options;
    const { organizationId, callId } = offered;
    const reserved = given ?? reserveCapacity();
    if (typeof reserved === 'string')
      return refuseWebCall(environment.db, { organizationId, callId, nodeId }, 'busy');
    try {
      await this.#answer(offered, log.child({ organizationId, browserCallId: callId }));
    } finally {
      reserved.release();
    }
  }

  async #answer(offered: WebCallOffer, log: Log): Promise<void> {
    const { environment, nodeId, address } = this.#options;
    const { organizationId, callId } = offered;
    const ended = Promise.withResolvers<CallEnd>();
    const stop = (message: string) => ended.resolve(endOfBrowserCall(message));
    const audio = new CallAudio({
      environment: { ...environment, mediaTimeoutMs: withoutAudioMsMax },
      ...{ callId, trunk: webAudio, log },
      onGone: () => stop('No audio is received from the browser.'),
      onUnrecorded: () => undefined,
    });
    const joined = Promise.withResolvers<Link>();
    await using cleanup = new AsyncDisposableStack();
    this.#unjoined.set(callId, { organizationId, joined: joined.resolve });
    this.#stops.add(stop);
    cleanup.defer(() => {
      this.#unjoined.delete(callId);
      this.#stops.delete(stop);
    });
    await audio.open(false);
    cleanup.defer(async () => void (await audio.close(true)));
    const leg = new WebLeg({
      ...{ session: audio.session, offer: readWebOffer(offered.offer), address, connectMsMax },
      onClosed: () => stop('The browser disconnected.'),
    });
    cleanup.defer(() => leg.hangUp());
    const sdp = leg.answer();
    if (!(await answerWebCall(environment.db, { organizationId, callId, nodeId }, sdp))) return;
    const link = await waitAtMost(joined.promise, joinMsMax);
    if (!link) return log.info('no API joined a browser call');
    cleanup.defer(() => link.close());
    void link.closed.then(() => stop('The API that relayed the call was lost.'));
    const call = await startOf(link);
    if (call) await this.#converse({ call, link, audio, leg, log, ended: ended.promise, stop });
  }

  async #converse({ call, link, audio, leg, log, ended, stop }: Conversing): Promise<void> {
    const { environment } = this.#options;
    await using cleanup = new AsyncDisposableStack();
    const gone = new AbortController();
    void ended.then(() => {
      gone.abort();
      leg.hangUp();
    });
    link.listen((command) => {
      if (command.type === 'stop') stop(command.message);
      else if (command.type === 'key') pressKey(audio, command.digit);
    });
    const usage = new UsageMeter();
    const report = () => link.send({ type: 'usage', usage: usage.sums() });
    const finish = (last: LinkReport) => {
      report();
      link.send(last);
    };
    const preparing = { gone: gone.signal, log, usage, lineRateHz: webRateHz };
    const preparation = prepareForBrowser(environment, call, preparing);
    cleanup.defer(async () => {
      gone.abort();
      await (await preparation.catch(() => null))?.[Symbol.asyncDispose]();
    });
    try {
      const found = leg.connected.catch((error: unknown) => toError(error).message);
      // An agent that cannot speak is reported at once.
      const connection = await Promise.race([found, preparation.then(() => found)]);
      if (typeof connection === 'string') {
        // A stop closes the connection too.
        const over = await Promise.race([ended, Promise.resolve(null)]);
        return finish(over ? { type: 'over', end: over } : { type: 'unconnected', why: connection });
      }
      const prepared = await preparation;
      audio.connectWeb(connection);
      link.send({ type: 'connected' });
      const reporting = setInterval(report, reportUsageEveryMs);
      cleanup.defer(() => clearInterval(reporting));
      const keys = (digits: string) => link.send({ type: 'progress', progress: { type: 'keys', digits } });
      const { status, endedBy, endedReason, message } = await converseWithBrowser({
        ...{ media: new BrowserWebLine(audio.session, keys), prepared, log, ended },
        emit: (progress) => link.send({ type: 'progress', progress }),
        onHandOver: () => audio.hearing.suspend(),
        onStarted: (conversation, hearing) => audio.hearing.give(conversation, hearing),
      });
      finish({ type: 'over', end: { status, endedBy, endedReason, message } });
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ err: error }, 'a browser call failed');
      const { code, message } =
        error instanceof ApiError ? error : { code: 'internal', message: 'The call failed.' };
      finish({ type: 'refused', code, error: message });
    }
  }
}

interface Conversing {
  call: BrowserCallToCarry;
  link: Link;
  audio: CallAudio;
  leg: WebLeg;
  log: Log;
  ended: Promise<CallEnd>;
  stop: (message: string) => void;
}

/** Resolves with the call that the API starts; `null` when it does not in time. */
function startOf(link: Link): Promise<BrowserCallToCarry | null> {
  return new Promise((resolve) => {
    const notLate = fairTimeout(joinMsMax, () => resolve(null));
    link.listen((command) => {
      notLate();
      resolve(command.type === 'start' ? command.call : null);
    });
    void link.closed.then(() => {
      notLate();
      resolve(null);
    });
    link.send({ type: 'joined' });
  });
}

/** Passes a key on, if the clock of the audio runs. */
function pressKey({ session, hearing }: CallAudio, digit: string): void {
  const zero = session.timeZeroEpochMs;
  if (zero !== null) hearing.digit(digit, Date.now() - zero, 'info');
}
