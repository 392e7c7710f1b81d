import type { JsonSchema, ModelMessage, ModelTool } from '../providers/interfaces/index.ts';
import { missingIn, stageOf } from './advance.ts';
import { type Choice, choicesOf, instructionsOf, mayUse } from './choices.ts';
import { type FlowPlay, type FlowState, schemaOf } from './flow.ts';

/** The messages and tools of a request to a model in a stage. */
interface StageRequest {
  messages: ModelMessage[];
  tools: ModelTool[];
}

/**
 * Returns the request for an answer in a stage. The stage's instructions follow the prompt, so that both stay the same
 * while the stage lasts, and vendors can cache them. What changes with each turn stands at the end.
 */
export function requestIn(
  play: FlowPlay,
  state: FlowState,
  { messages, tools }: { messages: readonly ModelMessage[]; tools: readonly ModelTool[] },
): StageRequest {
  const choices = choicesOf(play, state);
  const [prompt, ...others] = messages;
  const own: ModelMessage = { role: 'system', content: instructionText(play, state, choices) };
  const note = noteOf(play, state);
  const stages = [stageOf(play, state), ...choices.map(({ landing }) => landing)];
  return {
    messages: [
      ...(prompt?.role === 'system' ? [prompt, own, ...others] : [own, ...messages]),
      ...(note === null ? [] : [{ role: 'system' as const, content: note }]),
    ],
    tools: toolsIn(play, stages, { messages, tools }),
  };
}

/** Returns the tools of these stages. A model that has used a tool must not be without any: vendors refuse such requests. */
function toolsIn(
  play: FlowPlay,
  stages: readonly ReturnType<typeof stageOf>[],
  { messages, tools }: { messages: readonly ModelMessage[]; tools: readonly ModelTool[] },
): ModelTool[] {
  const usable = tools.filter(({ name }) => stages.some((stage) => mayUse(play, stage, name)));
  if (usable.length > 0) return usable;
  const used = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.name] : [])));
  return tools.filter(({ name }) => used.has(name));
}

/** The instructions are in English, because the model reads them, not the caller. */
function instructionText(play: FlowPlay, state: FlowState, choices: readonly Choice[]): string {
  const stage = stageOf(play, state);
  const own = instructionsOf(play, state, stage);
  const parts = [
    `Your task now (stage "${state.stage}"):${own === '' ? ' as described above.' : `\n${own}`}`,
  ];
  const names = new Set(
    [stage, ...choices.map(({ landing }) => landing)].flatMap(({ collects }) => collects),
  );
  if (names.size > 0) {
    const lines = [...names].map((name) => `- ${name}: ${described(schemaOf(play.flow, name))}`);
    parts.push(`Values to find out:\n${lines.join('\n')}`);
  }
  if (choices.length > 0) {
    const lines = choices.map((choice) => lineOf(play, state, choice));
    parts.push(`Next stages:\n${lines.join('\n')}`);
  }
  if (names.size > 0 || choices.length > 0) parts.push(tagText(names, choices));
  return parts.join('\n\n');
}

/** Explains the tag with an example from the stage itself, which small models follow best. */
function tagText(names: ReadonlySet<string>, choices: readonly Choice[]): string {
  const [name] = names;
  const go = choices.find(({ choice }) => choice !== null)?.to;
  const forms: string[] = [];
  if (name !== undefined) forms.push(`<flow ${name}="…"> records values that the caller has just given`);
  if (go !== undefined) forms.push(`<flow go="${go}"> goes to a stage`);
  const both =
    name !== undefined && go !== undefined ? ` Write one tag for both: <flow go="${go}" ${name}="…">.` : '';
  return `If the caller gave a value or a next stage applies, begin your answer with a tag, which the caller does not hear: ${forms.join('; ')}.${both} Right after the tag, speak as the instructions of the stage demand that you are in then. Otherwise write no tag.`;
}

function lineOf(play: FlowPlay, state: FlowState, { to, choice, when, landing, isSilent }: Choice): string {
  const head =
    choice === null ? `- ${to}, by itself as soon as this holds: ${when}.` : `- ${to}: ${choice.trim()}.`;
  const inside = instructionsOf(play, state, landing);
  if (isSilent) return `${head} Write only the tag; the words there are fixed.`;
  return inside === '' ? head : `${head} There: ${inside.replaceAll('\n', '\n  ')}`;
}

/** Returns what is known and missing now; `null` when there is nothing to say. */
function noteOf(play: FlowPlay, state: FlowState): string | null {
  const known = Object.keys(state.variables).length > 0 ? `Known: ${JSON.stringify(state.variables)}.` : '';
  const missing = missingIn(play, state);
  const open = missing.length > 0 ? `Still to find out: ${missing.join(', ')}.` : '';
  const wrong = state.problems.map((problem) => `Not accepted: ${problem}.`);
  const note = [known, open, ...wrong].filter((text) => text !== '').join(' ');
  return note === '' ? null : note;
}

/** Returns a schema in few words: its description and its keywords. */
function described(schema: JsonSchema | undefined): string {
  const { description, type, ...others } = schema ?? {};
  const words = typeof description === 'string' ? `${description.trim()} ` : '';
  const rest = Object.keys(others).length > 0 ? ` ${JSON.stringify(others)}` : '';
  return `${words}(${typeof type === 'string' ? type : JSON.stringify(type ?? 'any')}${rest})`;
}
