import type { Kind } from './kinds.ts';
import { usePick } from './use-pick.ts';

/** The name of a thing; its id where there is no such thing any more, or none that one may see. */
export function NameOf({ kind, id }: { kind: Kind; id: string }) {
  const pick = usePick(kind, id);
  if (pick === undefined) return <span aria-busy="true">…</span>;
  return pick?.label ?? id;
}
