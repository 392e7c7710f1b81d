import { type FileHandle, open } from 'node:fs/promises';
import { UsageError } from './command.ts';

/** The start of every line. */
const lineStart = '{"auditLogId":"';
const firstReadBytes = 65_536;

/** A file to which entries of the audit log are appended. It may have entries of an earlier export. */
export interface EntryFile extends AsyncDisposable {
  /** The time of the last entry; null for an empty file. */
  readonly lastCreatedAt: string | null;
  append(entry: object): Promise<void>;
}

/**
 * Opens or creates a file of entries, one a line, oldest first. An unfinished last line, left by a process that died,
 * is cut off. Throws a UsageError, and changes nothing, when the file holds something else.
 */
export async function openEntryFile(path: string): Promise<EntryFile> {
  const file = await open(path, 'a+', 0o600).catch((error: Error) => {
    throw new UsageError(`--out: ${error.message}`);
  });
  try {
    const { size } = await file.stat();
    const { lastLine, tornBytes } = await readEnd(file, size);
    const lastCreatedAt = lastLine === null ? null : createdAtOf(lastLine);
    if (lastCreatedAt === undefined || !isTorn(tornBytes))
      throw new UsageError(`--out: ${path} is not a file of entries of the audit log`);
    if (tornBytes.length > 0) await file.truncate(size - tornBytes.length);
    return {
      lastCreatedAt,
      append: (entry) => file.appendFile(`${JSON.stringify(entry)}\n`),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns the last complete line, and the bytes after it. */
async function readEnd(
  file: FileHandle,
  size: number,
): Promise<{ lastLine: string | null; tornBytes: Buffer }> {
  for (let length = Math.min(firstReadBytes, size); ; length = Math.min(2 * length, size)) {
    const end = Buffer.alloc(length);
    await file.read(end, 0, length, size - length);
    const lastEnd = end.lastIndexOf('\n');
    const endBefore = lastEnd > 0 ? end.lastIndexOf('\n', lastEnd - 1) : -1;
    if (endBefore < 0 && length < size) continue;
    const lastLine = lastEnd < 0 ? null : end.toString('utf8', endBefore + 1, lastEnd);
    return { lastLine, tornBytes: end.subarray(lastEnd + 1) };
  }
}

function createdAtOf(line: string): string | undefined {
  try {
    const { createdAt } = JSON.parse(line) as { createdAt?: unknown };
    return line.startsWith(lineStart) && typeof createdAt === 'string' ? createdAt : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the bytes are the start of a line. Empty bytes are. */
function isTorn(bytes: Buffer): boolean {
  const begins = bytes.toString('utf8', 0, lineStart.length);
  return lineStart.startsWith(begins);
}
