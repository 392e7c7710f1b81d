import type { ModelMessage, SpeechAudio } from '../providers/interfaces/index.ts';

/** A command of a member for a live conversation. */
export type ConversationCommand =
  /** `speech` is the audio if there is any already. `afterTurn` waits until neither side speaks. */
  | { type: 'say'; text: string; speech: SpeechAudio | null; when: 'now' | 'afterTurn' }
  /** An instruction that only the model reads. */
  | { type: 'whisper'; text: string }
  | { type: 'setVariable'; name: string; value: unknown }
  | { type: 'enterStage'; stage: string }
  | { type: 'mute'; isMuted: boolean }
  /** A member speaks in the agent's place: the agent is muted, and hears on. A transfer to a team awaits its member. */
  | { type: 'takeOver'; memberName: string; isAwaited?: boolean; onCallerSaid?: OnCallerSaid }
  /**
   * The agent speaks again, at once. `note` is for the model. After a `lost` connection of the member, the agent first
   * apologizes, in the next pause of the caller or after 2 s.
   */
  | { type: 'handBack'; memberName: string; note: string | null; isLost: boolean }
  /** A `w` among the keys is a pause of 500 ms. */
  | { type: 'pressKeys'; keys: string }
  | { type: 'transfer'; destination: string; message: string | null }
  /** Ends the conversation after the message. The owner ends the call. */
  | { type: 'end'; message: string | null };

/**
 * Takes a turn of the caller that the muted agent leaves to the member: the conversation so far without the prompt, and the
 * stage of the flow, or `null` without one.
 */
export type OnCallerSaid = (history: readonly ModelMessage[], stage: string | null) => void;

/** What a member said to the caller, with its position on the clock of the line. */
export interface MemberWords {
  memberName: string;
  text: string;
  startMs: number;
  endMs: number;
}

/** The outcome of a command. `detail` is a sentence without its full stop. */
export type CommandOutcome = { state: 'done'; detail: string | null } | { state: 'refused'; detail: string };
