import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { ConnectOptions, MediaSession } from '../../../telephony/media/index.ts';
import {
  DtlsPeer,
  dtlsCertificate,
  type Fingerprint,
  type LocalWeb,
  newIceCredentials,
} from '../../../telephony/webrtc/index.ts';

/** The longest time from the peer's description to a proven connection. Browsers give up after about as long. */
const connectMsMaxDefault = 15_000;

interface WebConnectionOptions {
  session: MediaSession;
  /** The address at which browsers reach our ports. */
  address: string;
  /** Default: 15 s. */
  connectMsMax?: number | undefined;
  /** The browser has closed the connection. */
  onClosed: () => void;
}

/** The way to a browser that has proved itself, as `connect` of the media session takes it. */
export type WebRoute = Pick<ConnectOptions, 'remoteAddress' | 'remotePort'> & {
  rtcpMux: true;
  srtp: NonNullable<ConnectOptions['srtp']>;
};

/**
 * The connection with a browser: ICE and DTLS over the socket of the call's audio. Its modes: **described** by us, **connecting**
 * once the browser has described itself too, **connected**, and **over**.
 */
export class WebConnection {
  readonly local: LocalWeb;
  readonly #options: WebConnectionOptions;
  readonly #certificate = dtlsCertificate();
  readonly #connected = Promise.withResolvers<WebRoute>();
  #dtls: DtlsPeer | null = null;
  #path: { address: string; port: number } | null = null;
  #keys: WebRoute['srtp'] | null = null;
  #stopWaiting = (): void => undefined;

  constructor(options: WebConnectionOptions) {
    this.#options = options;
    const { address, session } = options;
    const { fingerprint } = this.#certificate;
    this.local = { address, port: session.localPort, ...newIceCredentials(), fingerprint };
    // The connection may fail before anything waits for it.
    this.#connected.promise.catch(() => undefined);
  }

  /** Begins to wait for the browser, which begins the checks and the handshake. */
  open(peer: { ufrag: string; fingerprint: Fingerprint }): void {
    const { session, connectMsMax = connectMsMaxDefault } = this.#options;
    this.#dtls = new DtlsPeer({
      certificate: this.#certificate,
      expected: peer.fingerprint,
      send: (datagram) => session.sendDtls(datagram),
      onKeys: (keys) => {
        this.#keys = keys;
        this.#settle();
      },
      onFailed: (why) => this.close(`The browser's connection failed: ${why}.`),
      onClosed: () => this.#options.onClosed(),
    });
    const { ufrag: localUfrag, password: localPassword } = this.local;
    session.openWeb(
      { localUfrag, localPassword, remoteUfrag: peer.ufrag },
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
      this.close(`The browser had no connection within ${connectMsMax / 1000} s. ${found}.`);
    });
  }

  /** Resolves once the browser has proved itself. Rejects when it does not. */
  get connected(): Promise<WebRoute> {
    return this.#connected.promise;
  }

  /** Ends the connection in any mode. */
  close(message: string): void {
    this.#stopWaiting();
    this.#dtls?.close();
    this.#connected.reject(new Error(message));
  }

  #settle(): void {
    if (!this.#path || !this.#keys) return;
    this.#stopWaiting();
    const { address: remoteAddress, port: remotePort } = this.#path;
    this.#connected.resolve({ remoteAddress, remotePort, rtcpMux: true, srtp: this.#keys });
  }
}
