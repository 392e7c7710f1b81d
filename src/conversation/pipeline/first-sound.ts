import type { AgentSide } from './agent-side.ts';
import type { Timers } from './timers.ts';

/** Where the agent's first words cannot be heard so long after they were due, nobody hears more of it than silence. */
const firstSoundMsMax = 3000;

/** Calls `onMute` where the first words, which are due now, are not heard in time. */
export function awaitFirstSound(
  agent: Pick<AgentSide, 'isMute'>,
  timers: Pick<Timers<'voice'>, 'set'>,
  onMute: () => void,
): void {
  timers.set('voice', firstSoundMsMax, () => {
    if (agent.isMute === 'held') awaitFirstSound(agent, timers, onMute);
    else if (agent.isMute) onMute();
  });
}
