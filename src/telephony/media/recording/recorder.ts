import { type FileHandle, open } from 'node:fs/promises';
import { samplesPerTick, telephoneRateHz, tickMs } from '../codec/pcm.ts';
import { wavHeader, wavHeaderBytes } from './wav.ts';

const channelCount = 2;

/**
 * The ticks of one append: 160 ms. A killed process loses these, the writes in progress and, of the customer, the jitter
 * buffer's audio. Two hundred calls cost 1 to 2 % of a core more than with one append a second.
 */
export const ticksPerAppend = 8;

/** The most ticks of one append, when the one before it takes long. */
const ticksPerChunk = 50;

/** The chunks that may wait for a slow disk: 8 s. Audio beyond them becomes silence in the file. */
const waitingChunksMax = 8;

type Chunk = Int16Array<ArrayBuffer>;

export interface Recording {
  path: string;
  durationMs: number;
  /** Audio that the disk was too slow for. It is silence in the file, or missing at its end. */
  lostMs: number;
  /** The reason why the recording ended before the call, such as a full disk; `null` when it did not. */
  error: string | null;
}

/** Thrown when the file of a recording cannot be created. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * A stereo 16-bit WAV file that grows while a call runs: the customer on the left, the agent on the right. A frame's
 * position in the file is its tick of the session, also after lost frames.
 *
 * Every 160 ms a chunk is written, and then the sizes in the header. The header never claims missing audio, so the file is
 * valid after every write, and outlives the process. During a long write the next chunk grows, up to a second.
 *
 * Ticks only copy samples; writing happens beside them. A slow disk costs recorded audio, but neither pace nor memory. An
 * error of the disk ends the recording, is reported once, and keeps the written audio.
 */
export class Recorder {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #onError: (error: Error) => void;
  readonly #spare: Chunk[] = [];
  #sampleRateHz = telephoneRateHz;
  #perTick = samplesPerTick(telephoneRateHz);
  #chunk = new Int16Array(ticksPerChunk * this.#perTick * channelCount);
  /** The first tick of the chunk, the ticks in it, and how many make it due. */
  #chunkStart = 0;
  #chunkTicks = 0;
  #chunkTicksDue: number;
  #waiting = 0;
  #writing: Promise<void> = Promise.resolve();
  #writtenTicks = 0;
  #lostTicks = 0;
  #error: Error | null = null;
  /** The reason why the recording was ended before the call; `null` when it was not. */
  #endedBecause: string | null = null;

  private constructor(
    path: string,
    file: FileHandle,
    firstChunkTicks: number,
    onError: (error: Error) => void,
  ) {
    this.#path = path;
    this.#file = file;
    this.#chunkTicksDue = firstChunkTicks;
    this.#onError = onError;
  }

  /**
   * Creates the file, readable by its owner only; it must not exist. `firstChunkTicks` (1 to `ticksPerAppend`) sets the
   * time of the first append, so that calls that begin together do not write together. Rejects with a RecordingError.
   */
  static async create(
    path: string,
    firstChunkTicks: number,
    onError: (error: Error) => void,
  ): Promise<Recorder> {
    let file: FileHandle | null = null;
    try {
      file = await open(path, 'wx', 0o600);
      await file.write(wavHeader(channelCount, telephoneRateHz, 0), 0, wavHeaderBytes, 0);
    } catch (error) {
      await file?.close().catch(() => undefined);
      throw new RecordingError((error as Error).message);
    }
    return new Recorder(path, file, firstChunkTicks, onError);
  }

  /** Sets the sample rate, 8000 by default. It must be called before any audio. */
  setSampleRate(sampleRateHz: number): void {
    this.#sampleRateHz = sampleRateHz;
    this.#perTick = samplesPerTick(sampleRateHz);
    this.#chunk = new Int16Array(ticksPerChunk * this.#perTick * channelCount);
  }

  write(left: Int16Array, right: Int16Array): void {
    const at = this.#chunkTicks * this.#perTick * channelCount;
    for (let n = 0; n < this.#perTick; n++) {
      this.#chunk[at + 2 * n] = left[n]!;
      this.#chunk[at + 2 * n + 1] = right[n]!;
    }
    this.#chunkTicks++;
    const isDue = this.#chunkTicks >= this.#chunkTicksDue && this.#waiting === 0;
    if (isDue || this.#chunkTicks === ticksPerChunk) this.#flush();
  }

  skip(tickCount: number): void {
    this.#flush();
    this.#chunkStart += tickCount;
  }

  /** Ends the recording before the call. Earlier audio is written; later audio is lost. */
  end(why: string): void {
    this.#flush();
    this.#endedBecause ??= why;
  }

  /** Writes the rest and closes the file. */
  async close(): Promise<Recording> {
    this.#flush();
    await this.#writing;
    await this.#file.close().catch(this.#onError);
    return {
      path: this.#path,
      durationMs: this.#writtenTicks * tickMs,
      lostMs: this.#lostTicks * tickMs,
      error: this.#error?.message ?? this.#endedBecause,
    };
  }

  #flush(): void {
    const chunk = this.#chunk;
    const start = this.#chunkStart;
    const ticks = this.#chunkTicks;
    this.#chunkStart += ticks;
    this.#chunkTicks = 0;
    this.#chunkTicksDue = ticksPerAppend;
    if (ticks === 0) return;
    const isEnded = this.#error !== null || this.#endedBecause !== null;
    if (isEnded || this.#waiting === waitingChunksMax) {
      this.#lostTicks += ticks;
      return;
    }
    this.#waiting++;
    this.#chunk = this.#spare.pop() ?? new Int16Array(chunk.length);
    this.#writing = this.#writing.then(() => this.#append(chunk, start, ticks));
  }

  async #append(chunk: Chunk, start: number, ticks: number): Promise<void> {
    try {
      if (this.#error) {
        this.#lostTicks += ticks;
        return;
      }
      const bytesPerTick = this.#perTick * channelCount * 2;
      await writeFully(this.#file, chunk, ticks * bytesPerTick, wavHeaderBytes + start * bytesPerTick);
      this.#writtenTicks = start + ticks;
      const header = wavHeader(channelCount, this.#sampleRateHz, this.#writtenTicks * bytesPerTick);
      await this.#file.write(header, 0, wavHeaderBytes, 0);
    } catch (error) {
      this.#error ??= error as Error;
      this.#lostTicks += ticks;
      this.#onError(error as Error);
    } finally {
      this.#waiting--;
      this.#spare.push(chunk);
    }
  }
}

/** Writes all bytes. Near the end of a disk's space, a single write may take only some of them. */
async function writeFully(
  file: FileHandle,
  chunk: Chunk,
  byteCount: number,
  position: number,
): Promise<void> {
  const bytes = new Uint8Array(chunk.buffer, 0, byteCount);
  for (let done = 0; done < byteCount; ) {
    done += (await file.write(bytes, done, byteCount - done, position + done)).bytesWritten;
  }
}
