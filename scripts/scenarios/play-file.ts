import { dirname } from 'node:path';
import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import type { Scenario } from '../../src/domains/scenarios/index.ts';
import { type AgentChanges, readAgent, withAgent } from './against.ts';
import { type Compared, type Comparison, compareCalls } from './compare.ts';
import type { Service } from './place.ts';
import type { Happening } from './play.ts';
import { runScenario, type ScenarioOutcome } from './run.ts';

/** A scenario and its path. */
export interface ScenarioFile {
  path: string;
  scenario: Scenario;
}

/** The result of a file; without a comparison when the scenario's own agent was played. */
export interface FileOutcome {
  path: string;
  outcome: ScenarioOutcome;
  comparison: Comparison | null;
}

export interface PlayFileOptions {
  voice: TextToSpeech;
  onHappening: (happening: Happening) => void;
  /** Fields that replace those of the scenario's agent; `null` for no changes. */
  changes: AgentChanges | null;
}

/** Returns whether its call transcribes speech on this machine, which takes a core for a moment. */
export function isHeavy({ scenario }: ScenarioFile): boolean {
  return scenario.needs.includes('pocketsphinx');
}

/** Plays a scenario; with changes, plays the changed agent and compares the calls. */
export async function playFile(
  { path, scenario }: ScenarioFile,
  service: Service,
  { voice, onHappening, changes }: PlayFileOptions,
): Promise<FileOutcome> {
  const options = { folder: dirname(path), voice, onHappening };
  if (changes === null)
    return { path, outcome: await runScenario(scenario, service, options), comparison: null };
  const base = scenario.agent ?? (await readAgent(service.api, scenario.agentId!));
  const first = scenario.recorded ? null : await runScenario(scenario, service, options);
  if (first?.skipped) return { path, outcome: first, comparison: null };
  const before: Compared = scenario.recorded ?? comparedOf(first!);
  const changed = withAgent(scenario, base, changes);
  const outcome = await runScenario({ ...changed, expect: { ...nothing } }, service, options);
  if (outcome.skipped !== null) return { path, outcome, comparison: null };
  return { path, outcome, comparison: compareCalls(before, comparedOf(outcome)) };
}

/** A changed agent should behave differently, so expectations of the old one do not apply. */
const nothing: Scenario['expect'] = { transcript: [], never: [], spoken: [] };

function comparedOf({ record, turns }: ScenarioOutcome): Compared {
  return { endedReason: record?.endedReason ?? null, turns };
}
