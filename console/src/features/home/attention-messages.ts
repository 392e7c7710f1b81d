/** Returns why something needs attention. For workflows, the API sends the number of failed runs. */
export function reasonOf({ kind, reason }: { kind: string; reason: string | null }): string | null {
  if (kind !== 'workflow-failing') return reason;
  return `${reason} ${reason === '1' ? 'run' : 'runs'} failed within a day, the last`;
}
