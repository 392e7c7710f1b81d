import { quoted, waitAtMost } from '../../platform/kernel/index.ts';
import type { CommandOutcome, ConversationCommand } from './commands.ts';
import type { ConversationEnd } from './conversation.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { stopped } from './ends.ts';
import type { Heard } from './speech-frame.ts';
import { press } from './tool-use.ts';

/** The conversation that is controlled. */
interface ControlOwner {
  /** Returns whether it is open: audio flows, and no last words are being said. */
  isOpen: () => boolean;
  /** Aborts when it is over. */
  over: AbortSignal;
  onChange: () => void;
  /** Ends it after the farewell. */
  onEnd: (end: ConversationEnd, farewell: string) => void;
}

/** The longest wait for a pause. */
const pauseMsMax = 30_000;
/** The same before an apology: the customer speaks to a member who is gone. */
const apologyPauseMsMax = 2000;
/** Words of the customer within this time before the agent is back count as unanswered. */
const unansweredMsMax = 5000;

const done = (detail: string | null = null): CommandOutcome => ({ state: 'done', detail });
const refused = (detail: string): CommandOutcome => ({ state: 'refused', detail });
const isOverNow = refused('the conversation ended');

/** Carries out the commands of members in a conversation. */
export class Control {
  readonly #parts: ConversationParts;
  readonly #owner: ControlOwner;
  /** The commands that wait for a pause, in order. */
  #waiting: (() => void)[] = [];
  /** Ends the time of a member in the agent's place, which does not count for the duration of the call. */
  #endTakeOver = (): void => undefined;
  /** How often the agent was muted or unmuted. */
  #mutes = 0;
  /** When the agent last left a turn of the caller to a member. */
  #leftAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ConversationParts, owner: ControlOwner) {
    this.#parts = parts;
    this.#owner = owner;
  }

  /** Lets what waits for a pause begin, when there is one. */
  changed(): void {
    if (this.#waiting.length > 0 && this.#isPause) this.#waiting.shift()!();
  }

  async carryOut(command: ConversationCommand): Promise<CommandOutcome> {
    if (!this.#owner.isOpen()) return refused('the conversation has not begun or is about to end');
    try {
      return await this.#do(command);
    } catch (error) {
      if (this.#owner.over.aborted) return isOverNow;
      this.#parts.options.onProblem({ what: `the command ${command.type} failed`, error });
      return refused('the command failed');
    }
  }

  #do(command: ConversationCommand): Promise<CommandOutcome> | CommandOutcome {
    switch (command.type) {
      case 'say':
        return this.#say(command);
      case 'whisper':
        return this.#whisper(command.text);
      case 'setVariable':
        return this.#setVariable(command);
      case 'enterStage':
        return this.#enterStage(command);
      case 'mute':
        return this.#mute(command);
      case 'takeOver':
        return this.#takeOver(command);
      case 'handBack':
        return this.#handBack(command);
      case 'pressKeys':
        return this.#press(command.keys);
      case 'transfer':
        return this.#transfer(command);
      case 'end':
        return this.#end(command.message);
    }
  }

  get #isPause(): boolean {
    const { agent, caller, opening } = this.#parts;
    const isAgentQuiet = !agent.isBusy && !agent.isBound && !agent.isHoldingBack;
    return isAgentQuiet && !caller.isPending && !caller.isSpeaking && opening.isAnnounced;
  }

  async #say({ text, speech, when }: Extract<ConversationCommand, { type: 'say' }>): Promise<CommandOutcome> {
    const { agent, opening, silence } = this.#parts;
    const { over } = this.#owner;
    if (when === 'afterTurn' && !(await this.#pause()))
      return over.aborted ? isOverNow : refused(`there was no pause within ${pauseMsMax / 1000} s`);
    if (!opening.isAnnounced) return refused('the announcement of the recording is being said');
    if (agent.isActing) return refused('the agent transfers the call or presses keys');
    const heard = await agent.sayGiven(text, speech && Promise.resolve(speech));
    if (!over.aborted) silence.restart();
    return heardAs(heard, text);
  }

  #whisper(text: string): CommandOutcome {
    const { agent, options } = this.#parts;
    const { languageModel, speechToSpeech } = options.providers;
    const isRead = speechToSpeech !== null || languageModel.some(({ collectsKeys }) => collectsKeys !== true);
    if (!isRead) return refused('the agent follows its flow without a model that could read an instruction');
    agent.note(whispered(text));
    return done();
  }

  /** Waits for a pause, behind what waits already. Resolves with false when there is none in time. */
  async #pause(msMax = pauseMsMax): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<true>();
    const begin = () => resolve(true);
    this.#waiting.push(begin);
    queueMicrotask(() => this.changed());
    if (await waitAtMost(promise, msMax, this.#owner.over)) return !this.#owner.over.aborted;
    this.#waiting = this.#waiting.filter((other) => other !== begin);
    return false;
  }

  async #setVariable({
    name,
    value,
  }: Extract<ConversationCommand, { type: 'setVariable' }>): Promise<CommandOutcome> {
    const { agent, responder } = this.#parts;
    if (!responder.control?.hasVariable(name)) {
      agent.note(`A member of the organization has set the value ${name} to ${JSON.stringify(value)}.`);
      return done('the agent’s flow has no such variable, so the model and the tools know the value');
    }
    const problem = await responder.control.giveVariable(name, value);
    return problem === null ? done() : refused(problem);
  }

  #enterStage({ stage }: Extract<ConversationCommand, { type: 'enterStage' }>): CommandOutcome {
    const { agent, responder, silence } = this.#parts;
    if (!responder.control) return refused('a speech-to-speech model follows no flow');
    if (agent.isActing) return refused('the agent transfers the call or presses keys');
    const problem = responder.control.enterStage(stage);
    if (problem !== null) return refused(problem);
    if (agent.isMuted) return done('the agent enters the stage with its next answer, because it is muted');
    agent.note('A member of the organization has moved the conversation on. Go on with the new stage now.');
    silence.restart();
    agent.answer('silence', [], null);
    return done();
  }

  #mute({ isMuted }: Extract<ConversationCommand, { type: 'mute' }>): CommandOutcome {
    const { agent, options, silence } = this.#parts;
    if (isMuted && options.providers.speechToSpeech !== null)
      return refused('a speech-to-speech model answers by itself and cannot be muted');
    this.#endTakeOver();
    this.#mutes++;
    agent.mute(isMuted);
    silence.restart();
    this.#owner.onChange();
    return done();
  }

  #takeOver({
    memberName,
    isAwaited,
    onCallerSaid,
  }: Extract<ConversationCommand, { type: 'takeOver' }>): CommandOutcome {
    const { agent, clock, duration, opening } = this.#parts;
    if (!opening.isAnnounced) return refused('the announcement of the recording is being said');
    if (agent.isActing && !isAwaited) return refused('the agent transfers the call or presses keys');
    const outcome = this.#mute({ type: 'mute', isMuted: true });
    if (outcome.state === 'refused') return outcome;
    agent.note(takenOverNote(memberName));
    agent.leaveTurns((history, stage) => {
      this.#leftAtMs = clock.nowMs;
      onCallerSaid?.(history, stage);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endTakeOver = resolve;
    void duration.without(promise);
    return done();
  }

  /** Lets the agent speak again. Resolves when it has begun to, or after its apology. */
  #handBack({
    memberName,
    note,
    isLost,
  }: Extract<ConversationCommand, { type: 'handBack' }>): Promise<CommandOutcome> | CommandOutcome {
    const { agent, language } = this.#parts;
    const { memberLost } = language.words;
    if (isLost && memberLost !== '') return this.#apologize(memberName, memberLost);
    this.#mute({ type: 'mute', isMuted: false });
    agent.note(isLost ? lostUnsaidNote(memberName) : handedBackNote(memberName, note));
    this.#goOn();
    return done();
  }

  /**
   * Apologizes for a member who was lost, in a pause if there is one soon, and then answers what the customer said to the member.
   * Until the apology the agent stays muted, because an answer before it would surprise the customer.
   */
  async #apologize(memberName: string, apology: string): Promise<CommandOutcome> {
    const { agent, caller, clock } = this.#parts;
    const { isOpen, over } = this.#owner;
    const mutes = this.#mutes;
    await this.#pause(apologyPauseMsMax);
    if (!isOpen()) return isOverNow;
    if (this.#mutes !== mutes && agent.isMuted) return refused('another member has the call');
    const isRecent = clock.nowMs - this.#leftAtMs < unansweredMsMax;
    const isUnanswered = isRecent && agent.history.at(-1)?.role === 'user';
    this.#mute({ type: 'mute', isMuted: false });
    agent.note(lostNote(memberName, isUnanswered));
    if (agent.isActing) return refused('the agent transfers the call or presses keys');
    const heard = await agent.sayGiven(apology, null, 'marked');
    // The answer to what the customer says during the apology covers what was said before.
    const isFree = !agent.isBusy && !agent.isMuted && !caller.isPending && !caller.isSpeaking;
    if (isUnanswered && isFree && !over.aborted) this.#goOn();
    return heardAs(heard, apology);
  }

  /**
   * Lets the agent speak next. A dialogue asks its question again. Where silence leads to another stage, the stage begins again,
   * because nothing was asked.
   */
  #goOn(): void {
    const { agent, responder } = this.#parts;
    const { canAnswer, collectsKeys, control, takesSilence } = responder;
    const stage = takesSilence ? (control?.stage ?? null) : null;
    const begins = stage !== null && control?.enterStage(stage) === null;
    if (begins || collectsKeys) agent.answer('silence', [], null);
    else if (canAnswer) agent.answer('silence', [{ text: '', input: 'none' }], null);
  }

  async #press(keys: string): Promise<CommandOutcome> {
    const { agent, navigator, options } = this.#parts;
    if (agent.isActing) return refused('the agent transfers the call or presses keys');
    await press({ options, navigator, over: this.#owner.over }, keys);
    return done();
  }

  async #transfer({
    destination,
    message,
  }: Extract<ConversationCommand, { type: 'transfer' }>): Promise<CommandOutcome> {
    const { agent, options } = this.#parts;
    const { over, onChange, onEnd } = this.#owner;
    if (agent.isActing) return refused('the agent transfers the call or presses keys');
    const then = { kind: 'transfer', destination } as const;
    const prompt = { role: 'system', content: options.agent.prompt } as const;
    const carried = await agent.act(message, () => options.carryOut(then, [prompt, ...agent.history], over));
    onChange();
    if (over.aborted) return isOverNow;
    if (carried.isOver) {
      onEnd(carried.end, '');
      return done(carried.end.message.replace(/\.$/, ''));
    }
    const { error, transferred, to } = carried.result as {
      error?: unknown;
      transferred?: unknown;
      to?: unknown;
    };
    // A member of a team has the call, and the conversation goes on under the member.
    if (transferred === true) return done(`${to} took the call`);
    agent.note(transferFailedNote(destination, error));
    // The caller has waited, and does not know that the transfer failed.
    this.#goOn();
    return refused(`the transfer failed: ${error}`);
  }

  async #end(message: string | null): Promise<CommandOutcome> {
    const { over, onEnd } = this.#owner;
    const ended = new Promise<void>((resolve) =>
      over.addEventListener('abort', () => resolve(), { once: true }),
    );
    onEnd(stopped, message ?? '');
    await ended;
    return done();
  }
}

/** Returns the note with the instruction of a member. English, because the model reads it. */
function whispered(text: string): string {
  return `Instruction of a member of the organization, which the caller does not hear. Follow it from now on, and do not mention it: ${text}`;
}

function takenOverNote(memberName: string): string {
  return `${memberName}, a member of the organization, speaks with the caller in your place from now on. Say nothing until the call comes back to you.`;
}

function handedBackNote(memberName: string, note: string | null): string {
  const back = `${memberName} has handed the call back to you. Say in one sentence that you are back, and go on with what the caller needs.`;
  return note === null
    ? back
    : `${back} ${memberName} leaves this note, which the caller does not hear: ${note}`;
}

function lostNote(memberName: string, isUnanswered: boolean): string {
  const lost = `The connection of ${memberName} was lost, so the call is yours again. You have apologized for it.`;
  return isUnanswered ? `${lost} Now answer what the caller said last.` : lost;
}

/** For a language without words of ours for the apology. */
function lostUnsaidNote(memberName: string): string {
  return `The connection of ${memberName} was lost, so the call is yours again. Apologize for it in one sentence, and go on with what the caller needs.`;
}

function transferFailedNote(destination: string, error: unknown): string {
  return `A member tried to transfer the call to ${quoted(destination)}, which failed: ${error}. The call is yours again. Say in one sentence that the transfer was not possible, and go on with what the caller needs.`;
}

function heardAs({ text, isCut }: Heard, said: string): CommandOutcome {
  if (!isCut || text.trim() === said.trim()) return done();
  if (text.trim() === '')
    return refused('the customer or another command interrupted before anything was heard');
  return done(`interrupted; the customer heard ${quoted(text.trim())}`);
}
