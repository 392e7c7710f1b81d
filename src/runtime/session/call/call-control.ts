import type {
  CommandOutcome,
  Conversation,
  ConversationCommand,
  MemberWords,
  OnCallerSaid,
} from '../../../conversation/pipeline/index.ts';
import {
  claimCommand,
  endCommand,
  type HeldCall,
  type WaitingCommand,
} from '../../../domains/calls/index.ts';
import { loadSound } from '../../../domains/sounds/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { delay, type Log, waitAtMost } from '../../../platform/kernel/index.ts';
import type { PreparedAgent } from '../../agent-runtime/index.ts';

/** The most time for loading a sound. */
const loadMsMax = 2000;
/** The delays before what became of a command is stored again. */
const storeAgainMs = [500, 2000, 5000];

/** Commands that begin after everything that earlier ones say was heard. */
const patient: ReadonlySet<string> = new Set(['pressKeys', 'transfer', 'end']);
/** Commands whose end later ones do not wait for. */
const lasting: ReadonlySet<string> = new Set(['say', 'playSound', ...patient]);
/** Commands for the agent's voice, which is silent while a member speaks with the customer. */
const voiced: ReadonlySet<string> = new Set(['say', 'playSound', 'mute', 'unmute']);

interface CallControlOptions {
  db: Database;
  held: HeldCall;
  log: Log;
  /** Ends the call. */
  end: () => void;
  /** The call is about to be transferred: a member who speaks with the customer leaves it. */
  onTransfer: () => void;
}

/** The conversation that carries the call, with its agent. */
interface Controlled {
  conversation: Pick<Conversation, 'command' | 'memberSaid'>;
  prepared: Pick<PreparedAgent, 'variables' | 'agent' | 'providers' | 'prompt' | 'knowledge'>;
}

/**
 * The commands of members for one live call. Each is claimed in the database before it begins, so that no process carries it
 * out twice. They begin in order.
 */
export class CallControl {
  readonly #options: CallControlOptions;
  #controlled: Controlled | null = null;
  #isMuted = false;
  /** The name of the member who speaks in the agent's place. */
  #memberName: string | null = null;
  #onCallerSaid: OnCallerSaid = () => undefined;
  /** The last command that was taken. */
  #sequence = 0;
  /** Resolves when the commands before have begun. */
  #begun: Promise<void> = Promise.resolve();
  /** Resolves when the commands before are over. */
  #over: Promise<unknown> = Promise.resolve();

  constructor(options: CallControlOptions) {
    this.#options = options;
  }

  /** Notes the conversation that carries the call from now on. A muted call stays muted. */
  give(conversation: Controlled['conversation'], prepared: Controlled['prepared']): void {
    this.#controlled = { conversation, prepared };
    const memberName = this.#memberName;
    if (memberName !== null) {
      const onCallerSaid = this.#onCallerSaid;
      void conversation.command({ type: 'takeOver', memberName, isAwaited: false, onCallerSaid });
    } else if (this.#isMuted) void conversation.command({ type: 'mute', isMuted: true });
  }

  /** The agent that carries the call; `null` while no conversation does. */
  get agent(): Controlled['prepared'] | null {
    return this.#controlled?.prepared ?? null;
  }

  /** Mutes the agent, because the member speaks in its place. A transfer to a team awaits its member. */
  async takeOver(
    memberName: string,
    isAwaited: boolean,
    onCallerSaid: OnCallerSaid,
  ): Promise<CommandOutcome> {
    if (!this.#controlled) return { state: 'refused', detail: 'the conversation has not begun' };
    const { conversation } = this.#controlled;
    const outcome = await conversation.command({ type: 'takeOver', memberName, isAwaited, onCallerSaid });
    if (outcome.state === 'done') {
      this.#memberName = memberName;
      this.#onCallerSaid = onCallerSaid;
    }
    return outcome;
  }

  /** Adds what the member said to the transcript. */
  memberSaid(words: MemberWords): void {
    this.#controlled?.conversation.memberSaid(words);
  }

  /** Lets the agent speak again, at once unless the call is being transferred. */
  async handBack(how: { note: string | null; isLost: boolean } | 'transfer'): Promise<void> {
    const memberName = this.#memberName ?? '';
    this.#memberName = null;
    this.#isMuted = false;
    const isTransfer = how === 'transfer';
    await this.#controlled?.conversation.command(
      isTransfer ? { type: 'mute', isMuted: false } : { type: 'handBack', memberName, ...how },
    );
  }

  /** Takes a waiting command. Leaves it while no conversation carries the call, except for the end of the call. */
  take(command: WaitingCommand): void {
    const isReady = this.#controlled !== null || command.command.type === 'end';
    if (!isReady || command.sequence <= this.#sequence) return;
    this.#sequence = command.sequence;
    const before = this.#over;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#over = Promise.all([before, promise]);
    this.#begun = this.#begun.then(async () => {
      const carried = this.#carryOut(command, before).finally(resolve);
      if (!lasting.has(command.command.type)) await carried;
    });
  }

  /** Never rejects. */
  async #carryOut(waiting: WaitingCommand, before: Promise<unknown>): Promise<void> {
    const { db, held, log } = this.#options;
    const { sequence, command } = waiting;
    try {
      if (!(await claimCommand(db, waiting, held.nodeId))) return;
    } catch (error) {
      // It is not known whether this process has claimed it. Upkeep ends it.
      log.warn({ err: error, sequence }, 'a command for a call could not be claimed');
      return;
    }
    if (patient.has(command.type)) await before;
    const outcome = await this.#do(waiting).catch((error: unknown): CommandOutcome => {
      log.warn({ err: error, sequence }, 'a command for a call failed');
      return { state: 'refused', detail: 'the command failed' };
    });
    log.info({ sequence, type: command.type, ...outcome }, 'a command for a call is over');
    await this.#store(waiting, outcome);
  }

  async #do({ organizationId, command }: WaitingCommand): Promise<CommandOutcome> {
    const { db, end, onTransfer } = this.#options;
    const controlled = this.#controlled;
    if (!controlled) {
      end();
      return { state: 'done', detail: null };
    }
    const { conversation, prepared } = controlled;
    if (this.#memberName !== null && voiced.has(command.type))
      return { state: 'refused', detail: `${this.#memberName} speaks with the customer` };
    if (command.type === 'transfer') onTransfer();
    const wanted = await wantedBy(command, db, organizationId);
    if (wanted === null) return { state: 'refused', detail: 'the sound could not be loaded' };
    const outcome = await conversation.command(wanted);
    if (outcome.state === 'refused') return outcome;
    if (wanted.type === 'mute') this.#isMuted = wanted.isMuted;
    if (wanted.type === 'setVariable') prepared.variables[wanted.name] = wanted.value;
    if (wanted.type === 'end') end();
    return outcome;
  }

  async #store(waiting: WaitingCommand, outcome: CommandOutcome): Promise<void> {
    for (const againMs of [...storeAgainMs, null]) {
      try {
        return await endCommand(this.#options.db, waiting, outcome);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'what became of a command for a call could not be stored');
        if (againMs !== null) await delay(againMs);
      }
    }
  }
}

/** Returns the command for the conversation; null when its sound cannot be loaded. */
async function wantedBy(
  command: WaitingCommand['command'],
  db: Database,
  organizationId: string,
): Promise<ConversationCommand | null> {
  switch (command.type) {
    case 'say':
      return { ...command, speech: null };
    case 'mute':
    case 'unmute':
      return { type: 'mute', isMuted: command.type === 'mute' };
    case 'playSound': {
      const sound = await waitAtMost(loadSound(db, organizationId, command.soundId), loadMsMax);
      if (!sound) return null;
      // The bracket is its only word, so that the text counts as said to its end as soon as the sound is heard.
      const words = [{ text: ']', startMs: 0, endMs: 0 }];
      const { name, pcm, sampleRateHz } = sound;
      const speech = { pcm, sampleRateHz, words, isLevelled: true };
      return { type: 'say', text: `[sound: ${name}]`, speech, when: command.when };
    }
    default:
      return command;
  }
}
