/** Returns why something needs attention. For workflows, the API sends the number of failed runs. */
export function reasonOf({ kind, reason }: { kind: string; reason: string | null }): string | null {
  if (kind === 'workflow-failing')
    return `${reason} ${reason === '1' ? 'run' : 'runs'} failed within a day, the last`;
  if (kind === 'calls-refused') return `Callers were refused: ${refusalOf(reason)}. The last`;
  return reason;
}

/** Returns why a process takes no call, as the rest of a sentence. */
export function refusalOf(reason: string | null): string {
  if (reason === 'overloaded') return 'the machine is at its limit and serves its calls late';
  if (reason === 'process-full') return 'it carried as many calls as PARLEY_CALLS_MAX allows';
  return 'there was no room';
}
