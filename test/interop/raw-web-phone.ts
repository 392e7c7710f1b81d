import { once } from 'node:events';
import WebSocket from 'ws';
import { answerChallenge, chooseChallenges } from '../../src/telephony/sip/message/digest.ts';

/** A web phone that tests write message by message. */
export class RawWebPhone {
  readonly #socket: WebSocket;
  readonly #got: string[] = [];
  readonly #waiting = new Set<() => void>();
  #cseq = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.#got.push(String(data));
      for (const look of this.#waiting) look();
    });
  }

  /** Connects to a port, and registers. Rejects when the registration is refused. */
  static async register(port: number, username: string, password: string): Promise<RawWebPhone> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, 'sip');
    await once(socket, 'open');
    const phone = new RawWebPhone(socket);
    phone.#send('REGISTER', username);
    const challenge = /^WWW-Authenticate: (.*)\r$/m.exec(await phone.next(/^SIP\/2\.0 401 /))![1]!;
    const parts = { method: 'REGISTER', uri: 'sip:127.0.0.1', body: '' };
    const [asked] = chooseChallenges([challenge]);
    phone.#send('REGISTER', username, [
      `Authorization: ${answerChallenge(asked!, { username, password }, parts)}`,
    ]);
    const answer = await phone.next(/^SIP\/2\.0 [2-6](?!01)/);
    if (answer.startsWith('SIP/2.0 200')) return phone;
    socket.terminate();
    throw new Error(answer.split('\r\n', 1)[0]);
  }

  #send(method: string, username: string, headers: readonly string[] = []): void {
    const cseq = ++this.#cseq;
    const lines = [
      `${method} sip:127.0.0.1 SIP/2.0`,
      `Via: SIP/2.0/WS web-phone.invalid;branch=z9hG4bK-${method}-${cseq}`,
      `From: <sip:${username}@127.0.0.1>;tag=one`,
      `To: <sip:${username}@127.0.0.1>`,
      'Call-ID: a-web-phone',
      `CSeq: ${cseq} ${method}`,
      'Max-Forwards: 70',
      'Contact: <sip:mo@web-phone.invalid;transport=ws>;+sip.instance="<urn:uuid:1>";reg-id=1;expires=600',
      'User-Agent: A web phone',
      ...headers,
    ];
    this.#socket.send(`${lines.join('\r\n')}\r\n\r\n`);
  }

  /** Resolves with the next message that matches. */
  next(pattern: RegExp): Promise<string> {
    return new Promise((resolve) => {
      const look = (): void => {
        const at = this.#got.findIndex((message) => pattern.test(message));
        if (at < 0) return;
        this.#waiting.delete(look);
        resolve(this.#got.splice(at, 1)[0]!);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Responds to a request. */
  respond(request: string, status: string, sdp = ''): void {
    const copied = request.split('\r\n').filter((line) => /^(?:Via|From|Call-ID|CSeq):/.test(line));
    const to = /^To: .*/m.exec(request)![0].trimEnd();
    const lines = [
      ...[`SIP/2.0 ${status}`, ...copied, to.includes(';tag=') ? to : `${to};tag=phone`],
      'Contact: <sip:mo@web-phone.invalid;transport=ws>',
      ...(sdp === '' ? [] : ['Content-Type: application/sdp']),
    ];
    this.#socket.send(`${lines.join('\r\n')}\r\n\r\n${sdp}`);
  }

  /** Loses the connection. */
  lose(): void {
    this.#socket.terminate();
  }
}
