import { entryHash } from './change.ts';

/** An entry as stored. `createdAt` has six digits, as in the text. */
export interface ChainEntry {
  position: number;
  createdAt: string;
  auditLogId: string;
  doc: string;
  previousHash: Buffer;
  hash: Buffer;
}

/** The last entry of a chain, or of the part that has been walked. Position 0 is before the first. */
export interface ChainHead {
  position: number;
  createdAt: string | null;
  hash: Buffer;
}

/** The first damaged entry of a chain. `createdAt` is `null` when it is unknown. */
export interface ChainFault {
  position: number;
  createdAt: string | null;
  problem: string;
}

export const chainStart: ChainHead = { position: 0, createdAt: null, hash: Buffer.alloc(0) };

/** Returns the fault of the entry that follows `walked`, or `null`. Entries come in the order of their createdAt. */
export function entryFault(walked: ChainHead, entry: ChainEntry): ChainFault | null {
  const { position, createdAt } = entry;
  const expected = walked.position + 1;
  if (position > expected) {
    const many = position - 1 > expected ? ` to ${position - 1}` : '';
    return {
      position: expected,
      createdAt: null,
      problem: `missing: entry ${expected}${many} was removed from before ${createdAt}`,
    };
  }
  if (position < expected) {
    return { position, createdAt, problem: `out of place: it stands where entry ${expected} belongs` };
  }
  if (!entryHash(entry.previousHash, position, entry.doc).equals(entry.hash)) {
    return { position, createdAt, problem: 'altered: its text and its hash do not belong together' };
  }
  if (!entry.previousHash.equals(walked.hash)) return brokenLink(walked, entry);
  const text = textOf(entry.doc);
  if (text?.createdAt !== createdAt) {
    return { position, createdAt, problem: `altered: its text has createdAt ${text?.createdAt}` };
  }
  if (text.auditLogId !== entry.auditLogId) {
    return { position, createdAt, problem: `altered: its text has auditLogId ${text.auditLogId}` };
  }
  return null;
}

/** Returns the fault at the end of the walk, given the stored head, or `null`. */
export function endFault(walked: ChainHead, kept: ChainHead | null): ChainFault | null {
  const { position, createdAt } = walked;
  if (position === 0 && (kept === null || kept.position === 0)) return emptyChain(kept);
  if (kept === null) return { position, createdAt, problem: 'the head of the chain was removed' };
  if (kept.position > position) return cutTail(walked, kept, 'the head');
  if (kept.position === position && kept.createdAt === createdAt && kept.hash.equals(walked.hash))
    return null;
  return { position, createdAt, problem: `the head was altered: it names position ${kept.position}` };
}

/**
 * Compares the chain at the position of `exported` with the exported head. Must be called when that position is
 * reached.
 */
export function exportedFault(walked: ChainHead, exported: ChainHead): ChainFault | null {
  if (walked.position < exported.position) return cutTail(walked, exported, 'the exported head');
  if (walked.hash.equals(exported.hash) && walked.createdAt === exported.createdAt) return null;
  const { position, createdAt } = walked;
  const problem = 'rewritten: it, or an entry before it, is not the one that the exported head names';
  return { position, createdAt, problem };
}

/** An organization is created together with its first entries, so its chain is never empty. */
function emptyChain(kept: ChainHead | null): ChainFault {
  const gone = kept === null ? 'every entry and the head were' : 'every entry was';
  return { position: 1, createdAt: null, problem: `missing: ${gone} removed` };
}

function cutTail(walked: ChainHead, head: ChainHead, what: string): ChainFault {
  const position = walked.position + 1;
  const many = head.position > position ? ` to ${head.position}` : '';
  const problem = `missing: entry ${position}${many} was cut off the end; ${what} is of ${head.createdAt}`;
  return { position, createdAt: null, problem };
}

/** The entry's text and hash agree, so the entry before it is not the one to which it was chained. */
function brokenLink(walked: ChainHead, entry: ChainEntry): ChainFault {
  if (walked.position === 0) {
    const { position, createdAt } = entry;
    return { position, createdAt, problem: 'altered: the first entry is chained to one before it' };
  }
  const { position, createdAt } = walked;
  return { position, createdAt, problem: `altered: entry ${entry.position} is not chained to it` };
}

function textOf(doc: string): { createdAt: unknown; auditLogId: unknown } | null {
  try {
    return JSON.parse(doc) as { createdAt: unknown; auditLogId: unknown } | null;
  } catch {
    return null;
  }
}
