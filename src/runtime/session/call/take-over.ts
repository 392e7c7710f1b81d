import type { CommandOutcome, OnCallerSaid } from '../../../conversation/pipeline/index.ts';
import type { ModelMessage } from '../../../conversation/providers/interfaces/index.ts';
import type { Log } from '../../../platform/kernel/index.ts';
import type { MediaSession } from '../../../telephony/media/index.ts';
import type { CallHearing, Listener } from '../audio/call-hearing.ts';
import {
  type CallingMember,
  type MemberEnd,
  type MemberOnCall,
  memberRateHz,
  type Suggested,
  type TakesMembers,
} from '../listening/member-channel.ts';
import { listenerTo, ownMusic, type TakeOverEvent, WaitingMusic } from '../transfer/index.ts';
import type { CallControl } from './call-control.ts';
import { MemberSuggestions, suggestingModelOf } from './member-suggestions.ts';
import { MemberTranscriber } from './member-transcriber.ts';

interface TakeOverOptions {
  control: Pick<CallControl, 'agent' | 'takeOver' | 'handBack' | 'memberSaid'>;
  hearing: Pick<CallHearing, 'takenOver'>;
  session: () => Pick<MediaSession, 'sampleRateHz' | 'timeZeroEpochMs' | 'play' | 'stopPlaying' | 'sendDtmf'>;
  /** Aborts when the call is over. */
  gone: AbortSignal;
  /** Reports a fact for the timeline of the call. */
  onFact: (reason: string, message: string) => void;
  log: Log;
}

/** Lets members speak with the customer in the agent's place, one at a time. The agent goes on hearing both. */
export class TakeOver implements TakesMembers {
  readonly #options: TakeOverOptions;
  readonly #observers = new Set<(event: TakeOverEvent) => void>();
  #current: OnCall | null = null;
  #isBeginning = false;
  /** Resolves when the agent was given the call back by the member before. */
  #isGivenBack: Promise<void> = Promise.resolve();
  #isExpected: ((memberId: string) => Promise<boolean>) | null = null;

  constructor(options: TakeOverOptions) {
    this.#options = options;
  }

  /** The member who speaks with the customer. */
  get member(): CallingMember | null {
    return this.#current?.member ?? null;
  }

  /** Reports beginnings and ends. The returned function stops that. */
  observe(observer: (event: TakeOverEvent) => void): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** Lets a member begin during a transfer that awaits one. The returned function ends that. */
  expect(isExpected: (memberId: string) => Promise<boolean>): () => void {
    this.#isExpected = isExpected;
    return () => {
      if (this.#isExpected === isExpected) this.#isExpected = null;
    };
  }

  async begin(
    member: CallingMember,
    onOver: (end: MemberEnd) => void,
    onSuggested: (suggested: Suggested) => void = () => undefined,
  ): Promise<MemberOnCall | string> {
    const { gone, hearing, onFact } = this.#options;
    if (this.#current) return `${this.#current.member.memberName} speaks with the customer`;
    if (this.#isBeginning) return 'another member is taking the call over';
    this.#isBeginning = true;
    let current: OnCall | null = null;
    const onCallerSaid: OnCallerSaid = (history, stage) => current?.customerSaid(history, stage);
    const outcome = await this.#mute(member, onCallerSaid).finally(() => {
      this.#isBeginning = false;
    });
    if (outcome.state === 'refused') return outcome.detail;
    if (gone.aborted) return 'the call is over';
    hearing.takenOver(true);
    const end: OnOver = (by, note, isGivenBack) => {
      this.#current = null;
      this.#isGivenBack = isGivenBack;
      this.#report({ type: 'ended', member, by, note });
      onOver(by);
    };
    current = new OnCall(this.#options, member, end, onSuggested);
    this.#current = current;
    onFact('taken-over', `${member.memberName} speaks with the customer in place of the agent.`);
    this.#report({ type: 'began', member });
    return current;
  }

  /** Ends the time of the member, because the call is transferred onwards. */
  transferred(): void {
    this.#current?.end('transferred', null);
  }

  async #mute({ memberId, memberName }: CallingMember, onCallerSaid: OnCallerSaid): Promise<CommandOutcome> {
    // Otherwise the agent would speak again after the next member has begun.
    await this.#isGivenBack;
    const isAwaited = (await this.#isExpected?.(memberId).catch(() => false)) ?? false;
    return this.#options.control.takeOver(memberName, isAwaited, onCallerSaid);
  }

  #report(event: TakeOverEvent): void {
    for (const observer of [...this.#observers]) observer(event);
  }
}

/** `isGivenBack` resolves when the agent may speak again. It does not wait for what the agent says. */
type OnOver = (by: MemberEnd, note: string | null, isGivenBack: Promise<void>) => void;

/** The time of one member in the call. */
class OnCall implements MemberOnCall {
  readonly member: CallingMember;
  readonly #options: TakeOverOptions;
  readonly #onOver: OnOver;
  /** Plays the member's audio to the customer. */
  readonly #line: Listener;
  readonly #words: MemberTranscriber | null;
  readonly #onGone = (): void => this.end('call-over', null);
  /** What the customer hears on hold; `null` otherwise. */
  #music: WaitingMusic | null = null;
  readonly #suggestions: MemberSuggestions;
  #isOver = false;

  constructor(
    options: TakeOverOptions,
    member: CallingMember,
    onOver: OnOver,
    onSuggested: (suggested: Suggested) => void,
  ) {
    this.#options = options;
    this.member = member;
    this.#onOver = onOver;
    const session = options.session();
    this.#line = listenerTo(session, () => memberRateHz);
    this.#words = this.#transcribe();
    this.#suggestions = new MemberSuggestions({ onSuggested, log: options.log });
    options.gone.addEventListener('abort', this.#onGone, { once: true });
  }

  get isHolding(): boolean {
    return this.#music !== null;
  }

  audio(pcm: Int16Array): void {
    if (this.#isOver) return;
    const atMs = this.#nowMs;
    this.#words?.write(pcm, atMs);
    if (!this.isHolding) this.#line.audio(pcm, atMs);
  }

  hold(isHolding: boolean): void {
    if (this.#isOver || isHolding === this.isHolding) return;
    const session = this.#options.session();
    this.#music?.stop();
    session.stopPlaying();
    this.#music = isHolding ? new WaitingMusic(session, ownMusic(session.sampleRateHz)) : null;
  }

  get canSuggest(): boolean {
    const prepared = this.#options.control.agent;
    return prepared !== null && suggestingModelOf(prepared) !== null;
  }

  suggest(isOn: boolean): void {
    this.#suggestions.turn(isOn && !this.#isOver);
  }

  /** Takes a turn of the customer. */
  customerSaid(history: readonly ModelMessage[], stage: string | null): void {
    const prepared = this.#options.control.agent;
    if (prepared && !this.#isOver) this.#suggestions.customerSaid(prepared, history, stage);
  }

  handBack(note: string | null): void {
    this.end('handed-back', note);
  }

  lost(): void {
    this.end('lost', null);
  }

  end(by: MemberEnd, note: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#suggestions.turn(false);
    const { gone, hearing, log, session } = this.#options;
    gone.removeEventListener('abort', this.#onGone);
    this.#music?.stop();
    if (by !== 'call-over') session().stopPlaying();
    hearing.takenOver(false);
    this.#note(by, note);
    const failed = (error: unknown) => log.error({ err: error }, 'the agent could not go on after a member');
    this.#onOver(by, note, this.#giveBack(by, note, failed).catch(failed));
  }

  /** Lets the agent speak again, after the member's last words are known to its model. */
  async #giveBack(by: MemberEnd, note: string | null, failed: (error: unknown) => void): Promise<void> {
    const { control } = this.#options;
    const words = this.#words?.close(this.#nowMs);
    if (by !== 'transferred') await words;
    if (by === 'call-over') return;
    void control.handBack(by === 'transferred' ? 'transfer' : { note, isLost: by === 'lost' }).catch(failed);
  }

  get #nowMs(): number {
    return Date.now() - (this.#options.session().timeZeroEpochMs ?? Date.now());
  }

  #transcribe(): MemberTranscriber | null {
    const { control, log, onFact } = this.#options;
    const prepared = control.agent;
    // A transcriber with a grammar knows only what customers are expected to say.
    const provider = prepared?.providers.speechToText.find(({ needsPhrases }) => !needsPhrases);
    if (!prepared) return null;
    const { memberName } = this.member;
    const missing = (why: string) =>
      onFact(
        'member-not-transcribed',
        `The transcript leaves out the words of ${memberName}, because ${why}.`,
      );
    if (!provider) {
      const hasOne = prepared.providers.speechToText.length > 0;
      missing(
        hasOne
          ? "the agent's transcriber recognizes only phrases that it expects from customers"
          : 'the agent has no transcriber',
      );
      return null;
    }
    return new MemberTranscriber({
      ...{ provider, log, language: prepared.agent.language, sampleRateHz: memberRateHz, keyTerms: [] },
      onWords: (words) => control.memberSaid({ memberName, ...words }),
      onGivenUp: () => missing('the transcriber failed repeatedly'),
    });
  }

  #note(by: MemberEnd, note: string | null): void {
    const { memberName } = this.member;
    const left = note === null ? '' : ` Note: ${note}`;
    const messages: Record<MemberEnd, string> = {
      'handed-back': `${memberName} handed the call back to the agent.${left}`,
      lost: `The connection of ${memberName} was lost; the agent goes on.`,
      transferred: `${memberName} left the call, which is transferred.`,
      'call-over': `${memberName} was in the call to its end.`,
    };
    this.#options.onFact(by === 'lost' ? 'take-over-lost' : 'take-over-ended', messages[by]);
  }
}
