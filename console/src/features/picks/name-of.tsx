import { Skeleton } from '@mantine/core';
import type { Kind } from './kinds.ts';
import { usePick } from './use-pick.ts';

/** The name of a resource, or its id when it was deleted or must not be read. */
export function NameOf({ kind, id }: { kind: Kind; id: string }) {
  const pick = usePick(kind, id);
  if (pick === undefined)
    return <Skeleton component="span" display="inline-block" width={80} height={10} aria-busy="true" />;
  return pick?.label ?? id;
}
