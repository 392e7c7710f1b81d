import { answerToChallenge, withAuthorization } from '../message/challenge.ts';
import type { Credentials } from '../message/digest.ts';
import type { SipResponse } from '../message/message.ts';
import type { HeaderList, OutgoingRequest } from '../message/serialize.ts';
import {
  intervalHeaders,
  raisedBy,
  type SessionTimerSettings,
  withInterval,
} from '../message/session-expires.ts';

/** Each hop of the path may raise the session interval once or twice; more is abusive. */
const raisesMax = 4;

/** The retries of an INVITE after a rejection: with credentials, or for a longer session interval. */
export class InviteRetries {
  readonly #credentials: Credentials | undefined;
  #timer: SessionTimerSettings;
  #raises = 0;
  #challenges = 0;

  constructor(credentials: Credentials | undefined, timer: SessionTimerSettings) {
    this.#credentials = credentials;
    this.#timer = timer;
  }

  /** Returns the session timer headers of the first INVITE. */
  headers(): HeaderList {
    return intervalHeaders(this.#timer, null);
  }

  /** True when the INVITE was rejected and sent again, so that it has arrived at least once. */
  get wasRefused(): boolean {
    return this.#challenges > 0 || this.#raises > 0;
  }

  /** Returns the INVITE to send after a 401, 407 or 422; `null` when the rejection is final. */
  next(request: OutgoingRequest, response: SipResponse): OutgoingRequest | null {
    const raised = raisedBy(response, this.#timer);
    if (raised && this.#raises++ < raisesMax) {
      this.#timer = raised;
      const again = withInterval(request, raised);
      return this.#credentials ? withAuthorization(again, this.#credentials) : again;
    }
    return answerToChallenge(request, response, this.#credentials, this.#challenges++);
  }
}
