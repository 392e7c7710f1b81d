import type { components } from '../../../../packages/sdk/src/schema.gen.ts';

/** The configuration of one version of an agent. */
export type Configuration = components['schemas']['AgentConfiguration'];
