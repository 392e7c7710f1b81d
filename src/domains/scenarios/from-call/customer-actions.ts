import type { RecordedConversation } from '../recorded-turns.ts';

/** One utterance or key entry of the customer, in milliseconds on the clock of the call. */
export interface CustomerAction {
  kind: 'say' | 'press';
  text: string;
  startMs: number;
  endMs: number;
}

/** Words with a shorter gap form one utterance. */
const utteranceGapMs = 500;
/** Keys with a shorter gap form one entry. */
const entryGapMs = 2000;
const keysMax = 64;
const charactersMax = 5000;

type Entry = RecordedConversation['transcript'][number];

/** Returns the customer's actions in a transcript. Words and keys that belong together form one action. */
export function customerActionsOf(transcript: readonly Entry[]): CustomerAction[] {
  const actions: CustomerAction[] = [];
  let isApart = true;
  for (const entry of transcript) {
    // Speech of the agent separates actions; a tool does not, because it may run during an entry.
    if (entry.role === 'bot') isApart = true;
    const action = entry.role === 'user' ? actionOf(entry) : null;
    const last = actions.at(-1);
    if (action === null) continue;
    if (last && !isApart && belongsTo(last, action)) {
      last.text += action.kind === 'press' ? action.text : ` ${action.text}`;
      last.endMs = Math.max(last.endMs, action.endMs);
    } else actions.push(action);
    isApart = false;
  }
  return actions;
}

/** Returns the action of an entry; `null` for one that a phone call cannot repeat. */
function actionOf({ message, name, secondsFromStart, duration }: Entry): CustomerAction | null {
  const startMs = Math.round(secondsFromStart * 1000);
  const endMs = Math.round((secondsFromStart + duration) * 1000);
  const kind = name === 'dtmf' ? 'press' : 'say';
  const text =
    kind === 'press' ? message.replaceAll(/[^0-9*#]/g, '') : message.trim().slice(0, charactersMax);
  return text === '' ? null : { kind, text, startMs, endMs };
}

function belongsTo(last: CustomerAction, action: CustomerAction): boolean {
  if (last.kind !== action.kind) return false;
  const gapMs = action.startMs - last.endMs;
  if (action.kind === 'press') return gapMs < entryGapMs && last.text.length < keysMax;
  return gapMs < utteranceGapMs && last.text.length + action.text.length < charactersMax;
}
