import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery, type Schema, useCan } from '../../api/index.ts';
import {
  AppLink,
  ConfirmButton,
  FactList,
  formatDuration,
  formatNumber,
  formatPercent,
  Panel,
  StatusBadge,
  TimeText,
  type Tone,
} from '../../ui/index.ts';

type Circuit = Schema<'Circuit'>;

export const circuitTones: Record<Circuit['state'], Tone> = {
  closed: 'good',
  'half-open': 'waiting',
  open: 'bad',
};

/** A closed circuit is the normal state, which the word does not say. */
export const circuitWords: Record<Circuit['state'], string> = {
  closed: 'normal',
  'half-open': 'probing',
  open: 'holding calls',
};

const meanings: Record<Circuit['state'], string> = {
  closed: 'No calls are held.',
  'half-open': 'One probe call is being dialed. Other calls are held.',
  open: 'Too many recent attempts failed. Calls are held.',
};

/** Returns when a circuit opens, as a sentence. Empty for members who may not read the settings. */
function useOpens(): string {
  const { data } = useQuery({ ...organizationQuery, enabled: useCan('organization:read') });
  if (!data) return '';
  const { enabled, failures, attempts, windowSeconds } = data.circuitBreaker;
  if (!enabled) return 'The circuit breaker is off in Settings.';
  return `Calls are held when ${formatNumber(failures)} of the latest ${formatNumber(attempts)} attempts fail, within ${formatDuration(windowSeconds * 1000)}.`;
}

/** The state of a circuit, its reason, and its reset. `onReset` is null for members who may not reset it. */
export function CircuitFacts({
  circuit,
  onReset,
}: {
  circuit: Circuit;
  onReset: (() => Promise<unknown>) | null;
}) {
  const opens = useOpens();
  const { state, since, failed, attempts, failureRate, until, probeCallId } = circuit;
  const rate = failureRate === null ? '' : ` (${formatPercent(failureRate)})`;
  return (
    <Panel title="Circuit" aside={<StatusBadge status={circuitWords[state]} tone={circuitTones[state]} />}>
      <Text size="sm" mb="sm">
        {meanings[state]} {state === 'closed' ? opens : null}
      </Text>
      <FactList
        facts={[
          [
            'Recent attempts',
            attempts === 0 ? 'None' : `${formatNumber(failed)} of ${formatNumber(attempts)} failed${rate}`,
          ],
          since === null ? null : ['Since', <TimeText key="at" at={since} />],
          until === null ? null : ['Next probe', <TimeText key="at" at={until} />],
          probeCallId === null
            ? null
            : [
                'Probe call',
                <AppLink key="call" to="/calls/$callId" params={{ callId: probeCallId }}>
                  Open call
                </AppLink>,
              ],
        ]}
      />
      {state !== 'closed' && onReset ? (
        <div style={{ marginTop: 12 }}>
          <ConfirmButton
            size="xs"
            consequence="Held calls are dialed immediately and past failures are cleared. If calls keep failing, the circuit opens again."
            onConfirm={onReset}
            done="Circuit closed."
          >
            Reset circuit
          </ConfirmButton>
        </div>
      ) : null}
    </Panel>
  );
}
