import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { MailServerAddress } from '../../src/platform/mail/mail-server.ts';

/** An e-mail as the server received it. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** Headers and bodies, with the soft line breaks of quoted-printable removed. */
  text: string;
}

/** A mail server (RFC 5321, RFC 4954) on this machine. */
export interface TestMailServer extends AsyncDisposable {
  address: MailServerAddress;
  received: ReceivedMail[];
  /** Returns the answer to a recipient; null accepts it. */
  onRecipient: (to: string) => string | null;
  /** Whether the connection breaks after an e-mail was received, before the answer. */
  isDropping: boolean;
  /** Resolves when this many e-mails were received. */
  count(mails: number): Promise<ReceivedMail[]>;
}

export const mailPassword = 'p@ss/word';

export async function startMailServer(): Promise<TestMailServer> {
  const sockets = new Set<Socket>();
  const waiting: { mails: number; resolve: () => void }[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    converse(socket, mailServer, () => {
      for (const { mails, resolve } of waiting) if (mailServer.received.length >= mails) resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailServer: TestMailServer = {
    address: { host: '127.0.0.1', port, isTls: false, user: 'parley', password: mailPassword },
    received: [],
    onRecipient: () => null,
    isDropping: false,
    async count(mails) {
      if (mailServer.received.length < mails)
        await new Promise<void>((resolve) => waiting.push({ mails, resolve }));
      return mailServer.received;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return mailServer;
}

function converse(socket: Socket, server: TestMailServer, onReceived: () => void): void {
  let buffered = '';
  let isData = false;
  let isKnown = false;
  let mail: ReceivedMail = { from: '', to: '', text: '' };
  const say = (line: string) => socket.write(`${line}\r\n`);
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') return say('250-test\r\n250 AUTH PLAIN');
    if (verb === 'AUTH') {
      const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0');
      isKnown = user === 'parley' && password === mailPassword;
      return say(isKnown ? '235 welcome' : '535 wrong password');
    }
    if (verb === 'MAIL' && !isKnown) return say('530 sign in first');
    if (verb === 'MAIL') mail = { from: addressIn(line), to: '', text: '' };
    if (verb === 'RCPT') {
      mail.to = addressIn(line);
      return say(server.onRecipient(mail.to) ?? '250 ok');
    }
    isData = verb === 'DATA';
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    return say(isData ? '354 go on' : '250 ok');
  };
  socket.on('data', (bytes) => {
    buffered += bytes.toString();
    for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 2);
      if (!isData) command(line);
      else if (line !== '.') mail.text += `${line.replace(/^\.\./, '.')}\n`;
      else {
        isData = false;
        server.received.push({ ...mail, text: mail.text.replaceAll('=\n', '').replaceAll('=3D', '=') });
        if (server.isDropping) socket.destroy();
        else say('250 accepted');
        onReceived();
      }
    }
  });
  say('220 test');
}
