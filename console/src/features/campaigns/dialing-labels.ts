/** Who takes the answered calls of a campaign, as it is chosen. */
export const dialingModes = [
  { value: 'agent', label: 'The agent' },
  { value: 'progressive', label: 'A team: one call for each free member' },
  { value: 'predictive', label: 'A team: calls are dialed ahead' },
];

/** Why no call is dialed ahead. */
export const heldBackLabels = {
  mode: 'No: one call for each free member',
  measuring: 'Not yet: too little is measured',
  bound: 'Not now: the bound is near',
} as const;

/** How a campaign dials, in a few words. */
export const dialingLabels = {
  agent: 'For the agent',
  progressive: 'One call for each free member',
  predictive: 'Ahead of free members',
} as const;
