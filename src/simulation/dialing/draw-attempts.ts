import { drawsOf } from '../carrier/draws.ts';
import { type Fate, fateOf } from '../carrier/fate.ts';
import type { DialingConfiguration, RecordedAttempt } from './configuration.ts';

/**
 * Returns the outcomes of all calls of a run, in the order of dialing. A call has the same outcome whenever it is dialed, so
 * that every way of dialing meets the same customers.
 */
export function drawAttempts(configuration: DialingConfiguration, run: number): RecordedAttempt[] {
  const { calls, recorded } = configuration;
  if (!recorded) return Array.from({ length: calls }, (_, index) => modelled(configuration, run, index));
  const draw = drawsOf(configuration.seed, 'recorded', run);
  return Array.from({ length: calls }, () => recorded[Math.floor(draw() * recorded.length)]!);
}

function modelled(configuration: DialingConfiguration, run: number, index: number): RecordedAttempt {
  const { seed, calls, hours, carrier } = configuration;
  const localHour = Math.floor(hours.from + ((hours.to - hours.from) * index) / calls) % 24;
  const call = { number: `${run}/${index}`, attempt: 1, atMs: 0, localHour };
  return attemptOf(fateOf(carrier, seed, call), configuration);
}

function attemptOf(fate: Fate, configuration: DialingConfiguration): RecordedAttempt {
  const { noAnswerSeconds, voicemailDetectionSeconds } = configuration;
  if (fate.kind === 'lost') return { outcome: 'failed', seconds: noAnswerSeconds, handlingSeconds: 0 };
  const seconds = (fate.setupMs + (fate.ringMs ?? 0)) / 1000;
  if (seconds > noAnswerSeconds)
    return { outcome: 'no-answer', seconds: noAnswerSeconds, handlingSeconds: 0 };
  if (fate.kind === 'refused') {
    const outcome = fate.code === 486 ? 'busy' : fate.code === 480 ? 'no-answer' : 'failed';
    return { outcome, seconds, handlingSeconds: 0 };
  }
  if (fate.by === 'person') return { outcome: 'person', seconds, handlingSeconds: fate.connectedMs / 1000 };
  return { outcome: 'voicemail', seconds: seconds + voicemailDetectionSeconds, handlingSeconds: 0 };
}
