import { type FlowPlay, fitting } from '../../conversation/flow/index.ts';
import { schemaProblem } from '../../platform/http/index.ts';
import { searchToolName } from './dialogue-tools.ts';
import type { FlowStart } from './flow-start.ts';
import { builtInVariables, fillVariables } from './prompt-variables.ts';
import type { AgentConfiguration } from './schemas.ts';

type Tools = Pick<AgentConfiguration, 'tools'>;

const builtIn = new Set<string>(builtInVariables);

/** Returns the names of the tools that carry out `finish`. Those that end or transfer a call may be the agent's own. */
export function flowTools({ tools }: Tools): Pick<FlowPlay, 'endTool' | 'transferTool' | 'handOverTool'> {
  const nameOf = (type: 'endCall' | 'transfer', name: string) => {
    const own = tools.find((tool) => tool.type === type);
    const isTaken = tools.some((tool) => tool.name === name);
    return own?.name ?? (isTaken ? `flow_${name}` : name);
  };
  const isTaken = tools.some(({ name }) => name === 'handOver');
  return {
    endTool: nameOf('endCall', 'endCall'),
    transferTool: nameOf('transfer', 'transferCall'),
    handOverTool: isTaken ? 'flow_handOver' : 'handOver',
  };
}

/**
 * Returns the agent's flow for one call with these variables, or null when the agent has none. `start` is where a test
 * begins, if `checkFlowStart` has accepted it for this agent.
 */
export async function playFlow(
  agent: Tools & Pick<AgentConfiguration, 'flow' | 'knowledge'>,
  callVariables: Readonly<Record<string, unknown>>,
  start: FlowStart | null = null,
): Promise<FlowPlay | null> {
  const { flow, tools } = agent;
  if (flow === null) return null;
  const { compileExpression } = await import('../../platform/expressions/index.ts');
  const validate: FlowPlay['validate'] = (schema, value) => schemaProblem(schema, value);
  // Today's date is not the date that a flow asks for.
  const given = Object.entries(callVariables).filter(([name]) => !builtIn.has(name));
  return {
    flow: start ? { ...flow, start: start.stage } : flow,
    callVariables,
    known: { ...(await fitting({ flow, validate }, Object.fromEntries(given))), ...start?.variables },
    tools: tools.map(({ name, type }) => ({ name, isServer: type === 'mcp' })),
    ...flowTools(agent),
    searchTool: searchToolName,
    hasSources: agent.knowledge !== null,
    evaluate: (expression, scope) => compileExpression(expression).evaluate(scope),
    validate,
    fill: fillVariables,
  };
}
