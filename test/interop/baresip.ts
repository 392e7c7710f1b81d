import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = '/usr/bin/baresip';
/** Modules other than codecs, sources and players. */
const appModules: ReadonlySet<string> = new Set(['account', 'menu', 'ctrl_tcp']);
const modulePath = '/usr/lib/baresip/modules';

/** True where Debian's baresip is installed. Otherwise prints once what to install. */
export const hasBaresip: boolean = existsSync(binary) && existsSync(modulePath);
if (!hasBaresip)
  console.log('SKIPPED: tests against baresip. Install the Debian package baresip-core to run them.');

/** True where its module for Opus is installed too. Otherwise prints this once. */
export const hasBaresipOpus: boolean = hasBaresip && existsSync(join(modulePath, 'opus.so'));
if (hasBaresip && !hasBaresipOpus)
  console.log('SKIPPED: Opus against baresip. It is installed without its module opus.so.');

export interface BaresipOptions {
  /** The UDP port of baresip's SIP socket on 127.0.0.1. */
  sipPort: number;
  /** The first of 100 UDP ports for RTP. */
  rtpPort: number;
  /** The user whose calls it takes; `phone` by default. */
  user?: string;
  /** The transport of its address and calls; `udp` by default. TLS uses `sipPort` + 1. */
  transport?: 'udp' | 'tcp' | 'tls';
  /** The certificate for TLS peers. */
  certificate?: { certificate: string; key: string };
  /** Answers by itself. */
  autoAnswer?: boolean;
  /** A SIP URI that baresip calls when it is ready. */
  dial?: string;
  /** A mono 16-bit WAV file of 8 kHz to play to the peer; by default half a minute of a tone. */
  playFile?: string;
  /** Its codecs by baresip's names, `PCMU/8000/1,PCMA/8000/1` by default. Others need their modules. */
  codecs?: { names: string; modules: string[] };
  /** Registers at this port of loopback, or of `host`, as `user`. `seconds`: how often; 60 by default. */
  register?: { host?: string; port: number; password: string; seconds?: number };
  /** Encrypts audio by keys in the description (RFC 4568), and refuses other audio. */
  encrypted?: boolean;
  /** A TCP port of loopback for commands. */
  commandPort?: number;
  /** A folder for WAV files of the received audio. */
  recordFolder?: string;
}

export interface Baresip {
  /** Resolves when a matching line has been printed. */
  printed(pattern: RegExp): Promise<void>;
  /** Sends a command, such as `transfer` with a URI. Resolves when it was sent. Requires `commandPort`. */
  command(command: string, parameters: string): Promise<void>;
  /** Returns everything printed so far. */
  output(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts baresip with a temporary configuration, and waits until it is ready. */
export async function startBaresip(options: BaresipOptions): Promise<Baresip> {
  const folder = mkdtempSync(join(tmpdir(), 'baresip-'));
  const playFile = options.playFile ?? join(folder, 'tone.wav');
  if (options.playFile === undefined) writeFileSync(playFile, toneWav(30));
  const { certificate } = options;
  const pem = certificate && `${certificate.certificate}\n${certificate.key}`;
  if (pem !== undefined) writeFileSync(join(folder, 'own.pem'), pem);
  writeFileSync(join(folder, 'config'), configuration(options, playFile, folder));
  writeFileSync(join(folder, 'accounts'), account(options));
  writeFileSync(join(folder, 'contacts'), '');
  const dial = options.dial === undefined ? [] : ['-e', `/dial ${options.dial}`];
  const child = spawn(binary, ['-f', folder, ...dial], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  // A test that times out disposes of nothing, so the process is killed with this one.
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const waiters = new Set<() => void>();
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const check of [...waiters]) check();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const baresip: Baresip = {
    printed(pattern) {
      if (pattern.test(output)) return Promise.resolve();
      return new Promise((resolve) => {
        const check = (): void => {
          if (!pattern.test(output)) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
      });
    },
    async command(command, params) {
      const socket = connect({ host: '127.0.0.1', port: options.commandPort ?? 0 });
      await once(socket, 'connect');
      const text = JSON.stringify({ command, params });
      socket.write(`${text.length}:${text},`);
      await once(socket, 'data');
      socket.destroy();
    },
    output: () => output,
    async [Symbol.asyncDispose]() {
      kill();
      await exited;
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await Promise.race([
    baresip.printed(/baresip is ready/),
    exited.then(() => Promise.reject(new Error(`baresip did not start:\n${output}`))),
  ]);
  return baresip;
}

function configuration(options: BaresipOptions, playFile: string, folder: string): string {
  const modules = ['account', 'g711', 'aufile', 'aubridge', 'menu', ...(options.codecs?.modules ?? [])];
  if (options.encrypted) modules.push('srtp');
  if (options.recordFolder !== undefined) modules.push('sndfile');
  if (options.commandPort !== undefined) modules.push('ctrl_tcp');
  return [
    `sip_listen 127.0.0.1:${options.sipPort}`,
    ...(options.certificate ? [`sip_certificate ${join(folder, 'own.pem')}`] : []),
    `rtp_ports ${options.rtpPort}-${options.rtpPort + 100}`,
    `audio_source aufile,${playFile}`,
    'audio_player aubridge,none',
    'audio_alert aubridge,none',
    ...(options.recordFolder === undefined ? [] : [`snd_path ${options.recordFolder}`]),
    ...(options.commandPort === undefined ? [] : [`ctrl_tcp_listen 127.0.0.1:${options.commandPort}`]),
    `module_path ${modulePath}`,
    ...modules.map((name) => (appModules.has(name) ? `module_app ${name}.so` : `module ${name}.so`)),
    '',
  ].join('\n');
}

function account(options: BaresipOptions): string {
  const answer = options.autoAnswer ? 'auto' : 'manual';
  const codecs = options.codecs?.names ?? 'PCMU/8000/1,PCMA/8000/1';
  const mediaenc = options.encrypted ? ';mediaenc=srtp-mand' : '';
  const { register } = options;
  if (register) {
    const { host = '127.0.0.1', port, password, seconds = 60 } = register;
    const transport = options.transport ?? 'udp';
    return `<sip:${options.user}@${host}:${port};transport=${transport}>;auth_user=${options.user};auth_pass=${password};regint=${seconds};answermode=${answer};audio_codecs=${codecs}${mediaenc}\n`;
  }
  return `<sip:${options.user ?? 'phone'}@127.0.0.1:${options.sipPort};transport=${options.transport ?? 'udp'}>;regint=0;answermode=${answer};audio_codecs=${codecs}${mediaenc}\n`;
}

/** Returns a quiet 440 Hz tone as a WAV file: 8 kHz, 16 bit, mono. */
function toneWav(seconds: number): Buffer {
  const rateHz = 8_000;
  const samples = Buffer.alloc(seconds * rateHz * 2);
  for (let i = 0; i < seconds * rateHz; i++) {
    samples.writeInt16LE(Math.round(4_000 * Math.sin((2 * Math.PI * 440 * i) / rateHz)), i * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
