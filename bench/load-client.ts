/**
 * A load generator that sends prepared requests over persistent connections. Each connection waits for its answer
 * before the next request. With `offeredPerSecond`, requests are due at a constant pace instead, and each is timed from
 * when it was due, even if it waited for a connection. Only status and length of an answer are read.
 */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { LoadCounts } from './load.ts';

interface Order {
  file: string;
  port: number;
  connections: number;
  seconds: number;
  offeredPerSecond?: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** Returns the length of an answer that begins with `head`; null when it is chunked. */
function lengthOf(head: string, headBytes: number): number | null {
  const length = /^content-length: (\d+)/im.exec(head);
  return length ? headBytes + Number(length[1]) : null;
}

/** Returns a function that receives bytes and returns whether an answer is complete. */
function answerReader(onFailed: () => void): (chunk: Buffer) => boolean {
  let answer: { bytes: number; length: number | null } | null = null;
  return (chunk) => {
    if (!answer) {
      // Both servers write the head of an answer at once.
      const head = chunk.subarray(0, chunk.indexOf(headEnd) + headEnd.length);
      const text = head.toString('latin1');
      if (!/^HTTP\/1\.1 2/.test(text)) onFailed();
      answer = { bytes: 0, length: lengthOf(text, head.length) };
    }
    answer.bytes += chunk.length;
    const isWhole =
      answer.length === null
        ? chunk.subarray(-lastChunk.length).equals(lastChunk)
        : answer.bytes >= answer.length;
    if (isWhole) answer = null;
    return isWhole;
  };
}

const nowMs = () => performance.now();

/** Returns when the next request is due, in milliseconds of `nowMs`, or null when none is due yet. */
type Pace = () => number | null;

function paceOf(
  startedAtMs: number,
  { seconds, offeredPerSecond }: Order,
): { next: Pace; isOver(): boolean } {
  const endsAtMs = startedAtMs + seconds * 1000;
  if (offeredPerSecond === undefined) {
    return { next: () => (nowMs() < endsAtMs ? nowMs() : null), isOver: () => nowMs() >= endsAtMs };
  }
  let offered = 0;
  const dueAt = () => startedAtMs + (offered * 1000) / offeredPerSecond;
  return {
    next() {
      const atMs = dueAt();
      if (atMs > nowMs() || atMs >= endsAtMs) return null;
      offered++;
      return atMs;
    },
    isOver: () => dueAt() >= endsAtMs,
  };
}

function send(order: Order, requests: Buffer[]): Promise<LoadCounts> {
  return new Promise((resolve, reject) => {
    const tookUs: number[] = [];
    let [next, open, failed] = [0, order.connections, 0];
    const startedAtMs = nowMs();
    const pace = paceOf(startedAtMs, order);
    const idle = new Set<() => void>();
    const timer = setInterval(() => {
      for (const sendNext of [...idle]) sendNext();
    }, 1);
    const finish = () => {
      clearInterval(timer);
      const durationUs = (nowMs() - startedAtMs) * 1000;
      tookUs.sort((a, b) => a - b);
      const percentile = (part: number) => tookUs[Math.floor(tookUs.length * part)] ?? 0;
      const requests = tookUs.length;
      resolve({ requests, durationUs, failed, p50Us: percentile(0.5), p99Us: percentile(0.99) });
    };
    for (let i = 0; i < order.connections; i++) {
      const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true });
      const isAnswered = answerReader(() => failed++);
      let dueAtMs = 0;
      const sendNext = () => {
        idle.delete(sendNext);
        const atMs = pace.next();
        if (atMs !== null) {
          dueAtMs = atMs;
          socket.write(requests[next++ % requests.length]!);
        } else if (pace.isOver()) socket.end();
        else idle.add(sendNext);
      };
      socket.on('connect', sendNext);
      socket.on('data', (chunk) => {
        if (!isAnswered(chunk)) return;
        tookUs.push((nowMs() - dueAtMs) * 1000);
        sendNext();
      });
      socket.on('error', reject);
      socket.on('close', () => --open === 0 && finish());
    }
  });
}

process.once('message', async (order: Order) => {
  const requests = (JSON.parse(await readFile(order.file, 'utf8')) as string[]).map((text) =>
    Buffer.from(text),
  );
  process.send?.(await send(order, requests));
});
