import { usFederal } from './packs/us-federal.ts';
import { usStates } from './packs/us-states.ts';
import type { RulePack } from './types.ts';

/** Every pack that an organization can switch on. */
export const rulePacks: readonly RulePack[] = [usFederal, usStates];

/** Their ids. */
export const rulePackIds = ['us-federal', 'us-states'] as const;
