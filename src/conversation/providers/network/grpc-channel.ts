import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { buildConnector, type Dispatcher } from 'undici';
import { type Connector, http2Connector } from '../../../platform/egress/index.ts';
import { toError } from '../../../platform/kernel/index.ts';
import { failureOfStatus, ProviderError, shorten, Watch, withoutSecrets } from '../kit/index.ts';
import { GrpcMessages, grpcMessage } from './grpc-messages.ts';
import { failureOfGrpc } from './grpc-status.ts';

interface ChannelOptions {
  /** The provider's name, for errors. */
  provider: string;
  /** The address of the service. Without TLS, the service must begin with HTTP/2. */
  url: URL;
  /** Restricts destinations; it must be a guarded one. Without it, any may be reached. */
  dispatcher: Dispatcher | undefined;
}

interface CallOptions {
  /** `/package.Service/Method` */
  path: string;
  /** The metadata; a promise when another request returns it. */
  headers: Record<string, string> | Promise<Record<string, string>>;
  /** Texts that are removed from error messages. */
  secrets: readonly string[];
  onMessage(message: Uint8Array): void;
  /** Called once when the service ends the call; never after `cancel`. `null` when it ends well. */
  onEnd(failure: ProviderError | null): void;
}

/** A streaming call that accepts messages at once, and sends them when it can. */
export interface GrpcCall {
  send(message: Uint8Array): void;
  /** Reports that no further message follows. */
  end(): void;
  /** Ends the call. No further event follows. */
  cancel(): void;
}

const silenceMaxMs = 30_000;
const connectTimeoutMs = 8_000;
const bufferedBytesMax = 1_048_576;
/** The most calls of a connection. Services usually permit 100, and more would wait. */
const callsMax = 90;

/**
 * Streaming calls of gRPC (github.com/grpc/grpc, doc/PROTOCOL-HTTP2.md) over shared connections of HTTP/2, without the library: its
 * sockets know no rules of egress. The first call opens a connection.
 */
export class GrpcChannel {
  readonly #options: ChannelOptions;
  readonly #connections = new Set<Connection>();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  call(options: CallOptions): GrpcCall {
    const connection = this.#connection();
    connection.calls++;
    const call = new Call(this.#options.provider, options, () => {
      connection.calls--;
    });
    Promise.all([connection.session, options.headers]).then(
      ([session, headers]) => call.start(session, headers),
      (error: unknown) => call.fail(error),
    );
    return call;
  }

  /** Closes the connections after their last calls. */
  close(): void {
    for (const { session } of this.#connections) {
      session.then(
        (open) => open.close(),
        () => undefined,
      );
    }
    this.#connections.clear();
  }

  #connection(): Connection {
    const free = [...this.#connections].find(({ calls }) => calls < callsMax);
    if (free) return free;
    const connection: Connection = {
      calls: 0,
      session: openSession(this.#options, {
        isBusy: () => connection.calls > 0,
        onGone: () => this.#connections.delete(connection),
      }),
    };
    this.#connections.add(connection);
    return connection;
  }
}

interface Connection {
  session: Promise<ClientHttp2Session>;
  calls: number;
}

/** Opens a connection. Calls `onGone`, later, when it takes no further calls. */
async function openSession(
  options: ChannelOptions,
  { isBusy, onGone }: { isBusy(): boolean; onGone(): void },
): Promise<ClientHttp2Session> {
  try {
    await Promise.resolve();
    const { url, dispatcher } = options;
    const connector = dispatcher
      ? http2Connector(dispatcher)
      : buildConnector({ timeout: connectTimeoutMs, preferH2: true });
    const socket = await opened(connector, url);
    const session = connect(url, { createConnection: () => socket });
    const watch = watchOver(session, isBusy);
    session.on('error', () => undefined);
    session.on('goaway', onGone);
    session.on('close', () => {
      watch.stop();
      onGone();
    });
    // An idle connection keeps no process alive.
    session.unref();
    return session;
  } catch (error) {
    onGone();
    throw error;
  }
}

function opened(connector: Connector, url: URL): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const { hostname, host, protocol, port } = url;
  const options = { hostname, host, protocol, port: port || (protocol === 'https:' ? '443' : '80') };
  connector({ ...options, servername: hostname }, (error, socket) => {
    if (error || !socket) reject(error ?? new Error('there is no connection'));
    else if (protocol === 'https:' && (socket as TLSSocket).alpnProtocol !== 'h2') {
      socket.destroy();
      reject(new Error('the service does not speak HTTP/2'));
    } else resolve(socket as TLSSocket);
  });
  return promise;
}

/** Destroys a session whose service answers no ping. Without calls it sends none, because services refuse those. */
function watchOver(session: ClientHttp2Session, isBusy: () => boolean): Watch {
  let isAnswered = true;
  const watch = new Watch(() => {
    if (!isAnswered) {
      session.destroy(new Error('the service is silent'));
      return;
    }
    if (isBusy()) {
      isAnswered = false;
      session.ping(() => {
        isAnswered = true;
      });
    }
    watch.restart(silenceMaxMs / 2);
  });
  watch.restart(silenceMaxMs / 2);
  return watch;
}

class Call implements GrpcCall {
  readonly #provider: string;
  readonly #options: CallOptions;
  readonly #onOver: () => void;
  readonly #messages = new GrpcMessages((message) => this.#receive(message));
  #stream: ClientHttp2Stream | null = null;
  /** The messages that wait for the connection; `null` when there is one. */
  #early: Uint8Array[] | null = [];
  #earlyBytes = 0;
  #isEnded = false;
  #isOver = false;

  constructor(provider: string, options: CallOptions, onOver: () => void) {
    this.#provider = provider;
    this.#options = options;
    this.#onOver = onOver;
  }

  send(message: Uint8Array): void {
    if (this.#isOver || this.#isEnded) return;
    const framed = grpcMessage(message);
    if (this.#early) {
      this.#early.push(framed);
      this.#earlyBytes += framed.length;
    } else this.#stream?.write(framed);
    if (this.#earlyBytes + (this.#stream?.writableLength ?? 0) > bufferedBytesMax)
      this.fail(new Error('it does not read fast enough'));
  }

  end(): void {
    if (this.#isOver || this.#isEnded) return;
    this.#isEnded = true;
    this.#stream?.end();
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
  }

  start(session: ClientHttp2Session, headers: Record<string, string>): void {
    if (this.#isOver) return;
    if (session.closed || session.destroyed) {
      this.fail(new Error('the connection was closed'));
      return;
    }
    const stream = session.request({
      ':method': 'POST',
      ':path': this.#options.path,
      'content-type': 'application/grpc',
      'grpc-accept-encoding': 'identity',
      te: 'trailers',
      'user-agent': 'parley',
      ...headers,
    });
    this.#stream = stream;
    stream.on('response', (head) => this.#takeHead(head));
    stream.on('data', (data: Uint8Array) => this.#take(data));
    stream.on('trailers', (trailers) => this.#takeStatus(trailers));
    stream.on('error', (error) => this.fail(error));
    stream.on('close', () => this.fail(new Error('the connection was closed')));
    for (const framed of this.#early ?? []) stream.write(framed);
    this.#early = null;
    this.#earlyBytes = 0;
    if (this.#isEnded) stream.end();
  }

  fail(error: unknown): void {
    const { message, cause } = toError(error);
    const words = shorten(withoutSecrets(message || toError(cause).message, this.#options.secrets));
    const { retryable } = error as { retryable?: unknown };
    this.#over(
      error instanceof ProviderError
        ? error
        : new ProviderError(this.#provider, `${this.#provider} could not be reached: ${words}`, {
            retryable: retryable !== false,
          }),
    );
  }

  #takeHead(head: IncomingHttpHeaders & IncomingHttpStatusHeader): void {
    const status = head[':status'] ?? 0;
    if (status !== 200) this.#over(failureOfStatus(this.#provider, status, '', []));
    // A response without messages may have only these headers.
    else if (head['grpc-status'] !== undefined) this.#takeStatus(head);
  }

  #take(data: Uint8Array): void {
    try {
      this.#messages.push(data);
    } catch (error) {
      this.fail(error);
    }
  }

  #receive(message: Uint8Array): void {
    if (!this.#isOver) this.#options.onMessage(message);
  }

  #takeStatus(trailers: IncomingHttpHeaders): void {
    this.#over(failureOfGrpc(this.#provider, trailers, this.#options.secrets));
  }

  #over(failure: ProviderError | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#release();
    this.#options.onEnd(failure);
  }

  #release(): void {
    this.#onOver();
    this.#early = null;
    const stream = this.#stream;
    if (stream && !stream.closed) stream.close(constants.NGHTTP2_CANCEL);
  }
}
