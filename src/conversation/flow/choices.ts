import { edgesNow, entered, filled, globalsFrom, holds, stageOf } from './advance.ts';
import type { Edge, FlowPlay, FlowState, Stage } from './flow.ts';

/** A stage that the model can go to in its answer. */
export interface Choice {
  to: string;
  /** When to go there, in words for the model; `null` for a condition. */
  choice: string | null;
  /** The condition that leads there by itself; `null` for a choice of the model. */
  when: string | null;
  /** The stage whose instructions the answer follows, because conditions that hold already lead on to it. */
  landing: Stage;
  /** Whether the words are the stage's own, so that the model says nothing. */
  isSilent: boolean;
}

/** Returns what the model can choose in a stage: its edges in order, then the global stages. */
export function choicesOf(play: FlowPlay, state: FlowState): Choice[] {
  const edges: { to: string; choice?: string | undefined; when?: string | undefined }[] = edgesNow(
    play,
    state,
  ).filter(({ choice, when }: Edge) => choice !== undefined || when !== undefined);
  edges.push(...globalsFrom(play, state).filter(({ choice }) => choice !== undefined));
  return edges.map(({ to, choice, when }) => {
    const ahead = entered(play, state, to, { why: 'choice', detail: null });
    const isSilent = ahead.says.length > 0 || ahead.next !== 'model';
    return { to, choice: choice ?? null, when: when ?? null, landing: stageOf(play, ahead.state), isSilent };
  });
}

/** Returns whether the flow may go to a stage, and why. */
export function mayGo(
  play: FlowPlay,
  state: FlowState,
  to: string,
): { why: 'choice' | 'when'; detail: string } | null {
  for (const { to: other, choice, when } of choicesOf(play, state)) {
    if (other !== to) continue;
    if (choice !== null) return { why: 'choice', detail: choice };
    if (when !== null && holds(play, state, when)) return { why: 'when', detail: when };
  }
  return null;
}

/**
 * Returns whether the model may use a tool in a stage. The tools that only the flow uses are not for the model. Others
 * that the agent does not list may be used everywhere.
 */
export function mayUse(
  { tools: all, endTool, transferTool, handOverTool, searchTool, hasSources }: FlowPlay,
  { tools, knowledge }: Stage,
  name: string,
): boolean {
  if (name === searchTool) return knowledge === undefined ? hasSources : knowledge !== 'none';
  const listed = all.find((tool) => nameFits(tool, name));
  if (!listed) return ![endTool, transferTool, handOverTool].includes(name);
  return tools === null || tools.includes(listed.name);
}

function nameFits({ name: own, isServer }: FlowPlay['tools'][number], name: string): boolean {
  return isServer ? name.startsWith(`${own}_`) : name === own;
}

/**
 * Returns the only stage that the model can choose and in which it may use a tool; `null` when there is none, or several.
 * A model that calls the tool of such a stage has chosen the stage.
 */
export function stageWithTool(play: FlowPlay, state: FlowState, name: string): string | null {
  const stages = choicesOf(play, state).filter(
    ({ choice, landing }) => choice !== null && landing.tools !== null && mayUse(play, landing, name),
  );
  const [first, ...others] = stages;
  return first && others.every(({ to }) => to === first.to) ? first.to : null;
}

/** Returns the instructions of a stage with its variables filled. */
export function instructionsOf(play: FlowPlay, state: FlowState, { instructions }: Stage): string {
  return filled(play, state, instructions).trim();
}
