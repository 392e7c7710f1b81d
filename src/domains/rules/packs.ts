import { usFederal } from './packs/us-federal.ts';
import { usStates } from './packs/us-states.ts';
import type { RulePack } from './types.ts';

/** All packs that an organization can enable. */
export const rulePacks: readonly RulePack[] = [usFederal, usStates];

/** The ids of the packs. */
export const rulePackIds = ['us-federal', 'us-states'] as const;
