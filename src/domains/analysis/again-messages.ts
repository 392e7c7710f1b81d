/** Returns the words that the message of a requested analysis has in addition to that of a first one. */
export function againMessage(agentVersion: number | null, isFound: boolean): string {
  return isFound
    ? ` It used version ${agentVersion} of the agent.`
    : ' Earlier findings, if any, stay as they are.';
}

/** Returns the message for an analysis whose job was lost. `isAsked` means that it was requested. */
export function lostMessage(isAsked: boolean): string {
  return `The analysis was never made: its job was lost.${isAsked ? againMessage(null, false) : ''}`;
}
