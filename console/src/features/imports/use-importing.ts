import { useRef, useState } from 'react';
import { refusedField, type Schema, send } from '../../api/index.ts';
import { importKey } from './import-key.ts';

type Import = Schema<'Import'>;

/** Sends a file to an address once a day, and once more on purpose. */
export interface Importing {
  /** The import that has had these rows already; null: none that is known. */
  earlier: Import | null;
  /** Whether they are to be imported once more. */
  isAgain: boolean;
  setAgain: (isAgain: boolean) => void;
  /** Another file was chosen. */
  forget: () => void;
  /** Rejects with a refusal of the field `again` where the rows were imported before and it is not said to do so again. */
  send: (file: File) => Promise<Import>;
}

const importedBefore = () =>
  refusedField('again', 'These rows were imported before. Tick this to import them once more.');

/** `target`: the address that takes the file, with its parameters. */
export function useImporting(target: string): Importing {
  const [found, setFound] = useState<{ target: string; import: Import } | null>(null);
  const [isAgain, setAgain] = useState(false);
  // Keys that this dialog has sent: an answer to one that comes from before is the one that was lost.
  const sent = useRef(new Set<string>());
  const onPurpose = useRef(0);
  const begunAt = useRef(`${Date.now()}-${Math.random()}`);
  const earlier = found?.target === target ? found.import : null;
  return {
    earlier,
    isAgain,
    setAgain,
    forget() {
      setFound(null);
      setAgain(false);
      onPurpose.current++;
    },
    async send(file) {
      if (earlier && !isAgain) throw importedBefore();
      const key = await importKey(file, target);
      const again = `${key}-${begunAt.current}-${onPurpose.current}`;
      const idempotencyKey = earlier ? again : key;
      const isFirst = !sent.current.has(idempotencyKey);
      sent.current.add(idempotencyKey);
      const headers = { 'content-type': 'text/csv', 'idempotency-key': idempotencyKey };
      const answer = await send(target, { method: 'POST', headers, body: file });
      const taken = (await answer.json()) as Import;
      if (isFirst && answer.headers.get('idempotent-replayed') === 'true') {
        setFound({ target, import: taken });
        throw importedBefore();
      }
      return taken;
    },
  };
}
