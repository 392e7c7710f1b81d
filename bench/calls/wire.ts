import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { WirePorts } from './pcap.ts';
import { readGaps } from './pcap.ts';
import type { Histogram } from './statistics.ts';

/** Gaps between sent packets of each line, by the kernel's clock. */
export interface WireGaps {
  program: Histogram;
  /** The gaps of the control's lines. */
  control: Histogram;
  /** Packets that the capture lost. With any of them, a gap may not be real. */
  dropped: number;
}

/** The captured headers of a packet up to RTP's payload type. The loopback has an Ethernet header. */
const headerBytes = 64;
/** Two seconds of 300 calls. */
const bufferKb = 16_384;

/**
 * Captures the loopback interface with the kernel's times (tcpdump), which do not depend on the load of the phone bank
 * or on Node.js. Resolves to null when tcpdump is not installed or not permitted.
 */
export async function captureWire(ports: WirePorts, file: string): Promise<(() => Promise<WireGaps>) | null> {
  const { rtp, control } = ports;
  const filter = [
    `udp src portrange ${rtp.first}-${rtp.last}`,
    ...control.map((port) => `udp dst port ${port}`),
  ].join(' or ');
  const capture = spawn(
    'tcpdump',
    // The process keeps its user, because the file is in our folder.
    [
      ...['-i', 'lo', '-n', '-s', String(headerBytes), '-B', String(bufferKb), '-Z', 'root'],
      '-w',
      file,
      filter,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const words = collect(capture);
  if (!(await isListening(capture))) return null;
  return async () => {
    const ended = once(capture, 'exit');
    capture.kill('SIGINT');
    await ended;
    const gaps = readGaps(await readFile(file), ports);
    await rm(file);
    return { ...gaps, dropped: Number(/(\d+) packets? dropped by kernel/.exec(words())?.[1] ?? Number.NaN) };
  };
}

function collect(capture: ChildProcess): () => string {
  let text = '';
  capture.stderr!.on('data', (chunk) => {
    text += String(chunk);
  });
  return () => text;
}

/** Resolves with whether the capture reports that it listens, before it ends or fails to start. */
function isListening(capture: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  capture.once('error', () => resolve(false));
  capture.once('exit', () => resolve(false));
  capture.stderr!.on('data', (chunk) => {
    if (String(chunk).includes('listening on')) resolve(true);
  });
  return promise;
}
