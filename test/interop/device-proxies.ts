import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'vitest';
import { configuration } from '../cluster/configuration.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';
import type { MadeCertificate } from './certificates.ts';
import { freePort } from './sip-agent.ts';

const kamailio = '/usr/sbin/kamailio';
const nginx = '/usr/sbin/nginx';
export const hasKamailio = existsSync(kamailio);
export const hasNginx = existsSync(nginx);
for (const [name, isThere] of [
  ['kamailio', hasKamailio],
  ['nginx', hasNginx],
])
  if (!isThere)
    console.log(`SKIPPED: members' devices behind ${name}. Install the Debian package ${name} to run them.`);

/**
 * Where Kamailio listens for softphones of each transport. Each process has addresses of its own, so that none reaches what
 * another one left behind.
 */
export const kamailioAddresses = { udp: addressIn(77), tcp: addressIn(78) };

/** The context of a test that may run beside others. */
type EndOfTest = Pick<TestContext, 'onTestFinished'>;

interface Proxy {
  host: string;
  port: number;
}

/** How long Kamailio waits for a telephone that does not ring. 15 s in the example. */
export const kamailioWaitMs = 2000;

/**
 * Starts Kamailio with the configuration of examples/cluster before calls nodes with these ports on loopback. It ends with the
 * test.
 */
export async function startKamailio(
  test: EndOfTest,
  host: string,
  nodePorts: readonly number[],
): Promise<Proxy> {
  const folder = await temporaryFolder();
  const list = join(folder.path, 'dispatcher.list');
  const file = join(folder.path, 'kamailio.cfg');
  await writeFile(list, nodePorts.map((port) => `1 sip:127.0.0.1:${port}\n`).join(''));
  const values = { SIP: host, DISPATCHER_LIST: list };
  // A telephone that rings is waited for beyond this time.
  const example = await configuration('kamailio.cfg', values);
  await writeFile(file, example.replace('"fr_inv_timer", 15000', `"fr_inv_timer", ${kamailioWaitMs}`));
  return started(test, [kamailio, '-DD', '-E', '-Y', folder.path, '-f', file], { host, port: 5062 }, folder);
}

interface Site {
  port: number;
  /** The port for web phones behind it. */
  webPort: number;
  made: MadeCertificate;
}

/** Writes the configuration of nginx with the site of examples/web-phone, on loopback, and returns its path. */
export async function nginxConfiguration(folder: string, { port, webPort, made }: Site): Promise<string> {
  const own = (name: string) => join(folder, name);
  const example = await readFile(join(import.meta.dirname, '../../examples/web-phone/nginx.conf'), 'utf8');
  const site = example
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/certs/voice.example.com.pem', own('own.pem'))
    .replace('/etc/ssl/private/voice.example.com.key', own('own.key'))
    .replace('127.0.0.1:5066', `127.0.0.1:${webPort}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${own(name)};`,
  );
  await writeFile(own('own.pem'), made.certificate);
  await writeFile(own('own.key'), made.key);
  await writeFile(
    own('nginx.conf'),
    `daemon off; pid ${own('pid')}; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}}`,
  );
  return own('nginx.conf');
}

/** Starts nginx before a port for web phones. It ends with the test. */
export async function startNginx(test: EndOfTest, webPort: number, made: MadeCertificate): Promise<Proxy> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const file = await nginxConfiguration(folder.path, { port, webPort, made });
  return started(test, [nginx, '-c', file], { host: '127.0.0.1', port }, folder);
}

async function started(
  test: EndOfTest,
  [program, ...args]: string[],
  { host, port }: Proxy,
  folder: AsyncDisposable,
): Promise<Proxy> {
  const child = spawn(program!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  test.onTestFinished(async () => {
    await stopped(child);
    await folder[Symbol.asyncDispose]();
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  while (!(await accepts(host, port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start:\n${said}`);
    await sleep(50);
  }
  return { host, port };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function addressIn(net: number): string {
  return `127.${net}.${(process.pid >> 8) & 255}.${(process.pid & 127) + 2}`;
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
