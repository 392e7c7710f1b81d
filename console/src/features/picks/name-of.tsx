import type { Kind } from './kinds.ts';
import { usePick } from './use-pick.ts';

/** The name of a resource, or its id when it was deleted or must not be read. */
export function NameOf({ kind, id }: { kind: Kind; id: string }) {
  const pick = usePick(kind, id);
  if (pick === undefined) return <span aria-busy="true">…</span>;
  return pick?.label ?? id;
}
