import { RateLimiter } from '../../../platform/kernel/index.ts';
import { type Endpoint, isReliable } from '../base/transport.ts';
import type { DialogStack } from '../call/call-dialog.ts';
import { responseTo } from '../call/call-stack.ts';
import { Nonces } from '../guard/nonces.ts';
import { PenaltyBox } from '../guard/penalty-box.ts';
import { type RateLimit, SourceLimiter } from '../guard/rate-limit.ts';
import { challengeFor, type DigestAnswer, isMadeWith, readDigestAnswer } from '../message/digest-answer.ts';
import { headerOf, type SipRequest } from '../message/message.ts';
import type { HeaderList } from '../message/serialize.ts';
import { optionTags } from '../message/session-expires.ts';
import type { DeviceRegistration, DeviceRegistry, RegisteringDevice } from './device-registry.ts';
import { contactsOf, expiresBounds } from './registered-contacts.ts';
import type { StatelessResponder } from './stateless-responder.ts';

const realm = 'parley';
/** REGISTER of one address: an office behind one NAT may have many devices. */
const registerRate: RateLimit = { perSecond: 20, burst: 200 };
/** REGISTERs that wait for the database. */
const waitingMax = 200;
/** Wrong passwords for one user name from one address, after which it gets no response for a while. */
const wrongPasswords = { refusals: 10, withinMs: 60_000, silenceMs: 600_000 };
/** The same of all user names from one address: of an office, or of a proxy with all its devices. */
const wrongOfAddress = { refusals: 100, withinMs: 60_000, silenceMs: 600_000 };
/** The limits of an address bound no user name that has proven its password there within this time. */
const provenMs = 3_600_000;
const provenMax = 10_000;
/** The most failures that are logged in a minute. While the database is away, every device fails, again and again. */
const loggedMax = 10;
const retryAfter: HeaderList = [['Retry-After', '5']];
const pathMax = 8;
const textMax = 256;

function digestAnswerIn(request: SipRequest): DigestAnswer | undefined {
  const values = request.headers.get('authorization') ?? [];
  return values.map(readDigestAnswer).find((read) => read?.realm === realm) ?? undefined;
}

const nameIn = ({ to }: SipRequest, answer: DigestAnswer | undefined): string =>
  answer?.username ?? to.uri.user ?? '';

/**
 * The registrar of devices (RFC 3261 §10.3): asks for the password by a digest, and hands what was registered to the layer
 * above, which keeps it.
 */
export class Registrar {
  readonly #stack: DialogStack;
  readonly #registry: DeviceRegistry;
  readonly #responder: StatelessResponder;
  readonly #nonces: Nonces;
  readonly #rates: SourceLimiter;
  readonly #wrong: PenaltyBox;
  readonly #wrongOfAddress: PenaltyBox;
  /** Until when each pair of address and user name counts as proven. */
  readonly #proven = new Map<string, number>();
  readonly #logged = new RateLimiter(loggedMax);
  #waiting = 0;

  constructor(stack: DialogStack, registry: DeviceRegistry, responder: StatelessResponder) {
    this.#stack = stack;
    this.#registry = registry;
    this.#responder = responder;
    const { scheduler } = stack.wire;
    this.#nonces = new Nonces(scheduler);
    this.#rates = new SourceLimiter(registerRate, scheduler);
    this.#wrong = new PenaltyBox(wrongPasswords, scheduler);
    this.#wrongOfAddress = new PenaltyBox(wrongOfAddress, scheduler);
  }

  /** Receives a REGISTER. `otherwise` handles it when no device may register here. */
  receive(request: SipRequest, source: Endpoint, otherwise: () => void): void {
    const { address } = source;
    const answer = digestAnswerIn(request);
    const attempt = `${address} ${nameIn(request, answer)}`;
    if (!this.#isProven(attempt) && (this.#wrongOfAddress.isSilenced(address) || !this.#rates.take(address)))
      return;
    if (this.#waiting >= waitingMax) {
      this.#responder.answer(request, 503, retryAfter);
      return;
    }
    this.#waiting++;
    void this.#serve(request, source, answer, otherwise)
      .catch((error: unknown) => {
        this.#failed(error);
        this.#responder.answer(request, 503, retryAfter);
      })
      .finally(() => {
        this.#waiting--;
      });
  }

  async #serve(
    request: SipRequest,
    source: Endpoint,
    answer: DigestAnswer | undefined,
    otherwise: () => void,
  ): Promise<void> {
    if (!(await this.#registry.isInUse())) return otherwise();
    const { address } = source;
    const username = nameIn(request, answer);
    const algorithm = this.#registry.algorithmOf(username);
    if (answer?.algorithm !== algorithm) {
      this.#challenge(request, address, algorithm, false);
      return;
    }
    const { nonce, count } = answer;
    const attempt = `${address} ${username}`;
    if (this.#wrong.isSilenced(attempt)) return;
    // A nonce of another process, or an old one: the client answers the new one without asking its user.
    if (!this.#nonces.isValid(nonce, address) || !this.#nonces.use(nonce, count)) {
      this.#challenge(request, address, algorithm, true);
      return;
    }
    const transaction = this.#stack.transactions.serve(request);
    const respond = (status: number, headers: HeaderList = []): void =>
      transaction.respond(responseTo(request, status, this.#responder.tag(request.basis), { headers }));
    try {
      const device = await this.#deviceOf(answer);
      if (device) {
        this.#prove(attempt);
        return respond(...(await this.#register(request, source, device)));
      }
      this.#refused(address, attempt);
      respond(403);
    } catch (error) {
      this.#failed(error);
      respond(503, retryAfter);
    }
  }

  /** Returns the device whose password made the answer. An unknown user name is refused like a wrong password. */
  async #deviceOf(answer: DigestAnswer): Promise<RegisteringDevice | null> {
    const device = await this.#registry.find(answer.username);
    const isRight = isMadeWith(device?.password ?? '', 'REGISTER', answer);
    return device && isRight ? device : null;
  }

  #isProven(attempt: string): boolean {
    return (this.#proven.get(attempt) ?? 0) > this.#stack.wire.scheduler.nowMs();
  }

  #prove(attempt: string): void {
    this.#proven.delete(attempt);
    this.#proven.set(attempt, this.#stack.wire.scheduler.nowMs() + provenMs);
    const [oldest] = this.#proven.keys();
    if (this.#proven.size > provenMax && oldest !== undefined) this.#proven.delete(oldest);
  }

  #failed(error: unknown): void {
    const { log, wire } = this.#stack;
    if (this.#logged.count('', wire.scheduler.nowMs()) > 0) return;
    log.warn({ err: error }, 'a device could not be registered');
  }

  #challenge(request: SipRequest, address: string, algorithm: 'MD5' | 'SHA-256', isStale: boolean): void {
    const asked = challengeFor(realm, this.#nonces.next(address), algorithm, isStale);
    this.#responder.answer(request, 401, [['WWW-Authenticate', asked]]);
  }

  #refused(address: string, attempt: string): void {
    const isOver = this.#wrong.refused(attempt);
    if (this.#wrongOfAddress.refused(address) || isOver)
      this.#stack.log.warn(
        { address },
        'a device sent wrong passwords and gets no responses for ten minutes',
      );
  }

  async #register(
    request: SipRequest,
    source: Endpoint,
    { deviceId, organizationId }: RegisteringDevice,
  ): Promise<[status: number, headers: HeaderList]> {
    // RFC 3261 §10.3, step 2.
    const unsupported = optionTags(request, 'require').filter((tag) => tag !== 'path');
    if (unsupported.length > 0) return [420, [['Unsupported', unsupported.join(', ')]]];
    const contacts = contactsOf(request, isReliable(source));
    if (contacts === 'malformed') return [400, []];
    if (contacts === 'too-brief') return [423, [['Min-Expires', String(expiresBounds.minSeconds)]]];
    const path = request.headers.get('path') ?? [];
    if (path.length > pathMax || path.some((value) => value.length > textMax)) return [400, []];
    // RFC 3327 §5.3: a device that does not know of Path could not see who is between.
    if (path.length > 0 && !optionTags(request, 'supported').includes('path'))
      return [420, [['Unsupported', 'path']]];
    const registration: DeviceRegistration = {
      device: { deviceId, organizationId },
      flow: source,
      callId: request.callId.slice(0, textMax),
      cseq: request.cseq.number,
      userAgent: headerOf(request, 'user-agent')?.slice(0, textMax) ?? null,
      path,
      isDirect: path.length === 0 && request.basis.lowerVias.length === 0,
      contacts,
    };
    const bindings = await this.#registry.register(registration);
    if (!bindings) return [500, retryAfter];
    return [
      200,
      [
        ...bindings.map(
          ({ uri, expiresSeconds }) => ['Contact', `<${uri}>;expires=${expiresSeconds}`] as const,
        ),
        ...path.map((value) => ['Path', value] as const),
      ],
    ];
  }
}
