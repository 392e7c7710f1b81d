import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { ConnectOptions, MediaSession } from '../../../telephony/media/index.ts';
import {
  DtlsPeer,
  dtlsCertificate,
  newIceCredentials,
  type WebOffer,
  webAnswer,
} from '../../../telephony/webrtc/index.ts';
import type { Leg } from '../signalling/call-legs.ts';

type AudioChange = Awaited<ReturnType<Leg['changeAudio']>>;

/** The audio of every call with a browser, and its sample rate here. */
export const webAudio = { codecs: ['OPUS'], mediaEncryption: 'off' } as const;
export const webRateHz = 16_000;

/** The longest time from the answer to a proven connection. Browsers give up after about as long. */
const connectMsMaxDefault = 15_000;

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

/**
 * The connection with a browser, in the place of a SIP call: ICE and DTLS over the socket of the call's audio. Its modes:
 * **offered**, **connecting** after the answer, **connected**, and **over**. It can be neither moved to another process nor
 * referred.
 */
export class WebLeg implements Leg {
  readonly dialog = null;
  readonly replaces = null;
  readonly #options: WebLegOptions;
  readonly #connected = Promise.withResolvers<ConnectOptions>();
  #dtls: DtlsPeer | null = null;
  #path: { address: string; port: number } | null = null;
  #keys: NonNullable<ConnectOptions['srtp']> | null = null;
  #stopWaiting = (): void => undefined;

  constructor(options: WebLegOptions) {
    this.#options = options;
    // The connection may fail before anything waits for it.
    this.#connected.promise.catch(() => undefined);
  }

  /** Begins to wait for the browser, and returns our answer to its offer. */
  answer(): string {
    const { session, offer, address, connectMsMax = connectMsMaxDefault } = this.#options;
    const certificate = dtlsCertificate();
    const { ufrag, password } = newIceCredentials();
    this.#dtls = new DtlsPeer({
      certificate,
      expected: offer.fingerprint,
      send: (datagram) => session.sendDtls(datagram),
      onKeys: (keys) => {
        this.#keys = keys;
        this.#settle();
      },
      onFailed: (why) => this.#fail(`The browser's connection failed: ${why}.`),
      onClosed: () => this.#options.onClosed(),
    });
    session.openWeb(
      { localUfrag: ufrag, localPassword: password, remoteUfrag: offer.ufrag },
      {
        onPath: (path) => {
          this.#path = path;
          this.#settle();
        },
        onDtls: (datagram) => this.#dtls?.receive(datagram),
      },
    );
    this.#stopWaiting = fairTimeout(connectMsMax, () => {
      const found = this.#path
        ? 'It was found, but did not finish its handshake'
        : 'None of its packets arrived';
      this.#fail(`The browser had no connection within ${connectMsMax / 1000} s. ${found}.`);
    });
    const { fingerprint } = certificate;
    return webAnswer(offer, { address, port: session.localPort, ufrag, password, fingerprint });
  }

  /** Resolves with the parameters of the audio once the browser has proved itself. Rejects when it does not. */
  get connected(): Promise<ConnectOptions> {
    return this.#connected.promise;
  }

  hangUp(): void {
    this.#fail('The call is over.');
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

  #fail(message: string): void {
    this.#stopWaiting();
    this.#dtls?.close();
    this.#connected.reject(new Error(message));
  }

  #settle(): void {
    const { offer } = this.#options;
    if (!this.#path || !this.#keys) return;
    this.#stopWaiting();
    this.#connected.resolve({
      remoteAddress: this.#path.address,
      remotePort: this.#path.port,
      codec: 'opus',
      payloadType: offer.opusPayloadType,
      telephoneEventPayloadType: offer.dtmfPayloadType,
      rtcpMux: true,
      srtp: this.#keys,
    });
  }
}
