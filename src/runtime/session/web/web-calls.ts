import { UsageMeter } from '../../../conversation/providers/kit/index.ts';
import { admitWebCall, type CallEnd, type WebAdmission } from '../../../domains/calls/index.ts';
import {
  answerWebCall,
  claimWebCalls,
  countOffers,
  hungUpWebCalls,
  refuseWebCall,
  removeWebCall,
  type WebCallOffer,
  type WebCallRefusal,
} from '../../../domains/web-calls/index.ts';
import { counter, delay, type Log, randomHex, toError } from '../../../platform/kernel/index.ts';
import { readWebOffer } from '../../../telephony/webrtc/index.ts';
import {
  firstWordsReady,
  openProviders,
  type PreparedAgent,
  prepareAgent,
} from '../../agent-runtime/index.ts';
import type { DialableAgent } from '../../dialer/index.ts';
import { LiveCall } from '../call/live-call.ts';
import type { NoCapacity } from '../capacity/capacity.ts';
import type { WaitingCalls } from '../capacity/waiting-calls.ts';
import type { CallEnvironment } from '../record/call-environment.ts';
import { endOfStop } from '../signalling/sip-outcome.ts';
import type { BrowserCarrier } from './browser-carrier.ts';
import { publishedAgent } from './store.ts';
import { WebLeg, webAudio } from './web-leg.ts';

interface WebCallsOptions {
  environment: CallEnvironment;
  nodeId: string;
  log: Log;
  /** The address at which browsers reach our ports. */
  address: string;
  /** Returns the number of further calls that this process accepts; 0 while callers wait. */
  room: () => number;
  /** The line of inbound calls that wait for room. */
  waiting: Pick<WaitingCalls, 'refusal' | 'isWorthWaiting' | 'wait'>;
  reserveCapacity: () => { release(): void } | NoCapacity;
  onLive: (live: LiveCall) => void;
  onOver: (live: LiveCall) => void;
  /** Carries the browser calls of members. */
  browserCalls: Pick<BrowserCarrier, 'begin'>;
}

/** How often offers are looked for without a notification, and visitors who hang up while there are calls. */
const offersEveryMs = 2000;
const hangUpsEveryMs = 1000;
const claimedAtOnceMax = 8;
/** A browser checks its connection every few seconds. Without checks and audio for this long it is gone (RFC 7675 §5.1). */
const consentMsMax = 30_000;

const refusedTotal = counter('parley_web_calls_refused_total', 'Calls from web pages refused, by reason', [
  'reason',
]);

/** A call that the process carries until its end. */
interface Carried {
  live: LiveCall | null;
  hangUp: () => void;
}

/** Claims the calls of visitors of web pages, and carries each to its end as a live call. */
export class WebCalls {
  readonly #options: WebCallsOptions;
  readonly #carried = new Map<string, Carried>();
  /** The offers for which this process has a turn in the line. */
  #turns = 0;
  #wake = (): void => undefined;

  constructor(options: WebCallsOptions) {
    this.#options = options;
  }

  /** Looks for offers and for visitors who have hung up now. */
  wake(): void {
    this.#wake();
  }

  /** Claims calls until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop, { once: true });
    while (!signal.aborted) {
      const wait = new AbortController();
      this.#wake = () => wait.abort();
      await this.#look(signal).catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the calls from web pages could not be read'),
      );
      const everyMs = this.#carried.size > 0 ? hangUpsEveryMs : offersEveryMs;
      if (!signal.aborted) await delay(everyMs, wait.signal);
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { environment, nodeId, room } = this.#options;
    if (this.#carried.size > 0)
      for (const callId of await hungUpWebCalls(environment.db, nodeId)) this.#carried.get(callId)?.hangUp();
    const max = Math.min(room(), claimedAtOnceMax);
    if (max > 0) await this.#claim(max);
    else await this.#lineUp(signal);
  }

  /** Claims and begins calls. With `reserved`, capacity for one of them is reserved. */
  async #claim(max: number, reserved?: { release(): void }): Promise<void> {
    const { environment, nodeId, browserCalls } = this.#options;
    let left = reserved;
    try {
      for (const offered of await claimWebCalls(environment.db, nodeId, max)) {
        if (offered.isBrowserCall) browserCalls.begin(offered, left);
        else this.#begin(offered, left);
        left = undefined;
      }
    } finally {
      left?.release();
    }
  }

  /** Gives each offer a turn in the line of inbound calls. Another process may claim it meanwhile. */
  async #lineUp(signal: AbortSignal): Promise<void> {
    const { environment, waiting } = this.#options;
    const offers = await countOffers(environment.db, claimedAtOnceMax);
    while (this.#turns < offers && !signal.aborted) {
      const { refusal } = waiting;
      if (refusal === null || !(await waiting.isWorthWaiting(refusal))) return;
      void this.#waitInLine(signal);
    }
  }

  async #waitInLine(signal: AbortSignal): Promise<void> {
    const { waiting, log } = this.#options;
    this.#turns++;
    try {
      const reserved = await waiting.wait(signal);
      if (typeof reserved !== 'string') await this.#claim(1, reserved);
    } catch (error) {
      log.warn({ err: error }, 'a call from a web page that waited could not be claimed');
    } finally {
      this.#turns--;
    }
  }

  #begin(offered: WebCallOffer, reserved?: { release(): void }): void {
    const { environment, nodeId, log } = this.#options;
    const { callId, organizationId } = offered;
    if (this.#carried.has(callId)) {
      reserved?.release();
      return;
    }
    const gone = new AbortController();
    const carried: Carried = {
      live: null,
      hangUp() {
        gone.abort();
        carried.live?.remoteEnded('remote', null);
      },
    };
    this.#carried.set(callId, carried);
    void this.#carry(offered, carried, gone, reserved)
      .catch((error: unknown) => log.error({ err: error, callId }, 'a call from a web page failed'))
      .finally(async () => {
        this.#carried.delete(callId);
        await removeWebCall(environment.db, { organizationId, callId, nodeId }).catch((error: unknown) =>
          log.warn({ err: error, callId }, 'a call from a web page could not be removed; it expires'),
        );
      });
  }

  /** Records the call and carries it to its end, or refuses it. */
  async #carry(
    offered: WebCallOffer,
    carried: Carried,
    gone: AbortController,
    given: { release(): void } | undefined,
  ): Promise<void> {
    const { reserveCapacity, onOver } = this.#options;
    const reserved = given ?? reserveCapacity();
    if (typeof reserved === 'string') return this.#refuse(offered, 'busy');
    await using opened = new AsyncDisposableStack();
    const admitted = await this.#admit(offered, carried, opened).finally(() => reserved.release());
    if (!admitted) return;
    try {
      await this.#converse(offered, admitted, gone);
    } finally {
      onOver(admitted.live);
    }
  }

  async #refuse({ organizationId, callId }: WebCallOffer, reason: WebCallRefusal): Promise<void> {
    const { environment, nodeId, log } = this.#options;
    refusedTotal.inc({ reason });
    log.info({ organizationId, callId, reason }, 'refused a call from a web page');
    await refuseWebCall(environment.db, { organizationId, callId, nodeId }, reason);
  }

  /** Records the call and makes it live. Returns `null` when it is refused. */
  async #admit(
    offered: WebCallOffer,
    carried: Carried,
    opened: AsyncDisposableStack,
  ): Promise<AdmittedCall | null> {
    const { nodeId, onLive } = this.#options;
    const environment = withConsent(this.#options.environment);
    const { organizationId, callId, agentId, origin } = offered;
    const agent = await publishedAgent(environment.db, organizationId, agentId);
    if (!agent) return this.#refuse(offered, 'agent-gone').then(() => null);
    const usage = new UsageMeter();
    const log = this.#options.log.child({ organizationId, callId });
    const providers = await openProviders(environment.providers, agent, { organizationId, usage, log }).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'the agent of a call from a web page cannot speak');
        return null;
      },
    );
    if (!providers) return this.#refuse(offered, 'agent-unusable').then(() => null);
    opened.use(providers);
    const held = { organizationId, callId, nodeId };
    // Another name for each call: visitors who share a network must not share what agents remember.
    const customerNumber = `visitor_${randomHex(12)}`;
    const admission: WebAdmission = {
      ...{ organizationId, nodeId, agentId, agentVersion: agent.version, customerNumber, origin },
    };
    const { kind } = await admitWebCall(environment.db, admission, callId);
    if (kind !== 'admitted')
      return this.#refuse(offered, kind === 'gone' ? 'agent-gone' : 'busy').then(() => null);
    environment.journal.admitted(held, admission);
    const live = new LiveCall(environment, held, webAudio, usage);
    carried.live = live;
    onLive(live);
    return { live, agent, providers, customerNumber };
  }

  async #converse(offered: WebCallOffer, admitted: AdmittedCall, gone: AbortController): Promise<void> {
    const { environment, nodeId, address } = this.#options;
    const { live, agent, providers, customerNumber } = admitted;
    const { organizationId, callId } = offered;
    const unanswered = (message: string): CallEnd => {
      if (live.stopCause !== null) return endOfStop(live.stopCause, false);
      return gone.signal.aborted ? gaveUp : { ...unusable, message };
    };
    try {
      const { log, usage, lineRateHz } = live;
      const call = { organizationId, callId, customerNumber, agentNumber: '', variables: {} };
      const preparing = { gone: live.gone, log, usage, lineRateHz, opened: providers };
      await using agents = new AsyncDisposableStack();
      const prepared: PreparedAgent = agents.use(await prepareAgent(environment, agent, call, preparing));
      await live.open({ agent });
      const leg = new WebLeg({
        session: live.audio.session,
        offer: readWebOffer(offered.offer),
        address,
        onClosed: () => live.remoteEnded('remote', null),
      });
      agents.defer(() => leg.hangUp());
      live.onStop(() => leg.hangUp());
      gone.signal.addEventListener('abort', () => leg.hangUp(), { once: true });
      const sdp = leg.answer();
      const isWanted = await answerWebCall(environment.db, { organizationId, callId, nodeId }, sdp);
      if (!isWanted) gone.abort();
      if (gone.signal.aborted) leg.hangUp();
      const ready = firstWordsReady(prepared, live.gone);
      // Without a connection, nothing awaits it.
      ready.catch(() => undefined);
      const audio = await leg.connected.catch((error: unknown) => toError(error).message);
      if (typeof audio === 'string') return await live.finish(unanswered(audio));
      await ready;
      live.audio.connectWeb(audio);
      live.log.info({ origin: offered.origin }, 'answered a call from a web page');
      const end = await live.carryOn(prepared, leg, 'inbound', {
        ...{ customerNumber, agentNumber: '', timeZone: null },
        ...{ trunk: webAudio, trunkId: '', credentials: null },
      });
      if (end === null) return;
      leg.hangUp();
      await live.finish(end);
    } catch (thrown) {
      live.log.error({ err: thrown }, 'a call from a web page failed');
      await live.finish(unanswered(`The call could not be carried on: ${toError(thrown).message}.`));
    }
  }
}

interface AdmittedCall {
  live: LiveCall;
  agent: DialableAgent;
  providers: Awaited<ReturnType<typeof openProviders>>;
  customerNumber: string;
}

function withConsent(environment: CallEnvironment): CallEnvironment {
  return { ...environment, mediaTimeoutMs: Math.min(environment.mediaTimeoutMs, consentMsMax) };
}

const gaveUp: CallEnd = {
  status: 'ended',
  endedBy: 'Customer ended the call',
  endedReason: 'customer-ended-call',
  message: 'The visitor gave up before the call was connected.',
};
const unusable = {
  status: 'ended',
  endedBy: 'System ended the call',
  endedReason: 'provider-error',
} as const;
