import { isObject } from '../json-text/index.ts';
import { plainPhrase, spacedName } from './conditions.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The most causes that are named. */
const causesMax = 2;

/** Returns in plain words what leads to a step of a dialogue: "“goodbye”", "silence", "not understood". */
export function wordsTo(step: string, dialogue: Fields): string {
  const nodes = Object.entries(fieldsOf(dialogue.nodes));
  const places = [dialogue, ...nodes.map(([, node]) => fieldsOf(fieldsOf(node).listen))];
  const isNext = (way: unknown) => fieldsOf(way).goto === step;
  const options = [
    ...places.slice(1).flatMap(({ options }) => listOf(options)),
    ...listOf(dialogue.anywhere),
  ];
  const causes = new Set(options.filter(isNext).map(saidFor));
  if (places.some(isNext)) causes.add('an answer');
  if (places.some(({ noMatch }) => isNext(noMatch))) causes.add('not understood');
  if (places.some(({ noInput }) => isNext(noInput))) causes.add('silence');
  for (const [name, node] of nodes) {
    const { branch, otherwise, call, transfer } = fieldsOf(node);
    const { onSuccess, onFailure } = fieldsOf(call);
    if (onFailure === step || fieldsOf(transfer).onFailure === step) causes.add('failure');
    const isAfter = isNext(node) || otherwise === step || onSuccess === step || listOf(branch).some(isNext);
    if (isAfter) causes.add(`after ${spacedName(name)}`);
  }
  return [...causes].slice(0, causesMax).join(' or ') || spacedName(step);
}

/** Returns what the caller says or presses for an option. */
function saidFor(option: unknown): string {
  const { phrases, questions, keywords, keys } = fieldsOf(option);
  const [phrase] = listOf(phrases).map((text) => plainPhrase(String(text)));
  const said = phrase ?? listOf(questions)[0] ?? listOf(keywords)[0];
  return said === undefined ? `key ${String(listOf(keys)[0] ?? '…')}` : `“${String(said)}”`;
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
