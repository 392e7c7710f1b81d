import type { ConnectOptions, MediaSession } from '../../../telephony/media/index.ts';
import { type WebOffer, webAnswer } from '../../../telephony/webrtc/index.ts';
import { WebConnection } from '../audio/web-connection.ts';
import type { Leg } from '../signalling/call-legs.ts';

type AudioChange = Awaited<ReturnType<Leg['changeAudio']>>;

/** The audio of every call with a browser, and its sample rate here. */
export const webAudio = { codecs: ['OPUS'], mediaEncryption: 'off' } as const;
export const webRateHz = 16_000;

interface WebLegOptions {
  session: MediaSession;
  offer: WebOffer;
  /** The address at which browsers reach our ports. */
  address: string;
  /** Default: 15 s. */
  connectMsMax?: number;
  /** The browser has closed the connection. */
  onClosed: () => void;
}

/** The connection with a browser, in the place of a SIP call. It can be neither moved to another process nor referred. */
export class WebLeg implements Leg {
  readonly dialog = null;
  readonly replaces = null;
  readonly #offer: WebOffer;
  readonly #connection: WebConnection;

  constructor({ offer, ...options }: WebLegOptions) {
    this.#offer = offer;
    this.#connection = new WebConnection(options);
  }

  /** Begins to wait for the browser, and returns our answer to its offer. */
  answer(): string {
    this.#connection.open(this.#offer);
    return webAnswer(this.#offer, this.#connection.local);
  }

  /** Resolves with the parameters of the audio once the browser has proved itself. Rejects when it does not. */
  get connected(): Promise<ConnectOptions> {
    const { opusPayloadType: payloadType, dtmfPayloadType: telephoneEventPayloadType } = this.#offer;
    return this.#connection.connected.then((route) => ({
      ...route,
      ...{ codec: 'opus', payloadType, telephoneEventPayloadType },
    }));
  }

  hangUp(): void {
    this.#connection.close('The call is over.');
  }

  async changeAudio(): Promise<AudioChange> {
    return { ok: false, status: null, reason: 'a web call keeps its audio' };
  }

  refer(): void {
    throw new TypeError('a web call cannot be referred');
  }

  async sendDigit(): Promise<boolean> {
    return false;
  }

  move(): null {
    return null;
  }

  keep(): void {}

  release(): void {
    this.hangUp();
  }
}
