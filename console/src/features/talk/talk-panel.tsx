import './talk.css';
import { Alert, Button, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Schema } from '../../api/index.ts';
import { Duration, EmptyState, Panel, StatusBadge, useNowMs } from '../../ui/index.ts';
import { LatencyPanel } from '../waterfall/index.ts';
import { LevelMeters } from './level-meters.tsx';
import type { Talk } from './talk-events.ts';
import { TalkLog } from './talk-log.tsx';
import { TalksPanel } from './talks-panel.tsx';
import { useTalk } from './use-talk.ts';

const keypad = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** A talk with the agent by voice, from this page: what is said, as it is said, and what was waited for it. */
export function TalkPanel({ agent }: { agent: Schema<'Agent'> }) {
  const { talk, levels, start, stop, press } = useTalk();
  const { phase, transcript, turns } = talk;
  const isGoing = phase === 'connecting' || phase === 'live';
  return (
    <Stack gap="md">
      <Panel
        title="Browser call"
        description="Talk to the agent as a caller would. Its tools run for real. Nothing is recorded, no phone rings, and no customer data is written. Usage and cost are listed below."
        aside={<Standing talk={talk} />}
      >
        <Stack gap="sm">
          {isGoing ? (
            <div className="talk-stage">
              <LevelMeters levels={levels} />
              <Keypad press={press} isDisabled={phase !== 'live'} />
              <Button color="red" variant="light" onClick={stop} ml="auto">
                End call
              </Button>
            </div>
          ) : (
            <Beginning agent={agent} talk={talk} begin={start} />
          )}
          {talk.keys ? (
            <Text size="sm">
              The agent pressed <span className="tabular">{talk.keys}</span>.
            </Text>
          ) : null}
          {transcript.length > 0 ? <TalkLog transcript={transcript} /> : null}
          {phase === 'live' && transcript.length === 0 ? (
            <EmptyState title="No speech yet">Say something, or wait for the first message.</EmptyState>
          ) : null}
        </Stack>
      </Panel>
      {turns.length > 0 ? <LatencyPanel turns={turns} latency={null} /> : null}
      <TalksPanel agentId={agent.agentId} />
    </Stack>
  );
}

function Standing({ talk: { phase, startedAtMs, version } }: { talk: Talk }) {
  const nowMs = useNowMs();
  if (phase === 'connecting') return <StatusBadge status="preparing" tone="waiting" pulse />;
  if (phase !== 'live' || startedAtMs === null) return null;
  return (
    <>
      <Text size="xs" c="dimmed" className="tabular">
        {version === null ? 'Draft' : `Version ${version}`} · <Duration ms={nowMs - startedAtMs} />
      </Text>
      <StatusBadge status="live" tone="busy" pulse />
    </>
  );
}

interface BeginningProps {
  agent: Schema<'Agent'>;
  talk: Talk;
  begin: ReturnType<typeof useTalk>['start'];
}

function Beginning({ agent, talk, begin }: BeginningProps) {
  const { agentId, version, requiredVariables } = agent;
  const [isDraft, setDraft] = useState(true);
  const [variables, setVariables] = useState<Record<string, string>>({});
  const draft = agent.draft !== null && isDraft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void begin({ agentId, draft, variables });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        {talk.failure ? (
          <Alert color="red" variant="light" role="alert" title="The call failed">
            {talk.failure}
          </Alert>
        ) : null}
        {talk.end ? (
          <Alert color="gray" variant="light" role="status" title="Call ended">
            {talk.end}
          </Alert>
        ) : null}
        {agent.draft ? (
          <SegmentedControl
            aria-label="Version to call"
            data={[
              { value: 'draft', label: 'Draft' },
              { value: 'published', label: `Version ${version}` },
            ]}
            value={isDraft ? 'draft' : 'published'}
            onChange={(value) => setDraft(value === 'draft')}
          />
        ) : null}
        {requiredVariables.length > 0 ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" w="100%" maw={640}>
            {requiredVariables.map((name) => (
              <TextInput
                key={name}
                label={name}
                value={variables[name] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  setVariables((before) => ({ ...before, [name]: value }))
                }
              />
            ))}
          </SimpleGrid>
        ) : null}
        <Button type="submit">{talk.phase === 'over' ? 'Call again' : 'Start call'}</Button>
        <Text size="xs" c="dimmed">
          Your browser will ask for the microphone. Use a headset to avoid echo.
        </Text>
      </Stack>
    </form>
  );
}

function Keypad({ press, isDisabled }: { press: (digit: string) => void; isDisabled: boolean }) {
  return (
    <details className="talk-more">
      <summary>Keys</summary>
      <div className="talk-keys">
        {keypad.map((digit) => (
          <Button
            key={digit}
            size="compact-sm"
            variant="default"
            aria-label={`Key ${digit}`}
            disabled={isDisabled}
            onClick={() => press(digit)}
          >
            {digit}
          </Button>
        ))}
      </div>
    </details>
  );
}
