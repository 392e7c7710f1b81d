import { createHash } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** A carrier with a registrar. It answers REGISTER, and passes other messages to and from the carrier's telephone. */
export interface Registrar extends AsyncDisposable {
  port: number;
  /** Returns the registered Contact, or null. */
  contact(): { user: string; port: number } | null;
  /** The number of accepted registrations. */
  accepted: number;
}

export interface RegistrarOptions {
  username: string;
  password: string;
  /** The port of the carrier's telephone. */
  phonePort: number;
  /** The system chooses a port by default. */
  port?: number;
}

const grantedSeconds = 5;

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const header = (text: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

/**
 * Opens a registrar that challenges every REGISTER with a new nonce and grants five seconds. A refresh follows after 70
 * to 80 % of them, so a stalled machine has at least a second before the binding expires and calls are answered with
 * 404.
 */
export async function openRegistrar(options: RegistrarOptions): Promise<Registrar> {
  const { username, password, phonePort } = options;
  const socket = createSocket('udp4');
  // A nonce of an earlier registrar is unknown to this one.
  const nonce = md5(`${performance.now()} ${process.pid}`);
  let user: { user: string; port: number } | null = null;
  let peer: RemoteInfo | null = null;
  let accepted = 0;
  const isProven = (text: string) => {
    const given = header(text, 'Authorization');
    const param = (name: string) => new RegExp(`\\b${name}="?([^",]*)`).exec(given)?.[1] ?? '';
    const secret = md5(`${username}:registrar:${password}`);
    const what = md5(`REGISTER:${param('uri')}`);
    const proof = md5(`${secret}:${nonce}:${param('nc')}:${param('cnonce')}:auth:${what}`);
    return given !== '' && param('username') === username && param('response') === proof;
  };
  const answer = (text: string, status: string, more: string[], to: RemoteInfo) => {
    const copied = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line));
    const lines = [`SIP/2.0 ${status}`, ...copied, ...more, 'Content-Length: 0', '', ''];
    socket.send(lines.join('\r\n'), to.port, to.address);
  };
  const register = (text: string, from: RemoteInfo) => {
    if (!isProven(text)) {
      const challenge = `Digest realm="registrar", nonce="${nonce}", qop="auth", algorithm=MD5`;
      return answer(text, '401 Unauthorized', [`WWW-Authenticate: ${challenge}`], from);
    }
    const contact = header(text, 'Contact');
    const isRemoval = header(text, 'Expires') === '0';
    const parts = /<sip:([^@>]+)@[^:>]+:(\d+)/.exec(contact);
    user = isRemoval || !parts ? null : { user: parts[1]!, port: Number(parts[2]) };
    if (!isRemoval) accepted++;
    answer(text, '200 OK', isRemoval ? [] : [`Contact: ${contact};expires=${grantedSeconds}`], from);
  };
  socket.on('message', (bytes, from) => {
    const text = bytes.toString();
    if (text.startsWith('REGISTER ')) return register(text, from);
    if (from.port !== phonePort) peer = from;
    const to = from.port === phonePort ? peer?.port : phonePort;
    if (to !== undefined) socket.send(bytes, to, '127.0.0.1');
  });
  socket.bind(options.port ?? 0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    contact: () => user,
    get accepted() {
      return accepted;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
