import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import { useDemo } from '../../shell/index.ts';
import { AppLink, Panel, StatusBadge } from '../../ui/index.ts';
import { NewAgentButton } from '../agents/index.ts';
import { NewCampaignButton } from '../campaigns/index.ts';
import { PhoneNumberButton } from '../phone-numbers/index.ts';
import { AddKey } from '../provider-picks/index.ts';
import { ScheduleButton } from '../schedules/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import { TrunkButton } from '../trunks/index.ts';
import { isComplete, type Progress, type Step, stepsOf } from './steps.ts';

interface FirstStepsProps {
  onHide: () => void;
  onComplete: () => void;
}

/** The way from an empty organization to its first campaign. */
export function FirstSteps({ onHide, onComplete }: FirstStepsProps) {
  const progress = useProgress();
  const demo = useDemo();
  const steps = progress && stepsOf(progress);
  const isOver = steps !== null && isComplete(steps);
  useEffect(() => {
    if (isOver) onComplete();
  }, [isOver, onComplete]);
  if (!steps) return <Skeleton height={430} aria-busy="true" />;
  if (isOver) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title="First steps"
      description={`${done} of ${steps.length} done. Everything can be changed later.`}
      aside={
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={demo.enter}>
            Look at a demo
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onHide}>
            Hide
          </Button>
        </Group>
      }
    >
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step.id} className="first-step" data-done={step.isDone || undefined}>
            <div>
              <Text size="sm" fw={600} span>
                {step.title}
              </Text>{' '}
              {step.isDone ? (
                <StatusBadge status="done" tone="good" />
              ) : step.isOptional ? (
                <StatusBadge status="optional" tone="neutral" />
              ) : null}
              {step.isDone ? null : (
                <Text size="sm" c="dimmed">
                  {step.text}
                </Text>
              )}
            </div>
            {step.isDone || !step.isOpen ? null : (
              <div className="first-step-action">
                <Action step={step.id} progress={progress} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Action({ step, progress }: { step: Step['id']; progress: Progress }): ReactNode {
  const mayConnect = useCan('telephony:write');
  const navigate = useNavigate();
  const { agent, trunkId, downTrunkId, hasSchedule } = progress;
  switch (step) {
    case 'key':
      return <AddKey wanted={['openai']} />;
    case 'agent':
      return <NewAgentButton label="Create agent" />;
    case 'speak':
      return agent ? (
        <Button
          renderRoot={(props) => (
            <Link
              to="/agents/$agentId"
              params={{ agentId: agent.agentId }}
              search={{ tab: 'browser-call' }}
              {...props}
            />
          )}
        >
          Speak with {agent.name.length > 24 ? 'the agent' : agent.name}
        </Button>
      ) : null;
    case 'number':
      if (downTrunkId !== null)
        return (
          <AppLink to="/trunks/$trunkId" params={{ trunkId: downTrunkId }}>
            Open the trunk
          </AppLink>
        );
      if (!mayConnect) return null;
      // Its page checks the new trunk at once.
      if (trunkId === null)
        return (
          <TrunkButton
            trunk={null}
            onSaved={(trunk) => void navigate({ to: '/trunks/$trunkId', params: { trunkId: trunk.trunkId } })}
          >
            Add trunk
          </TrunkButton>
        );
      return (
        <PhoneNumberButton number={null} usual={{ trunkId, inboundAgentId: agent?.agentId ?? '' }}>
          Add phone number
        </PhoneNumberButton>
      );
    case 'call':
      return <TestCallButton agentId={agent?.agentId ?? ''} variant="filled" />;
    case 'campaign':
      if (hasSchedule) return <NewCampaignButton />;
      return mayConnect ? <ScheduleButton schedule={null}>Add schedule</ScheduleButton> : null;
  }
}

const one = { pageSize: 1 };
const trunksEveryMs = 15_000;
/** Campaigns that are searched for one that was started, and numbers and trunks for those that can be used. */
const several = { pageSize: 20 };
/** Calls that are searched for one that was answered. Those that wait are left out: a campaign has many. */
const calls = {
  pageSize: 50,
  type: 'outboundPhoneCall' as const,
  status: ['in-progress' as const, 'forwarding' as const, 'ended' as const],
};

/** Reads what the organization has; null until everything is known. Live events refresh it. */
function useProgress(): Progress | null {
  const mayReadKeys = useCan('organization:read');
  return useQueries({
    queries: [
      {
        queryKey: ['provider-keys', 'any'],
        queryFn: ({ signal }) => read(api.GET('/api/provider-keys', { params: { query: one }, signal })),
        enabled: mayReadKeys,
      },
      {
        queryKey: ['agents', 'any'],
        queryFn: ({ signal }) => read(api.GET('/api/agents', { params: { query: one }, signal })),
      },
      {
        queryKey: ['browser-calls', 'any'],
        queryFn: ({ signal }) => read(api.GET('/api/browser-calls', { params: { query: one }, signal })),
      },
      {
        queryKey: ['trunks', 'any'],
        queryFn: ({ signal }) => read(api.GET('/api/trunks', { params: { query: several }, signal })),
        // The health of a trunk changes without events.
        refetchInterval: trunksEveryMs,
      },
      {
        queryKey: ['phone-numbers', 'any'],
        queryFn: ({ signal }) => read(api.GET('/api/phone-numbers', { params: { query: several }, signal })),
      },
      {
        queryKey: ['calls', 'outbound'],
        queryFn: ({ signal }) => read(api.GET('/api/calls', { params: { query: calls }, signal })),
      },
      {
        queryKey: ['schedules', 'any'],
        queryFn: ({ signal }) => read(api.GET('/api/schedules', { params: { query: one }, signal })),
      },
      {
        queryKey: ['campaigns', 'newest'],
        queryFn: ({ signal }) => read(api.GET('/api/campaigns', { params: { query: several }, signal })),
      },
    ],
    combine: ([keys, agents, browserCalls, trunks, numbers, outbound, schedules, campaigns]) => {
      if (!agents.data || !browserCalls.data || !trunks.data || !numbers.data) return null;
      if (!outbound.data || !schedules.data || !campaigns.data || (mayReadKeys && !keys.data)) return null;
      const [agent] = agents.data.agents;
      const down = trunks.data.trunks.filter(({ health }) => health.status === 'down');
      const isDown = (trunkId: string | null) => down.some((trunk) => trunk.trunkId === trunkId);
      const connected = numbers.data.phoneNumbers.filter(({ trunkId }) => trunkId !== null);
      const hasCalled = outbound.data.calls.some(({ startedAt }) => startedAt !== null);
      return {
        hasKey: (keys.data?.providerKeys.length ?? 0) > 0,
        agent: agent ? { agentId: agent.agentId, name: agent.name } : null,
        hasTalked: browserCalls.data.browserCalls.length > 0 || hasCalled,
        trunkId: trunks.data.trunks[0]?.trunkId ?? null,
        hasNumber: connected.some(({ trunkId }) => !isDown(trunkId)),
        downTrunkId: connected.every(({ trunkId }) => isDown(trunkId))
          ? (connected[0]?.trunkId ?? null)
          : null,
        hasCalled,
        hasSchedule: schedules.data.schedules.length > 0,
        hasCampaign: campaigns.data.campaigns.some(({ hasStarted }) => hasStarted),
      };
    },
  });
}
