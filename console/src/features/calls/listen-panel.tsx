import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useCan } from '../../api/index.ts';
import { Panel, StatusBadge } from '../../ui/index.ts';
import type { Call } from './call-labels.ts';
import { organizationQuery } from './queries.ts';
import { type HeardLevels, useListening } from './use-listening.ts';

/** Lets a member hear a live call: the customer left, the agent right. */
export function ListenPanel({ call }: { call: Call }) {
  const isAnswered = call.status === 'in-progress' || call.status === 'forwarding';
  const mayListen = useCan('calls:listen') && isAnswered;
  const { data: organization } = useQuery({ ...organizationQuery, enabled: mayListen });
  if (!mayListen || organization?.listening === 'off') return null;
  return <Listening callId={call.callId} />;
}

function Listening({ callId }: { callId: string }) {
  const { state, problem, levels, start, stop } = useListening(callId);
  const aside = state === 'on' ? <StatusBadge status="listening" tone="busy" pulse /> : null;
  return (
    <Panel
      title="Listen"
      aside={aside}
      description="The customer is left, the agent right. Neither of them hears you, and the audit log has your name."
    >
      <Group gap="md" align="center">
        <Button
          variant={state === 'off' ? 'filled' : 'default'}
          loading={state === 'connecting'}
          onClick={() => (state === 'off' ? void start() : stop())}
        >
          {state === 'off' ? 'Listen' : 'Stop listening'}
        </Button>
        {state === 'on' ? <Meters levels={levels} /> : null}
      </Group>
      <Text size="sm" c="red" role="status" mt={problem ? 'xs' : 0}>
        {problem}
      </Text>
    </Panel>
  );
}

/** Draws the loudness of both sides on every animation frame, without React. */
function Meters({ levels }: { levels: RefObject<HeardLevels> }) {
  const customer = useRef<HTMLMeterElement>(null);
  const agent = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    let asked = requestAnimationFrame(function draw() {
      const { current } = levels;
      if (customer.current) customer.current.value = current.customer;
      if (agent.current) agent.current.value = current.agent;
      current.customer *= 0.95;
      current.agent *= 0.95;
      asked = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(asked);
  }, [levels]);
  return (
    <div className="listen-meters">
      <span>Customer</span>
      <meter ref={customer} min={0} max={1} aria-label="Volume of the customer" />
      <span>Agent</span>
      <meter ref={agent} min={0} max={1} aria-label="Volume of the agent" />
    </div>
  );
}
