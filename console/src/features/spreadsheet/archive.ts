import { unzipSync } from 'fflate';
import { WorkbookError } from './workbook-error.ts';

/** The most bytes of a file. */
const fileBytesMax = 67_108_864;

/** The most bytes that the parts of a file may have together, unpacked. A sheet of a million rows has some 150 MB. */
const unpackedBytesMax = 314_572_800;

/**
 * The parts of an .xlsx file, which is a ZIP archive (ECMA-376 part 2). Unpacks only the parts that are asked for, each
 * into a buffer of the size that the archive names, so that a crafted file takes no more memory than the limit.
 */
export class Archive {
  readonly #bytes: Uint8Array;
  /** The names in the archive and the unpacked sizes of parts. Names of parts have no case. */
  readonly #parts = new Map<string, { name: string; bytes: number }>();
  #unpackedBytes = 0;

  constructor(bytes: Uint8Array) {
    if (bytes.length > fileBytesMax)
      throw new WorkbookError('The file has more than 64 MB. Save the sheet as CSV, and choose that file.');
    this.#bytes = bytes;
    unpack(bytes, ({ name, originalSize }) => {
      this.#parts.set(keyOf(name), { name, bytes: originalSize });
      return false;
    });
  }

  has(path: string): boolean {
    return this.#parts.has(keyOf(path));
  }

  /** Returns the bytes of a part, or null when there is none. */
  read(path: string): Uint8Array | null {
    const part = this.#parts.get(keyOf(path));
    if (!part) return null;
    this.#unpackedBytes += part.bytes;
    if (this.#unpackedBytes > unpackedBytesMax)
      throw new WorkbookError('The sheet is too large to read here. Save it as CSV, and choose that file.');
    return unpack(this.#bytes, ({ name }) => name === part.name)[part.name] ?? null;
  }
}

function keyOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

function unpack(bytes: Uint8Array, filter: (part: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new WorkbookError('The file is damaged: it is no complete .xlsx file. Save it again in Excel.');
  }
}
