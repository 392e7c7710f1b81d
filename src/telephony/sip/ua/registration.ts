import { endpointOf, type Target, transportOf } from '../base/target.ts';
import { type CallStack, notify } from '../call/call-stack.ts';
import type { Credentials } from '../message/digest.ts';
import { newCallId } from '../message/identifiers.ts';
import { parseUri } from '../syntax/index.ts';
import type { OutOfDialogRequest } from './outgoing-request.ts';
import { nextRegistrationStep, type RegistrationStep } from './registration-plan.ts';
import type { RequestClient } from './request-client.ts';

/** A binding to keep at a registrar (RFC 3261 §10.2). */
export interface RegistrationOptions {
  /** The address of the registrar. */
  target: Target;
  /** The Request-URI: the domain of the registrar without a user; taken from the aor by default. */
  registrarUri?: string | undefined;
  /** The address of record: the URI whose calls are sent to us. */
  aor: string;
  credentials?: Credentials | undefined;
  /** The `line` parameter of our Contact, which its calls carry in their Request-URI; none by default. */
  line?: string | undefined;
  /** The requested expiry in seconds; 3,600. */
  expiresSeconds?: number | undefined;
  /** Called on every change, and once at the start. */
  onState?: ((state: RegistrationState) => void) | undefined;
}

export interface RegistrationState {
  /**
   * `registering` while there is no binding and an attempt is under way or due; `registered` as long as the
   * binding lasts.
   */
  status: 'registering' | 'registered' | 'stopped';
  /** When the binding expires without a refresh; `null` without a binding. */
  registeredUntilEpochMs: number | null;
  /** The last failed attempt; `null` after a success. `code` is `null` without a response. */
  lastFailure: { code: number | null; reason: string; atEpochMs: number } | null;
}

/** A binding that is kept until it is stopped. */
export interface Registration {
  readonly state: RegistrationState;
  /** Removes the binding (§10.2.2). Resolves with the registrar's response, at the latest after 2 s. */
  stop(): Promise<void>;
  /** Registers at once unless an attempt is under way, to check that the binding exists. */
  refresh(): void;
}

/** Less than timer F: an unanswered refresh must be repeated before the binding expires. */
const attemptTimeoutMs = 10_000;
const removalTimeoutMs = 2_000;
/** RFC 5626 §4.4.2: a NAT mapping over UDP needs traffic every 24 to 29 s. */
const mappingMs = 25_000;
const keepAlive = Buffer.from('\r\n\r\n');

/** Registers, refreshes, and registers again after a loss until it is stopped. */
class RegistrationMachine implements Registration {
  readonly #stack: CallStack;
  readonly #requests: RequestClient;
  readonly #options: RegistrationOptions;
  readonly #gone: () => void;
  readonly #callId = newCallId();
  readonly #registrarUri: string;
  readonly #contactUri: string;
  #state: RegistrationState = { status: 'registering', registeredUntilEpochMs: null, lastFailure: null };
  #expiresSeconds: number;
  #cseq = 1;
  #failures = 0;
  #longer = 0;
  #isTrying = false;
  #attempt: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();
  #stopped: Promise<void> | null = null;
  #stopTimer: () => void = () => {};
  #stopLapse: () => void = () => {};
  #stopKeeping: () => void = () => {};

  /** Throws a TypeError when the aor is not a SIP URI. */
  constructor(stack: CallStack, requests: RequestClient, options: RegistrationOptions, gone: () => void) {
    const aor = parseUri(options.aor);
    if (!aor || aor.host === '') throw new TypeError('aor is not a SIP URI');
    this.#stack = stack;
    this.#requests = requests;
    this.#options = options;
    this.#gone = gone;
    this.#expiresSeconds = options.expiresSeconds ?? 3_600;
    this.#registrarUri = options.registrarUri ?? `${aor.scheme}:${aor.host}`;
    // The user as written in the aor, with escapes and without a password.
    const [userinfo = ''] = aor.user === null ? [] : aor.text.slice(aor.scheme.length + 1).split('@');
    const user = userinfo.split(':', 1)[0]!;
    const transport = transportOf(options.target, this.#registrarUri);
    const contact = stack.transports.contactUri({ transport, isSips: aor.scheme === 'sips' }, user);
    this.#contactUri = options.line === undefined ? contact : `${contact};line=${options.line}`;
  }

  get state(): RegistrationState {
    return this.#state;
  }

  /** Throws a TypeError when a message cannot hold a part. */
  start(): void {
    this.#register();
    notify(this.#stack.log, () => this.#options.onState?.(this.#state));
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#remove();
    return this.#stopped;
  }

  refresh(): void {
    if (this.#stopped || this.#isTrying) return;
    this.#stopTimer();
    this.#register();
  }

  #register(): void {
    this.#isTrying = true;
    const asked = this.#request(this.#expiresSeconds, attemptTimeoutMs);
    const outcome = this.#requests.send(asked, this.#stop.signal);
    this.#attempt = outcome.then((settled) => {
      this.#isTrying = false;
      this.#cseq = settled.cseq + 1;
      const attempt = {
        expiresSeconds: this.#expiresSeconds,
        contactUri: this.#contactUri,
        failures: this.#failures,
        longer: this.#longer,
      };
      if (!this.#stopped) this.#apply(nextRegistrationStep(settled, attempt, Math.random()));
    });
  }

  #apply(step: RegistrationStep): void {
    if (step.kind === 'ask-longer') {
      this.#longer++;
      this.#expiresSeconds = step.expiresSeconds;
      this.#register();
      return;
    }
    this.#longer = 0;
    if (step.kind === 'registered') {
      this.#failures = 0;
      this.#bind(step.expiresSeconds);
      this.#keepMapping();
      this.#registerAfter(step.refreshInMs);
      return;
    }
    this.#failures++;
    const { code, reason } = step;
    this.#change({ lastFailure: { code, reason, atEpochMs: Date.now() } });
    this.#registerAfter(step.retryInMs);
  }

  /**
   * Over UDP a NAT drops the mapping of our binding within a minute. A double CRLF to the registrar, which
   * SIP peers ignore, keeps it. Our stream connections keep themselves alive.
   */
  #keepMapping(): void {
    this.#stopKeeping();
    const { target } = this.#options;
    const transport = transportOf(target, this.#registrarUri);
    if (transport !== 'udp') return;
    const { scheduler, send } = this.#stack.wire;
    this.#stopKeeping = scheduler.after(mappingMs, () => {
      this.#stack.locate({ ...target, transport }, ([found]) => {
        if (found && !this.#stopped) send(keepAlive, endpointOf(found));
      });
      this.#keepMapping();
    });
  }

  #registerAfter(inMs: number): void {
    this.#stopTimer = this.#stack.wire.scheduler.after(inMs, () => this.#register());
  }

  #bind(seconds: number): void {
    this.#stopLapse();
    this.#stopLapse = this.#stack.wire.scheduler.after(seconds * 1_000, () => {
      this.#stopKeeping();
      this.#change({ status: 'registering', registeredUntilEpochMs: null });
    });
    const registeredUntilEpochMs = Date.now() + seconds * 1_000;
    this.#change({ status: 'registered', registeredUntilEpochMs, lastFailure: null });
  }

  async #remove(): Promise<void> {
    this.#stopTimer();
    this.#stopLapse();
    this.#stopKeeping();
    this.#stop.abort();
    await this.#attempt;
    // Sent even without a known binding: the response that confirmed one may have been lost.
    await this.#requests.send(this.#request(0, removalTimeoutMs));
    this.#change({ status: 'stopped', registeredUntilEpochMs: null });
    this.#gone();
  }

  #request(expiresSeconds: number, timeoutMs: number): OutOfDialogRequest {
    const { target, aor, credentials } = this.#options;
    return {
      method: 'REGISTER',
      requestUri: this.#registrarUri,
      fromUri: aor,
      toUri: aor,
      target,
      credentials,
      headers: [
        ['Contact', `<${this.#contactUri}>`],
        ['Expires', String(expiresSeconds)],
      ],
      callId: this.#callId,
      cseq: this.#cseq,
      timeoutMs,
    };
  }

  #change(change: Partial<RegistrationState>): void {
    this.#state = { ...this.#state, ...change };
    notify(this.#stack.log, () => this.#options.onState?.(this.#state));
  }
}

/** All registrations of a user agent. */
export class Registrations {
  readonly #stack: CallStack;
  readonly #requests: RequestClient;
  readonly #kept = new Set<RegistrationMachine>();

  constructor(stack: CallStack, requests: RequestClient) {
    this.#stack = stack;
    this.#requests = requests;
  }

  get size(): number {
    return this.#kept.size;
  }

  start(options: RegistrationOptions): Registration {
    const registration: RegistrationMachine = new RegistrationMachine(
      this.#stack,
      this.#requests,
      options,
      () => this.#kept.delete(registration),
    );
    registration.start();
    this.#kept.add(registration);
    return registration;
  }

  /** Removes every binding. */
  async close(): Promise<void> {
    await Promise.all([...this.#kept].map((registration) => registration.stop()));
  }
}
