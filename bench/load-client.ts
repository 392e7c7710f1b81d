/**
 * A load generator for machines without wrk: sends prepared requests over kept-alive connections, each of which
 * waits for its answer. It reads of an answer no more than its status and its length.
 */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { LoadCounts } from './load.ts';

interface Order {
  file: string;
  port: number;
  connections: number;
  seconds: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** The bytes of an answer of which `head` is the beginning; null: it is chunked. */
function lengthOf(head: string, headBytes: number): number | null {
  const length = /^content-length: (\d+)/im.exec(head);
  return length ? headBytes + Number(length[1]) : null;
}

function send({ port, connections, seconds }: Order, requests: Buffer[]): Promise<LoadCounts> {
  return new Promise((resolve, reject) => {
    const tookUs: number[] = [];
    let [next, open, failed] = [0, connections, 0];
    const startedAt = process.hrtime.bigint();
    const endsAt = startedAt + BigInt(Math.round(seconds * 1e9));
    const finish = () => {
      const durationUs = Number(process.hrtime.bigint() - startedAt) / 1000;
      tookUs.sort((a, b) => a - b);
      const percentile = (part: number) => tookUs[Math.floor(tookUs.length * part)] ?? 0;
      resolve({
        requests: tookUs.length,
        durationUs,
        failed,
        p50Us: percentile(0.5),
        p99Us: percentile(0.99),
      });
    };
    for (let i = 0; i < connections; i++) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let answer: { bytes: number; length: number | null } | null = null;
      let sentAt = 0n;
      const sendNext = () => {
        answer = null;
        sentAt = process.hrtime.bigint();
        if (sentAt >= endsAt) return void socket.end();
        socket.write(requests[next++ % requests.length]!);
      };
      socket.on('connect', sendNext);
      socket.on('data', (chunk) => {
        if (!answer) {
          // Both servers write the head of an answer at once.
          const head = chunk.subarray(0, chunk.indexOf(headEnd) + headEnd.length);
          const text = head.toString('latin1');
          if (!/^HTTP\/1\.1 2/.test(text)) failed++;
          answer = { bytes: 0, length: lengthOf(text, head.length) };
        }
        answer.bytes += chunk.length;
        const isWhole =
          answer.length === null
            ? chunk.subarray(-lastChunk.length).equals(lastChunk)
            : answer.bytes >= answer.length;
        if (!isWhole) return;
        tookUs.push(Number(process.hrtime.bigint() - sentAt) / 1000);
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
