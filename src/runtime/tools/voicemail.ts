import type { SpeechAudio } from '../../conversation/providers/interfaces/index.ts';
import { fillVariables } from '../../domains/agents/index.ts';
import { loadSound } from '../../domains/sounds/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { waitAtMost } from '../../platform/kernel/index.ts';
import type { ToolCall } from './environment.ts';

/** The machine records silence meanwhile. */
const loadMsMax = 2000;

/** The message that an agent leaves on an answering machine. */
export interface Voicemail {
  /** The text; for a sound what the transcript shows instead. Empty when there is no message. */
  text: string;
  /** The sound, or null when the text is spoken. */
  sound: { soundId: string; name: string; speech: SpeechAudio } | null;
}

/** Returns the agent's message: its sound, or its text when it has no sound or the sound cannot be loaded. */
export async function findVoicemail(
  db: Queryable,
  { organizationId, agent, variables }: Pick<ToolCall, 'organizationId' | 'agent' | 'variables'>,
  onProblem: (error: unknown) => void,
): Promise<Voicemail> {
  const { voicemailMessage, voicemailSoundId: wanted } = agent.conversation;
  try {
    const sound = wanted && (await waitAtMost(loadSound(db, organizationId, wanted), loadMsMax));
    if (sound) {
      const { soundId, name, pcm, sampleRateHz } = sound;
      const text = `[recorded message: ${name}]`;
      // The bracket is its only word, so that the text counts as said to its end as soon as the message is heard.
      const words = [{ text: ']', startMs: 0, endMs: 0 }];
      return { text, sound: { soundId, name, speech: { pcm, sampleRateHz, words, isLevelled: true } } };
    }
    if (wanted)
      onProblem(
        new Error(sound === null ? `there is no sound ${wanted}` : `the sound ${wanted} took too long`),
      );
  } catch (error) {
    onProblem(error);
  }
  return { text: fillVariables(voicemailMessage ?? '', variables).trim(), sound: null };
}
