/** The sample rate of a member's voice. */
export const memberRateHz = 16_000;

/** A member who wants to speak with the customer in the agent's place. */
export interface CallingMember {
  memberId: string;
  memberName: string;
}

/** What a member does in a call. */
export interface MemberOnCall {
  /** Whether the customer waits, and hears neither the member nor the agent. */
  readonly isHolding: boolean;
  /** Plays 20 ms of the member's voice. */
  audio(pcm: Int16Array): void;
  hold(isHolding: boolean): void;
  /** Gives the call back to the agent. Its model reads the note. */
  handBack(note: string | null): void;
  /** Whether the agent has a model that can suggest answers to the member. */
  readonly canSuggest: boolean;
  /** Lets the agent suggest answers after the customer's turns, or no more. */
  suggest(isOn: boolean): void;
  /** The member is gone without a word. */
  lost(): void;
}

/** Suggested answers. Empty when there is nothing useful. */
export interface Suggested {
  suggestions: readonly string[];
}

/** Why a member is no longer in the call. */
export type MemberEnd = 'handed-back' | 'lost' | 'transferred' | 'call-over';

/** A call that members can take over, one at a time. */
export interface TakesMembers {
  /**
   * Lets the member speak in the agent's place, which falls silent at once. Returns why not, as a sentence without its full stop,
   * when that is impossible. `onOver` is called once; `onSuggested` with what the member may answer to the customer's turn.
   */
  begin(
    member: CallingMember,
    onOver: (end: MemberEnd) => void,
    onSuggested?: (suggested: Suggested) => void,
  ): Promise<MemberOnCall | string>;
}
