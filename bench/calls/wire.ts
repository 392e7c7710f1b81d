import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { WirePorts } from './pcap.ts';
import { readGaps } from './pcap.ts';
import type { Histogram } from './statistics.ts';

/** Gaps between the packets of each line by the kernel's clock, as they left. */
export interface WireGaps {
  program: Histogram;
  /** The same of the control's lines. */
  control: Histogram;
  /** Packets that the kernel could not hand over: with any of them a gap may be one that never was. */
  dropped: number;
}

/** Of a packet: the headers up to RTP's payload type, on a link with an Ethernet header as the loopback has one. */
const headerBytes = 64;
/** Two seconds of 300 calls. */
const bufferKb = 16_384;

/**
 * Writes down what passes the loopback interface with the kernel's own times (tcpdump), which neither the load of the
 * phone bank nor Node.js can blur. Resolves to null where tcpdump is not installed or not permitted.
 */
export async function captureWire(ports: WirePorts, file: string): Promise<(() => Promise<WireGaps>) | null> {
  const { rtp, control } = ports;
  const filter = [
    `udp src portrange ${rtp.first}-${rtp.last}`,
    ...control.map((port) => `udp dst port ${port}`),
  ].join(' or ');
  const capture = spawn(
    'tcpdump',
    // The process keeps its user: the file is in a folder of ours.
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

/** Whether it says that it listens before it ends or cannot be started. */
function isListening(capture: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  capture.once('error', () => resolve(false));
  capture.once('exit', () => resolve(false));
  capture.stderr!.on('data', (chunk) => {
    if (String(chunk).includes('listening on')) resolve(true);
  });
  return promise;
}
