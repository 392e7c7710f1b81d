import { sensitiveProblem } from './sensitive.ts';

export const topicCharactersMax = 60;
export const factCharactersMax = 300;

/** A fact as a customer stated it. */
export interface StatedFact {
  /** What the fact is about. A newer fact of the same topic replaces it. */
  topic: string;
  fact: string;
}

/** Control characters, and format characters except the joiners of some scripts. Text that people cannot see hides in them. */
const unseen = /[\p{Cc}[\p{Cf}--[\u200c\u200d]]]+/gv;

/** Returns a text on one line and without characters that people cannot see. */
export function visibleLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').replaceAll(unseen, '').replaceAll(/ +/g, ' ').trim();
}

/** Returns a fact that a model wrote as it can be kept, or what is wrong with it. */
export function keepable(stated: StatedFact): StatedFact | { problem: string } {
  const topic = visibleLine(stated.topic);
  const fact = visibleLine(stated.fact);
  if (topic === '' || topic.length > topicCharactersMax)
    return { problem: `topic: must be 1 to ${topicCharactersMax} characters` };
  if (fact === '' || fact.length > factCharactersMax)
    return { problem: `fact: must be 1 to ${factCharactersMax} characters` };
  const problem = sensitiveProblem(`${topic} ${fact}`);
  return problem === null ? { topic, fact } : { problem };
}
