/** WASI error numbers. */
const done = 0;
const badDescriptor = 8;
const noEntry = 44;
const noSpace = 51;

/** WASI file types. */
const fileTypes = { device: 2, folder: 3, file: 4 } as const;

/** The descriptor of the only folder, after the standard streams. */
const folderDescriptor = 3;
const makeIfMissing = 1;

/** The most bytes written; the longest accepted text needs less. */
const bytesMax = 64 * 2 ** 20;

interface MemoryFile {
  bytes: Uint8Array<ArrayBuffer>;
  length: number;
}

interface Opened {
  file: MemoryFile;
  position: number;
}

/** Thrown by `proc_exit`. */
class ProgramExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the program ended with code ${code}`);
    this.code = code;
  }
}

/** The exports of an instance. */
interface ProgramExports {
  memory: { buffer: ArrayBuffer };
  _start(): void;
}

interface MemoryWasiOptions {
  args: readonly string[];
  /** The name of the only folder. */
  folder: string;
  /** The initial files by name. */
  files: Readonly<Record<string, Uint8Array>>;
}

/**
 * The part of WASI (preview 1) that flite needs: a folder with files in memory, and standard streams that are empty and
 * discard their output. The program can reach nothing else.
 */
export class MemoryWasi {
  readonly #args: readonly Uint8Array[];
  readonly #folder: Uint8Array;
  readonly #files = new Map<string, MemoryFile>();
  readonly #opened = new Map<number, Opened>();
  #nextDescriptor = folderDescriptor + 1;
  #memory: ProgramExports['memory'] = { buffer: new ArrayBuffer(0) };

  constructor({ args, folder, files }: MemoryWasiOptions) {
    this.#args = args.map((text) => new TextEncoder().encode(`${text}\0`));
    this.#folder = new TextEncoder().encode(folder);
    for (const [name, bytes] of Object.entries(files)) {
      this.#files.set(name, { bytes: new Uint8Array(bytes), length: bytes.length });
    }
  }

  /** The imports of the module. */
  get imports() {
    return {
      wasi_snapshot_preview1: {
        args_get: (list: number, texts: number) => this.#giveArgs(list, texts),
        args_sizes_get: (count: number, bytes: number) => {
          this.#view.setUint32(count, this.#args.length, true);
          const total = this.#args.reduce((sum, { length }) => sum + length, 0);
          this.#view.setUint32(bytes, total, true);
          return done;
        },
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          this.#view.setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
          return done;
        },
        fd_close: (descriptor: number) => (this.#opened.delete(descriptor) ? done : badDescriptor),
        fd_fdstat_get: (descriptor: number, at: number) => this.#tellKind(descriptor, at),
        fd_fdstat_set_flags: () => done,
        fd_prestat_get: (descriptor: number, at: number) => {
          if (descriptor !== folderDescriptor) return badDescriptor;
          this.#view.setUint32(at, 0, true);
          this.#view.setUint32(at + 4, this.#folder.length, true);
          return done;
        },
        fd_prestat_dir_name: (_descriptor: number, at: number, length: number) => {
          this.#bytes(at, length).set(this.#folder.subarray(0, length));
          return done;
        },
        fd_read: (descriptor: number, list: number, count: number, read: number) =>
          this.#move(descriptor, { list, count, moved: read }, readInto),
        fd_seek: (descriptor: number, offset: bigint, from: number, at: number) =>
          this.#seek(descriptor, Number(offset), from, at),
        fd_write: (descriptor: number, list: number, count: number, written: number) =>
          this.#move(descriptor, { list, count, moved: written }, writeFrom),
        path_open: (...given: [number, number, number, number, number, bigint, bigint, number, number]) => {
          const [, , path, pathLength, how, , , , at] = given;
          return this.#open(new TextDecoder().decode(this.#bytes(path, pathLength)), how, at);
        },
        proc_exit: (code: number) => {
          throw new ProgramExit(code);
        },
      },
    };
  }

  /** Runs an instance, and returns its exit code. */
  start(instance: { exports: object }): number {
    const program = instance.exports as ProgramExports;
    this.#memory = program.memory;
    try {
      program._start();
      return 0;
    } catch (error) {
      if (error instanceof ProgramExit) return error.code;
      throw error;
    }
  }

  /** Returns the current content of a file; `null` when it does not exist. */
  read(name: string): Uint8Array<ArrayBuffer> | null {
    const file = this.#files.get(name);
    return file ? file.bytes.slice(0, file.length) : null;
  }

  /** Created for each use: grown memory has a new buffer. */
  get #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  #giveArgs(list: number, texts: number): number {
    let at = texts;
    for (const [n, text] of this.#args.entries()) {
      this.#view.setUint32(list + 4 * n, at, true);
      this.#bytes(at, text.length).set(text);
      at += text.length;
    }
    return done;
  }

  #tellKind(descriptor: number, at: number): number {
    const isOpen = descriptor <= folderDescriptor || this.#opened.has(descriptor);
    if (!isOpen) return badDescriptor;
    const special = descriptor === folderDescriptor ? fileTypes.folder : fileTypes.device;
    this.#bytes(at, 24).fill(0);
    this.#view.setUint8(at, descriptor > folderDescriptor ? fileTypes.file : special);
    // All rights, for the descriptor and those opened below it.
    this.#bytes(at + 8, 16).fill(0xff);
    return done;
  }

  #open(name: string, how: number, at: number): number {
    let file = this.#files.get(name);
    if (!file) {
      if ((how & makeIfMissing) === 0) return noEntry;
      file = { bytes: new Uint8Array(65_536), length: 0 };
      this.#files.set(name, file);
    }
    const descriptor = this.#nextDescriptor++;
    this.#opened.set(descriptor, { file, position: 0 });
    this.#view.setUint32(at, descriptor, true);
    return done;
  }

  #seek(descriptor: number, offset: number, from: number, at: number): number {
    const opened = this.#opened.get(descriptor);
    if (!opened) return badDescriptor;
    opened.position = offset + ([0, opened.position, opened.file.length][from] ?? 0);
    this.#view.setBigUint64(at, BigInt(opened.position), true);
    return done;
  }

  /** Reads into, or writes from, a list of buffers. Standard streams discard their input. */
  #move(
    descriptor: number,
    { list, count, moved }: { list: number; count: number; moved: number },
    step: (opened: Opened, piece: Uint8Array) => number | null,
  ): number {
    const opened = this.#opened.get(descriptor);
    if (!opened && descriptor >= folderDescriptor) return badDescriptor;
    let total = 0;
    for (let n = 0; n < count; n++) {
      const length = this.#view.getUint32(list + 8 * n + 4, true);
      const piece = this.#bytes(this.#view.getUint32(list + 8 * n, true), length);
      const bytes = opened ? step(opened, piece) : step === writeFrom ? length : 0;
      if (bytes === null) return noSpace;
      total += bytes;
    }
    this.#view.setUint32(moved, total, true);
    return done;
  }
}

function readInto(opened: Opened, piece: Uint8Array): number {
  const { file, position } = opened;
  const found = file.bytes.subarray(position, Math.min(file.length, position + piece.length));
  piece.set(found);
  opened.position += found.length;
  return found.length;
}

function writeFrom(opened: Opened, piece: Uint8Array): number | null {
  const { file, position } = opened;
  const end = position + piece.length;
  if (end > bytesMax) return null;
  if (end > file.bytes.length) {
    const larger = new Uint8Array(Math.max(end, 2 * file.bytes.length));
    larger.set(file.bytes);
    file.bytes = larger;
  }
  file.bytes.set(piece, position);
  file.length = Math.max(file.length, end);
  opened.position = end;
  return piece.length;
}
