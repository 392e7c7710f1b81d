/** What of an analysis that was asked for goes without saying of the first. */
export function againWords(agentVersion: number | null, isFound: boolean): string {
  return isFound
    ? ` It goes by version ${agentVersion} of the agent.`
    : ' What was found out before, if anything, stays as it is.';
}

/** What is told of an analysis whose job is gone; `isAsked`: it was asked for. */
export function lostWords(isAsked: boolean): string {
  return `The analysis was never made: its job was lost.${isAsked ? againWords(null, false) : ''}`;
}
