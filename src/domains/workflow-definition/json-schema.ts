import { z } from 'zod';
import { WorkflowDefinition } from './steps.ts';

/** Returns the JSON Schema (2020-12) of definitions, as authors write them. */
export function definitionSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(WorkflowDefinition, { io: 'input', unrepresentable: 'any' }),
    title: 'Definition of a workflow',
  };
}
