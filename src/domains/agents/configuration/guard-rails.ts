import { z } from 'zod';
import { GuardRail } from '../../../conversation/guard-rails/schema.ts';
import { Model } from './model.ts';

/** The rules of an agent about what it says and does. */
export const GuardRails = z
  .strictObject({
    rules: z
      .array(GuardRail)
      .max(50)
      .default([])
      .describe('The first rule that forbids a sentence is applied'),
    model: Model.nullable()
      .default(null)
      .describe('A fast model that judges rules of type `topic`; null: the model of the agent'),
  })
  .meta({ id: 'AgentGuardRails' });
export type GuardRails = z.output<typeof GuardRails>;
