/** Why something needs attention, in words: of workflows the API tells how many runs failed. */
export function reasonOf({ kind, reason }: { kind: string; reason: string | null }): string | null {
  if (kind !== 'workflow-failing') return reason;
  return `${reason} ${reason === '1' ? 'run' : 'runs'} failed within a day, the last`;
}
