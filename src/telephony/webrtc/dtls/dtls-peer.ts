import { createECDH, createHash, type ECDH, randomBytes, sign, timingSafeEqual } from 'node:crypto';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import type { DtlsCertificate } from '../certificate.ts';
import type { Fingerprint } from '../web-section.ts';
import { clientSchemes, firstCertificate, isSigned } from './client-proof.ts';
import {
  type HandshakeMessage,
  HandshakeReader,
  handshakeMessage,
  handshakeType,
} from './handshake-messages.ts';
import { ecdsaWithSha256, namedCurve, numberOf, Reader, readClientHello, serverHello } from './hello.ts';
import { contentType, openRecord, plainRecord, protectedRecord, readRecords } from './records.ts';
import { masterSecret, recordKeys, type Secrets, srtpKeys, verifyData } from './secrets.ts';

/** The keys of SRTP that a handshake agreed on: 16 octets of key and 14 of salt for each direction. */
export interface WebSrtpKeys {
  suite: 'AES_CM_128_HMAC_SHA1_80';
  localKey: Uint8Array;
  remoteKey: Uint8Array;
}

interface DtlsPeerOptions {
  certificate: DtlsCertificate;
  /** The certificate that the peer must prove to own. */
  expected: Fingerprint;
  send: (datagram: Buffer) => void;
  /** The peer has proved that it sent the offer. */
  onKeys: (keys: WebSrtpKeys) => void;
  onFailed: (why: string) => void;
  /** The peer has closed the connection (close_notify). */
  onClosed: () => void;
}

/** Alerts (RFC 5246 §7.2). */
const warning = 1;
const fatal = 2;
const alert = { closeNotify: 0, handshakeFailure: 40, badCertificate: 42, decryptError: 51 } as const;

/** A flight is sent again after this time, and then after twice the time before (RFC 6347 §4.2.4.1). */
const repeatMs = { first: 400, max: 3200 };
/** One datagram holds our largest flight, which has about 700 octets. */
const repeatsMax = 8;

/** The client's messages after its ClientHello, in their order. */
const clientFlight = [
  handshakeType.certificate,
  handshakeType.clientKeyExchange,
  handshakeType.certificateVerify,
  handshakeType.finished,
];

/** One record of a flight. It gets another number each time that it is sent. */
interface FlightRecord {
  type: number;
  isProtected: boolean;
  fragment: Buffer;
}

/**
 * The server's side of the DTLS 1.2 of one browser (RFC 6347, RFC 5763 §5, RFC 5764). Its modes: **waiting** for the
 * ClientHello, **proving** while the client sends its certificate, its key and its signature, **proven**, and **over**.
 *
 * One cipher suite, one curve and one SRTP profile are enough, because RFC 8827 requires them of browsers. No cookie is asked
 * for: a connectivity check has proved the peer's address already. Each connection has one handshake.
 */
export class DtlsPeer {
  readonly #options: DtlsPeerOptions;
  readonly #reader = new HandshakeReader();
  readonly #serverRandom = randomBytes(32);
  #mode: 'waiting' | 'proving' | 'proven' | 'over' = 'waiting';
  #clientRandom: Buffer = Buffer.alloc(0);
  /** Creates the key of this connection. */
  #exchange: ECDH | null = null;
  #secrets: Secrets | null = null;
  #keys: ReturnType<typeof recordKeys> | null = null;
  #certificate: Buffer | null = null;
  /** All messages so far, of both sides. */
  readonly #transcript: Buffer[] = [];
  /** The number of the client's messages after its ClientHello. */
  #received = 0;
  /** The sequence numbers of the next plain and the next protected record, and of the next message. */
  readonly #sent = { plain: 0, protected: 0, messages: 0 };
  #flight: FlightRecord[] = [];
  #repeats = 0;
  #stopRepeating = (): void => undefined;

  constructor(options: DtlsPeerOptions) {
    this.#options = options;
  }

  /** Takes a datagram of the peer. */
  receive(datagram: Uint8Array): void {
    for (const record of readRecords(Buffer.from(datagram))) {
      if (this.#mode === 'over') return;
      const key = this.#keys?.client;
      if (record.epoch === 1 && key) {
        const fragment = openRecord(key, record);
        if (fragment) this.#take(record.type, fragment, true);
      } else if (record.epoch === 0) this.#take(record.type, record.fragment, false);
    }
  }

  /** Closes the connection. Nothing is reported any more. */
  close(): void {
    if (this.#mode === 'over') return;
    this.#alert(warning, alert.closeNotify);
    this.#end();
  }

  #take(type: number, fragment: Buffer, isProtected: boolean): void {
    if (type === contentType.handshake) this.#takeHandshake(fragment, isProtected);
    // Anyone can send a plain alert, and a handshake that has failed ends by its time.
    else if (type === contentType.alert && isProtected && fragment.length >= 2) this.#takeAlert(fragment);
  }

  #takeAlert(fragment: Buffer): void {
    if (fragment[0] !== fatal && fragment[1] !== alert.closeNotify) return;
    const wasProven = this.#mode === 'proven';
    this.#end();
    if (wasProven) this.#options.onClosed();
    else this.#options.onFailed('the browser refused the handshake');
  }

  #takeHandshake(fragment: Buffer, isProtected: boolean): void {
    const { messages, repeats } = this.#reader.take(fragment);
    // The peer repeats its flight when ours was lost. Once proven, only its Finished shows that.
    if (repeats && messages.length === 0 && (this.#mode !== 'proven' || isProtected)) this.#sendFlight();
    for (const message of messages) {
      if (this.#mode === 'waiting') this.#takeHello(message);
      else if (this.#mode === 'proving') this.#takeProof(message, isProtected);
    }
  }

  #takeHello(message: HandshakeMessage): void {
    if (message.type !== handshakeType.clientHello) {
      this.#fail('it began without a ClientHello');
      return;
    }
    const hello = readClientHello(message.body);
    if (typeof hello === 'string') {
      this.#fail(hello);
      return;
    }
    this.#mode = 'proving';
    this.#clientRandom = hello.random;
    this.#transcript.push(message.octets);
    const exchange = createECDH('prime256v1');
    this.#exchange = exchange;
    const { certificate } = this.#options;
    const own = numberOf(certificate.der.length, 3);
    this.#begin([
      this.#message(handshakeType.serverHello, serverHello(this.#serverRandom)),
      this.#message(
        handshakeType.certificate,
        Buffer.concat([numberOf(certificate.der.length + 3, 3), own, certificate.der]),
      ),
      this.#message(handshakeType.serverKeyExchange, this.#keyExchange(exchange.generateKeys())),
      this.#message(handshakeType.certificateRequest, certificateRequest),
      this.#message(handshakeType.serverHelloDone, Buffer.alloc(0)),
    ]);
  }

  /** Returns the body of our ServerKeyExchange, signed with the key of the certificate (RFC 8422 §5.4). */
  #keyExchange(publicKey: Buffer): Buffer {
    const parameters = Buffer.concat([Buffer.from([3, 0, namedCurve, publicKey.length]), publicKey]);
    const signed = Buffer.concat([this.#clientRandom, this.#serverRandom, parameters]);
    const signature = sign('sha256', signed, this.#options.certificate.privateKey);
    return Buffer.concat([
      parameters,
      numberOf(ecdsaWithSha256, 2),
      numberOf(signature.length, 2),
      signature,
    ]);
  }

  #takeProof(message: HandshakeMessage, isProtected: boolean): void {
    const { type, body, octets } = message;
    if (type !== clientFlight[this.#received] || isProtected !== (type === handshakeType.finished)) {
      this.#fail('its messages came in another order');
      return;
    }
    const before = Buffer.concat(this.#transcript);
    this.#transcript.push(octets);
    this.#received++;
    if (type === handshakeType.certificate) this.#takeCertificate(body);
    else if (type === handshakeType.clientKeyExchange) this.#takeKey(body);
    else if (type === handshakeType.certificateVerify) {
      if (!this.#certificate || !isSigned(body, before, this.#certificate))
        this.#fail('it has not proved the key of its certificate', alert.decryptError);
    } else this.#takeFinished(body, before);
  }

  #takeCertificate(body: Buffer): void {
    const { algorithm, value } = this.#options.expected;
    this.#certificate = firstCertificate(body);
    const hash = createHash(algorithm.replace('-', ''))
      .update(this.#certificate ?? '')
      .digest('hex');
    if (!this.#certificate || hash !== value)
      this.#fail('its certificate is not that of the offer', alert.badCertificate);
  }

  /** Agrees on the secret by the client's public key (RFC 8422 §5.7). */
  #takeKey(body: Buffer): void {
    try {
      const shared = this.#exchange!.computeSecret(new Reader(body).vector(1));
      const master = masterSecret(shared, Buffer.concat(this.#transcript));
      this.#secrets = { master, clientRandom: this.#clientRandom, serverRandom: this.#serverRandom };
      this.#keys = recordKeys(this.#secrets);
    } catch {
      // It is cut short, or node:crypto refuses a point that is not on the curve.
      this.#fail('its key is malformed');
    }
  }

  #takeFinished(body: Buffer, before: Buffer): void {
    const secrets = this.#secrets!;
    const expected = verifyData(secrets.master, 'client', before);
    if (body.length !== expected.length || !timingSafeEqual(body, expected)) {
      this.#fail('the handshake was changed on its way', alert.decryptError);
      return;
    }
    const own = verifyData(secrets.master, 'server', Buffer.concat(this.#transcript));
    const change = { type: contentType.changeCipherSpec, isProtected: false, fragment: Buffer.from([1]) };
    this.#begin([change, { ...this.#message(handshakeType.finished, own), isProtected: true }]);
    this.#stopRepeating();
    this.#mode = 'proven';
    const { client, server } = srtpKeys(secrets);
    this.#options.onKeys({ suite: 'AES_CM_128_HMAC_SHA1_80', localKey: server, remoteKey: client });
  }

  /** Adds a message to the hash of the handshake, and returns its record. */
  #message(type: number, body: Buffer): FlightRecord {
    const fragment = handshakeMessage(type, this.#sent.messages++, body);
    this.#transcript.push(fragment);
    return { type: contentType.handshake, isProtected: false, fragment };
  }

  /** Sends a flight, and repeats it until the next message of the peer. */
  #begin(flight: FlightRecord[]): void {
    this.#flight = flight;
    this.#repeats = 0;
    this.#sendFlight();
    this.#repeatLater(repeatMs.first);
  }

  #repeatLater(afterMs: number): void {
    this.#stopRepeating();
    this.#stopRepeating = fairTimeout(afterMs, () => {
      if (this.#received > 0 || this.#repeats > repeatsMax) return;
      this.#sendFlight();
      this.#repeatLater(Math.min(afterMs * 2, repeatMs.max));
    });
  }

  #sendFlight(): void {
    if (this.#repeats++ > repeatsMax) return;
    this.#options.send(Buffer.concat(this.#flight.map((record) => this.#record(record))));
  }

  #record({ type, isProtected, fragment }: FlightRecord): Buffer {
    return isProtected
      ? protectedRecord(this.#keys!.server, type, this.#sent.protected++, fragment)
      : plainRecord(type, this.#sent.plain++, fragment);
  }

  #alert(level: number, description: number): void {
    const isProtected = this.#mode === 'proven';
    this.#options.send(
      this.#record({ type: contentType.alert, isProtected, fragment: Buffer.from([level, description]) }),
    );
  }

  #fail(why: string, description: number = alert.handshakeFailure): void {
    if (this.#mode === 'over') return;
    this.#alert(fatal, description);
    this.#end();
    this.#options.onFailed(why);
  }

  #end(): void {
    this.#stopRepeating();
    this.#mode = 'over';
  }
}

/** The body of our CertificateRequest: certificates for ECDSA and RSA, of any authority (RFC 5246 §7.4.4). */
const certificateRequest = Buffer.concat([
  Buffer.from([2, 64, 1]),
  numberOf(clientSchemes.length * 2, 2),
  ...clientSchemes.map((scheme) => numberOf(scheme, 2)),
  Buffer.from([0, 0]),
]);
