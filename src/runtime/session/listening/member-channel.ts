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
  /** The member is gone without a word. */
  lost(): void;
}

/** Why a member is no longer in the call. */
export type MemberEnd = 'handed-back' | 'lost' | 'transferred' | 'call-over';

/** A call that members can take over, one at a time. */
export interface TakesMembers {
  /**
   * Lets the member speak in the agent's place, which falls silent at once. Returns why not, as a sentence without its full stop,
   * when that is impossible. `onOver` is called once.
   */
  begin(member: CallingMember, onOver: (end: MemberEnd) => void): Promise<MemberOnCall | string>;
}
