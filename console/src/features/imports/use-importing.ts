import { useRef, useState } from 'react';
import { ApiFailure, refusedField, type Schema, send } from '../../api/index.ts';
import { importKey } from './import-key.ts';
import { isOfBefore } from './is-of-before.ts';

type Import = Schema<'Import'>;

/** Sends a file to an address once a day, and again on request. */
export interface Importing {
  /** The import that has these rows already, or null. */
  earlier: Import | null;
  /** True when the rows are to be imported again. */
  isAgain: boolean;
  setAgain: (isAgain: boolean) => void;
  /** Must be called when another file is chosen. */
  forget: () => void;
  /** Rejects with a refusal of the field `again` when the rows were imported before and `isAgain` is false. */
  send: (file: File) => Promise<Import>;
}

const importedBefore = () =>
  refusedField('again', 'These rows were imported before. Select this to import them again.');

/** An earlier import and the decision about it, for one address. */
interface Found {
  target: string;
  import: Import;
  isAgain: boolean;
}

/** `target` is the address for the file, with its parameters. */
export function useImporting(target: string): Importing {
  const [found, setFound] = useState<Found | null>(null);
  /**
   * By key, the time at which this dialog first sent the file without getting an answer (`performance.now()`). The
   * service may have accepted it.
   */
  const unansweredAtMs = useRef(new Map<string, number>());
  const onPurpose = useRef(0);
  const begunAt = useRef(`${Date.now()}-${Math.random()}`);
  const known = found?.target === target ? found : null;
  return {
    earlier: known?.import ?? null,
    isAgain: known?.isAgain ?? false,
    setAgain: (isAgain) => setFound(known && { ...known, isAgain }),
    forget() {
      setFound(null);
      onPurpose.current++;
    },
    async send(file) {
      if (known && !known.isAgain) throw importedBefore();
      const key = await importKey(file, target);
      const again = `${key}-${begunAt.current}-${onPurpose.current}`;
      const idempotencyKey = known ? again : key;
      const headers = { 'content-type': 'text/csv', 'idempotency-key': idempotencyKey };
      const sentAtMs = performance.now();
      const firstAtMs = unansweredAtMs.current.get(idempotencyKey) ?? null;
      const answer = await send(target, { method: 'POST', headers, body: file }).catch((error: unknown) => {
        const isUnanswered = error instanceof ApiFailure && error.status === 0;
        if (isUnanswered) unansweredAtMs.current.set(idempotencyKey, firstAtMs ?? sentAtMs);
        throw error;
      });
      const taken = (await answer.json()) as Import;
      const sinceFirstMs = firstAtMs === null ? null : performance.now() - firstAtMs;
      if (isOfBefore(taken, answer.headers, sinceFirstMs)) {
        setFound({ target, import: taken, isAgain: false });
        throw importedBefore();
      }
      return taken;
    },
  };
}
