import type { FieldError } from '../../platform/kernel/index.ts';
import { builtInVariables, variablesIn, variablesProblem } from './prompt-variables.ts';
import type { CreateAgent } from './schemas.ts';

const builtIns: ReadonlySet<string> = new Set(builtInVariables);

/**
 * Returns the variables that a call must provide: listed ones that are required without a default, and unlisted ones
 * used in the texts, except built-in ones. Reports invalid names, unclosed braces and variables listed twice.
 */
export function requiredVariables(agent: Pick<CreateAgent, 'prompt' | 'firstMessage' | 'variables'>): {
  required: string[];
  errors: FieldError[];
} {
  const errors: FieldError[] = [];
  const required = new Set<string>();
  const listed = new Map<string, CreateAgent['variables'][number]>();
  agent.variables.forEach((variable, index) => {
    if (listed.has(variable.name))
      errors.push({ field: `variables.${index}.name`, message: 'is listed twice' });
    listed.set(variable.name, variable);
    if (variable.required && variable.default === null) required.add(variable.name);
  });
  for (const field of ['prompt', 'firstMessage'] as const) {
    const text = agent[field] ?? '';
    const message = variablesProblem(text);
    if (message !== null) errors.push({ field, message });
    for (const name of variablesIn(text)) if (!listed.has(name) && !builtIns.has(name)) required.add(name);
  }
  return { required: [...required], errors };
}
