import { markForwarding } from '../../../domains/calls/index.ts';
import { loadSound } from '../../../domains/sounds/index.ts';
import {
  endTeamCall,
  findTeam,
  findTeamCall,
  loseMember,
  summarizeTeamCall,
  type TeamCallOutcome,
  type TeamCallState,
  waitForTeam,
} from '../../../domains/teams/index.ts';
import {
  calledOff,
  delay,
  histogram,
  monotonicMs,
  newId,
  waitAtMost,
} from '../../../platform/kernel/index.ts';
import { resample } from '../../../telephony/media/index.ts';
import { speakGreeting } from '../../agent-runtime/index.ts';
import type { SeenTeamCall } from '../record/call-environment.ts';
import { ownMusic, WaitingMusic } from './music.ts';
import type { TransferOutcome, TransferParties } from './parties.ts';
import { queuePlaceIn } from './queue-place.ts';
import { summaryFor } from './summary.ts';
import { orWithoutDatabase } from './without-database.ts';

/** How long a caller waits whose team could not be read. */
const unknownMsMax = 300_000;
/** A page that is loaded again leaves no member present for a moment. */
const absentMsMax = 4_000;
/** A member who took the call must be on the line within this time. */
const joinMsMax = 10_000;
const musicMsMax = 3_000;
/** The place in the queue is said at most so often. */
const placeEveryMs = 20_000;

const waits = histogram(
  'parley_team_call_wait_seconds',
  'How long callers waited for a member of a team, by outcome',
  ['outcome'],
  [2, 5, 10, 20, 30, 60, 120, 300, 600],
);

interface TeamDestination {
  name: string;
  destination: string;
  skills: readonly string[];
  summaryPrompt: string | null;
}

/**
 * Lets the caller wait for a member of a team, with music. The member who takes the call then takes it over from the agent
 * (`onTakeOver`), so that the conversation goes on under the member. Resolves when the member is on the line, or with the reason
 * when none came.
 */
export async function transferToTeam(
  parties: TransferParties,
  destination: TeamDestination,
): Promise<TransferOutcome> {
  const { environment, held, signal, log } = parties;
  const { organizationId } = held;
  const key = { organizationId, teamCallId: newId('tcall') };
  const { callId } = held;
  const wanted = { teamId: destination.destination, callId, skills: destination.skills };
  if (!(await orWithoutDatabase(waitForTeam(environment.db, key, wanted), false, log)))
    return { kind: 'failed', reason: 'the team cannot be reached' };
  parties.divert({ audio: () => undefined, digit: () => undefined });
  const over = new AbortController();
  const startedMs = monotonicMs();
  const waiting = new TeamWait(parties, destination, key, over.signal);
  try {
    const outcome = await waiting.run();
    const result = outcome.kind === 'taken' ? 'answered' : outcome.because;
    waits.observe({ outcome: result }, (monotonicMs() - startedMs) / 1000);
    if (outcome.kind === 'taken') void endWithTakeOver(parties, key);
    else await endTeamCall(environment.db, key, outcome.because);
    return outcome.kind === 'taken' ? outcome : { kind: 'failed', reason: outcome.reason };
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the wait for a member of a team failed');
    await orWithoutDatabase(endTeamCall(environment.db, key, 'failed'), undefined, log);
    return { kind: 'failed', reason: 'the wait for a member failed' };
  } finally {
    over.abort(calledOff);
    waiting.stop();
    parties.divert(null);
  }
}

/** The key of a call of a team. */
interface TeamCallKey {
  organizationId: string;
  teamCallId: string;
}

/** Ends the call of the team when its member leaves the line. Upkeep does it when this fails. */
async function endWithTakeOver(
  { environment, takeOver, signal, log }: TransferParties,
  key: TeamCallKey,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const off = takeOver.observe(({ type }) => {
      if (type !== 'ended') return;
      off();
      resolve();
    });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await endTeamCall(environment.db, key, 'answered').catch((error: unknown) =>
    log.warn({ err: error }, 'the end of a call of a team could not be stored'),
  );
}

type WaitOutcome =
  | { kind: 'taken'; memberName: string | null }
  | { kind: 'over'; because: TeamCallOutcome; reason: string };

const over = (because: TeamCallOutcome, reason: string): WaitOutcome => ({ kind: 'over', because, reason });

/** One wait of a caller for a member of a team. */
class TeamWait {
  readonly #parties: TransferParties;
  readonly #destination: TeamDestination;
  readonly #key: TeamCallKey;
  /** Aborts when the caller waits no more. */
  readonly #over: AbortSignal;
  #music: WaitingMusic | null = null;
  #said = { place: 0, atMs: Number.NEGATIVE_INFINITY };
  /** The member who speaks with the caller. */
  #onLine: string | null = null;
  readonly #leave: () => void;
  #wake: () => void = () => undefined;

  constructor(
    parties: TransferParties,
    destination: TeamDestination,
    key: TeamCallKey,
    overSignal: AbortSignal,
  ) {
    this.#parties = parties;
    this.#destination = destination;
    this.#key = key;
    this.#over = overSignal;
    const offs = [
      parties.takeOver.observe(({ type, member }) => {
        this.#onLine = type === 'began' ? member.memberId : null;
        if (type === 'began') this.stop();
        this.#wake();
      }),
      parties.takeOver.expect(async (memberId) => {
        const now = await findTeamCall(parties.environment.db, key);
        return now?.state === 'answered' && now.memberId === memberId;
      }),
    ];
    const hungUp = () => this.#wake();
    parties.signal.addEventListener('abort', hungUp, { once: true });
    this.#leave = () => {
      for (const off of offs) off();
      parties.signal.removeEventListener('abort', hungUp);
    };
  }

  /** Stops what the caller hears. */
  stop(): void {
    this.#music?.stop();
    if (this.#over.aborted) this.#leave();
  }

  async run(): Promise<WaitOutcome> {
    const { signal } = this.#parties;
    void this.#summarize();
    void this.#playMusic();
    const startedMs = monotonicMs();
    let lastPresentMs = startedMs;
    let waitMsMax = unknownMsMax;
    let soon = true;
    for (;;) {
      const state = await this.#look(soon);
      soon = false;
      if (signal.aborted) return over('abandoned', 'the caller hung up');
      const nowMs = monotonicMs();
      if (!state) return over('failed', 'the team does not exist any more');
      if (state !== 'unknown' && state.state === 'answered') {
        if (await this.#isJoined(state)) return { kind: 'taken', memberName: state.memberName };
        soon = true;
        continue;
      }
      // The leases of members end while the database is away.
      if (state === 'unknown' || state.isAnyPresent || state.state === 'offered') lastPresentMs = nowMs;
      if (state !== 'unknown') waitMsMax = state.waitSecondsMax * 1000;
      if (nowMs - lastPresentMs > absentMsMax)
        return over('no-members', 'no member of the team is there to take the call');
      if (nowMs - startedMs > waitMsMax)
        return over('timed-out', `no member of the team was free within ${waitMsMax / 1000} s`);
      if (state !== 'unknown') this.#sayPlace(state, nowMs);
    }
  }

  /** Returns the state of the call after the next pass over all waiting calls, or when a member comes to the line. */
  async #look(soon: boolean): Promise<SeenTeamCall> {
    const { environment, signal, log } = this.#parties;
    if (signal.aborted) return 'unknown';
    const { organizationId, teamCallId } = this.#key;
    const woken = Promise.withResolvers<'woken'>();
    this.#wake = () => woken.resolve('woken');
    const passed = environment.lookForMember(organizationId, teamCallId, { soon });
    const seen = await Promise.race([passed, woken.promise]);
    if (seen !== 'woken' || signal.aborted) return seen === 'woken' ? 'unknown' : seen;
    return orWithoutDatabase(findTeamCall(environment.db, this.#key), 'unknown', log);
  }

  /** Waits for the member who took the call to come to the line. Otherwise the call waits again, and the member is away. */
  async #isJoined({ memberId, memberName }: TeamCallState): Promise<boolean> {
    const { environment, held, signal, log } = this.#parties;
    const message = `${memberName ?? memberId} took the call.`;
    const { name } = this.#destination;
    const marking = markForwarding(environment.db, held, { destination: name, message });
    await orWithoutDatabase(marking, true, log);
    const untilMs = monotonicMs() + joinMsMax;
    while (this.#onLine !== memberId && !signal.aborted && monotonicMs() < untilMs)
      await this.#pause(untilMs - monotonicMs());
    if (this.#onLine === memberId) return true;
    if (!signal.aborted) await loseMember(environment.db, this.#key, memberId!);
    return false;
  }

  async #pause(forMs: number): Promise<void> {
    const wait = new AbortController();
    this.#wake = () => wait.abort(calledOff);
    await delay(forMs, wait.signal);
  }

  /** Stores the summary for the members. It is written while the call rings. */
  async #summarize(): Promise<void> {
    const { environment, prepared, said, held, knownRouting, log } = this.#parties;
    const { language } = prepared.agent;
    const customerNumber = knownRouting?.route?.customerNumber ?? '';
    const options = { prompt: this.#destination.summaryPrompt, language, customerNumber };
    const [model] = prepared.providers.languageModel;
    // A scripted model plays its dialogue and cannot summarize.
    if (!model || model.name === 'scripted') return;
    try {
      const summary = await summaryFor(model, said, options, this.#over);
      await summarizeTeamCall(environment.db, this.#key, summary);
    } catch (error) {
      if (!this.#over.aborted)
        log.warn({ err: error, ...held }, 'the summary for a team could not be stored');
    }
  }

  async #playMusic(): Promise<void> {
    const { environment, media, log } = this.#parties;
    const { organizationId } = this.#key;
    const { db } = environment;
    const load = async () => {
      const team = await findTeam(db, organizationId, this.#destination.destination);
      return team?.musicSoundId ? loadSound(db, organizationId, team.musicSoundId) : null;
    };
    const sound = await waitAtMost(load(), musicMsMax).catch((error: unknown) => {
      log.warn({ err: error }, 'the music of a team could not be loaded');
      return null;
    });
    if (this.#over.aborted || this.#onLine !== null) return;
    const { sampleRateHz } = media;
    const music = sound ? resample(sound.pcm, sound.sampleRateHz, sampleRateHz) : ownMusic(sampleRateHz);
    this.#music = new WaitingMusic(media, music);
  }

  #sayPlace({ place, saysPosition }: TeamCallState, nowMs: number): void {
    if (!saysPosition || place === this.#said.place || nowMs - this.#said.atMs < placeEveryMs) return;
    this.#said = { place, atMs: nowMs };
    const { prepared, media, log } = this.#parties;
    const { agent, providers, pronunciations } = prepared;
    const text = queuePlaceIn(agent.language, place);
    const speaking = speakGreeting(
      providers.textToSpeech,
      { ...agent, pronunciations },
      text,
      this.#over,
      media.sampleRateHz,
    );
    speaking?.speech.then(
      ({ pcm, sampleRateHz }) => this.#music?.announce(resample(pcm, sampleRateHz, media.sampleRateHz)),
      (error: unknown) => {
        if (!this.#over.aborted) log.warn({ err: error }, 'the place in the queue could not be said');
      },
    );
  }
}
