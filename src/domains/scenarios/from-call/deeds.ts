import type { RecordedTalk } from '../exchanges.ts';

/** What the customer said in one go, or pressed, in milliseconds on the clock of the call. */
export interface CustomerDeed {
  kind: 'say' | 'press';
  text: string;
  startMs: number;
  endMs: number;
}

/** Words that are nearer to each other are one utterance. */
const utteranceGapMs = 500;
/** Keys that are nearer to each other are one entry. */
const entryGapMs = 2000;
const keysMax = 64;
const charactersMax = 5000;

type Entry = RecordedTalk['transcript'][number];

/** What the customer did, out of a transcript: words and keys that belong together are one deed. */
export function deedsOf(transcript: readonly Entry[]): CustomerDeed[] {
  const deeds: CustomerDeed[] = [];
  let isApart = true;
  for (const entry of transcript) {
    // A tool may run already while the last keys are pressed; what the agent says parts them.
    if (entry.role === 'bot') isApart = true;
    const deed = entry.role === 'user' ? deedOf(entry) : null;
    const last = deeds.at(-1);
    if (deed === null) continue;
    if (last && !isApart && belongsTo(last, deed)) {
      last.text += deed.kind === 'press' ? deed.text : ` ${deed.text}`;
      last.endMs = Math.max(last.endMs, deed.endMs);
    } else deeds.push(deed);
    isApart = false;
  }
  return deeds;
}

/** Null for what a telephone cannot bring again. */
function deedOf({ message, name, secondsFromStart, duration }: Entry): CustomerDeed | null {
  const startMs = Math.round(secondsFromStart * 1000);
  const endMs = Math.round((secondsFromStart + duration) * 1000);
  const kind = name === 'dtmf' ? 'press' : 'say';
  const text =
    kind === 'press' ? message.replaceAll(/[^0-9*#]/g, '') : message.trim().slice(0, charactersMax);
  return text === '' ? null : { kind, text, startMs, endMs };
}

function belongsTo(last: CustomerDeed, deed: CustomerDeed): boolean {
  if (last.kind !== deed.kind) return false;
  const gapMs = deed.startMs - last.endMs;
  if (deed.kind === 'press') return gapMs < entryGapMs && last.text.length < keysMax;
  return gapMs < utteranceGapMs && last.text.length + deed.text.length < charactersMax;
}
