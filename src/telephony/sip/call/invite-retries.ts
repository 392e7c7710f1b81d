import { answerToChallenge, proven } from '../message/challenge.ts';
import type { Credentials } from '../message/digest.ts';
import type { SipResponse } from '../message/message.ts';
import type { HeaderList, OutgoingRequest } from '../message/serialize.ts';
import {
  intervalHeaders,
  raisedBy,
  type SessionTimerSettings,
  withInterval,
} from '../message/session-expires.ts';

/** Each hop of the path may raise the session interval once or twice; beyond that somebody is playing. */
const raisesMax = 4;

/** The repetitions of an INVITE that its refusals call for: with credentials, or for a longer session interval. */
export class InviteRetries {
  readonly #credentials: Credentials | undefined;
  #timer: SessionTimerSettings;
  #raises = 0;
  #challenges = 0;

  constructor(credentials: Credentials | undefined, timer: SessionTimerSettings) {
    this.#credentials = credentials;
    this.#timer = timer;
  }

  /** What the first INVITE says of the session interval. */
  headers(): HeaderList {
    return intervalHeaders(this.#timer, null);
  }

  /** It was refused and is sent again, so that the INVITE has arrived at least once. */
  get wasRefused(): boolean {
    return this.#challenges > 0 || this.#raises > 0;
  }

  /** The INVITE to send after a refusal (401, 407, 422); null where that is the last word. */
  next(request: OutgoingRequest, response: SipResponse): OutgoingRequest | null {
    const raised = raisedBy(response, this.#timer);
    if (raised && this.#raises++ < raisesMax) {
      this.#timer = raised;
      const again = withInterval(request, raised);
      return this.#credentials ? proven(again, this.#credentials) : again;
    }
    return answerToChallenge(request, response, this.#credentials, this.#challenges++);
  }
}
