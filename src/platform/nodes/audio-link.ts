import { connect, type Socket } from 'node:net';
import { fairTimeout } from '../kernel/index.ts';
import { LinkVersionError, linkVersion } from './link-version.ts';
import type { AudioPlace } from './node.ts';

interface WantedAudio {
  organizationId: string;
  callId: string;
  /** The member who takes the call over; absent to listen. */
  member?: { memberId: string; memberName: string };
}

/** A connection to the audio of a call, paused after its first line. */
interface AudioLink {
  socket: Socket;
  sampleRateHz: number;
  /** What came after the first line. */
  rest: Buffer;
}

const connectMsMax = 3000;
const headBytesMax = 256;

/**
 * Connects to the process that carries the call. Rejects when it does not answer in time or does not carry the call, and with a
 * LinkVersionError when it has another version of the connection.
 */
export function openAudioLink(
  { address, token }: AudioPlace,
  wanted: WantedAudio,
  signal: AbortSignal,
): Promise<AudioLink> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  socket.on('close', () => signal.removeEventListener('abort', stop));
  const late = fairTimeout(connectMsMax, stop);
  socket.write(`${JSON.stringify({ version: linkVersion, token, ...wanted })}\n`);
  return new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0);
    const read = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf(10);
      if (end < 0 && head.length > headBytesMax) stop();
      if (end < 0) return;
      const { sampleRateHz, error, version } = answerIn(head.subarray(0, end).toString());
      if (error === 'version') reject(new LinkVersionError(version));
      if (typeof sampleRateHz !== 'number') return stop();
      late();
      socket.off('data', read);
      socket.pause();
      resolve({ socket, sampleRateHz, rest: head.subarray(end + 1) });
    };
    socket.on('error', stop);
    socket.on('close', () => {
      late();
      reject(new Error('the process that carries the call did not give its audio'));
    });
    socket.on('data', read);
  });
}

function answerIn(line: string): { sampleRateHz?: unknown; error?: unknown; version?: unknown } {
  try {
    return { ...(JSON.parse(line) as object) };
  } catch {
    return {};
  }
}
