import type { AgentConfiguration } from '../agents/index.ts';

interface Script {
  start: string;
  nodes: Readonly<Record<string, { say?: string | null }>>;
}

/**
 * Returns the text with which a script or a flow begins, with its variables unfilled. Null when a model finds the words,
 * or nothing is said.
 */
export function scriptedOpening({ model, flow }: Pick<AgentConfiguration, 'model' | 'flow'>): string | null {
  const stage = flow?.stages[flow.start];
  if (stage) return stage.says ?? (stage.dialogue && beginningOf(stage.dialogue as Script));
  return model?.provider === 'scripted' ? beginningOf(model.dialogue as Script) : null;
}

function beginningOf({ start, nodes }: Script): string | null {
  return nodes[start]?.say ?? null;
}
