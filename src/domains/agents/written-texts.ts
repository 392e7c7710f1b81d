import type { AgentConfiguration } from './schemas.ts';

const keysBySpokenName: Record<string, string> = {
  ...Object.fromEntries(
    ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((name, index) => [
      name,
      String(index),
    ]),
  ),
  ...{ star: '*', pound: '#', hash: '#' },
};
const key = `(?:[0-9*#]+|${Object.keys(keysBySpokenName).join('|')})`;
const pressedKeys = new RegExp(`\\bpress (?=${key}\\b)(${key}(?:(?:,? or |, | and )${key}\\b)*)`, 'gi');
const pressedEntry = /\bpress(?= (?:the |your |its |that )?(?:\w+ )?(?:number|digits|digit|keys?|code)\b)/gi;
const pound = /,? (?:and|then|followed by) (?:the )?(?:pound|hash)(?: key)?\b/gi;

/** Returns an English text for telephones as a chat writes it: customers type keys, which dialogues take as pressed. */
export function writtenText(text: string): string {
  const type = (press: string) => (press.startsWith('P') ? 'Type' : 'type');
  const written = text
    .replace(pressedKeys, (whole, keys: string) => {
      const names = new RegExp(`\\b(?:${Object.keys(keysBySpokenName).join('|')})\\b`, 'gi');
      return `${type(whole)} ${keys.replace(names, (name) => keysBySpokenName[name.toLowerCase()]!)}`;
    })
    .replace(pressedEntry, type);
  return written === text ? text : written.replace(pound, '');
}

/** Returns an agent with its first message and the texts of its script as a chat writes them. Other languages than English stay as they are. */
export function withWrittenTexts<
  Agent extends Pick<AgentConfiguration, 'flow' | 'model' | 'language' | 'firstMessage'>,
>(agent: Agent): Agent {
  if (!/^en\b/i.test(agent.language)) return agent;
  const model = agent.model?.provider === 'scripted' ? written(agent.model) : agent.model;
  return { ...agent, model, flow: written(agent.flow), firstMessage: written(agent.firstMessage, true) };
}

/** Returns a part of a configuration with its spoken texts changed: those of `say` and `says`. */
function written<Part>(part: Part, isSpoken = false): Part {
  if (typeof part === 'string') return (isSpoken ? writtenText(part) : part) as Part;
  if (Array.isArray(part)) return part.map((one) => written(one, isSpoken)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, written(value, name === 'say' || name === 'says')]),
  ) as Part;
}
