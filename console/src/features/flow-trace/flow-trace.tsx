import './flow-trace.css';
import { SegmentedControl, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState, FactList, Panel } from '../../ui/index.ts';
import { FlowGraph } from '../flow-graph/index.ts';
import { spacedName } from '../flow-stages/index.ts';
import { NameOf } from '../picks/index.ts';
import { type FlowFocus, focusOn } from './flow-focus.ts';
import { agentKey, type FlowAgent, type FlowTrace as Trace, visitsOf } from './flow-steps.ts';
import { versionQuery } from './queries.ts';
import { causeText, valuesText, valueText } from './step-text.ts';

export interface FlowTraceProps {
  /** The ways through the flows of the agents that spoke. */
  traces: readonly Trace[];
  /** The agent with which the conversation began. `flow` is that of its draft. */
  own: FlowAgent & { flow?: unknown };
  /** True while the conversation goes on. */
  isLive: boolean;
  focus: FlowFocus | null;
  onFocus: (focus: FlowFocus) => void;
}

/** The graph of the flow that a conversation passes or has passed, with its way and what it found out. */
export function FlowTrace({ traces, own, isLive, focus, onFocus }: FlowTraceProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const inFocus = traces.find(({ passages }) => passages.some(({ at }) => at === focus?.at));
  const last = traces.at(-1);
  const empty = useMemo((): Trace => ({ agent: own, passages: [], taken: [], values: {} }), [own]);
  const shown =
    (focus?.from === 'transcript' ? inFocus : undefined) ??
    traces.find(({ agent }) => agentKey(agent) === chosen) ??
    last ??
    empty;
  useEffect(() => {
    if (focus?.from !== 'transcript') return;
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [focus]);
  const where = isLive ? 'now' : 'last';
  const choose = (key: string) => {
    setChosen(key);
    const first = traces.find(({ agent }) => agentKey(agent) === key)?.passages[0];
    if (first) onFocus({ stage: first.stage, at: first.at, from: 'graph' });
  };
  return (
    <div ref={panel}>
      <Panel
        title="Flow"
        aside={
          traces.length > 1 ? (
            <SegmentedControl
              size="xs"
              transitionDuration={0}
              aria-label="Agent"
              data={traces.map(({ agent }) => ({
                value: agentKey(agent),
                label: <NameOf kind="agents" id={agent.agentId} />,
              }))}
              value={agentKey(shown.agent)}
              onChange={choose}
            />
          ) : null
        }
      >
        <div className="flow-trace">
          <div className="flow-trace-parts">
            <div className="flow-trace-graph">
              <TracedGraph trace={shown} where={shown === last ? where : null} {...{ own, focus, onFocus }} />
            </div>
            <div className="flow-trace-beside">
              <Path trace={shown} focus={focus} onFocus={onFocus} />
              <Found values={shown.values} />
            </div>
          </div>
        </div>
      </Panel>
    </div>
  );
}

interface TracedGraphProps extends Pick<FlowTraceProps, 'own' | 'focus' | 'onFocus'> {
  trace: Trace;
  /** Whether the last stage of the trace is where the conversation is, or ended. */
  where: 'now' | 'last' | null;
}

function TracedGraph({ trace, own, where, focus, onFocus }: TracedGraphProps) {
  const { agent, taken } = trace;
  const visits = useMemo(() => visitsOf(trace, where), [trace, where]);
  const isOwn = agentKey(agent) === agentKey(own);
  const known = isOwn ? own.flow : undefined;
  const version = known === undefined ? agent.version : null;
  const { data, error, refetch } = useQuery({
    ...versionQuery(agent.agentId, version ?? 0),
    enabled: version !== null,
  });
  const flow = known ?? data?.configuration.flow ?? null;
  if (flow === null) {
    if (error) return <ErrorState error={error} retry={() => void refetch()} />;
    if (version !== null && !data) return <Skeleton height="100%" aria-busy="true" />;
    return (
      <Text size="sm" c="dimmed" p="md">
        The flow of this conversation was not kept.
      </Text>
    );
  }
  return (
    <FlowGraph
      flow={flow}
      label="Flow of the conversation"
      selected={focus?.stage ?? trace.passages.at(-1)?.stage ?? null}
      onSelect={(stage) => onFocus(focusOn(trace, stage, focus))}
      visits={visits}
      taken={taken}
    />
  );
}

/** The stages in the order in which they were entered. */
function Path({
  trace: { passages },
  focus,
  onFocus,
}: { trace: Trace } & Pick<FlowTraceProps, 'focus' | 'onFocus'>) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the path grows
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [passages.length]);
  if (passages.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        The stages appear here as they are entered.
      </Text>
    );
  }
  return (
    <ol className="flow-path" aria-label="Path" ref={list}>
      {passages.map((passage) => {
        const { order, stage, at, time, values } = passage;
        const found = valuesText(values);
        return (
          <li key={at + stage}>
            <UnstyledButton
              className="flow-path-stage"
              aria-pressed={focus?.at === at && focus.stage === stage}
              onClick={() => onFocus({ stage, at, from: 'graph' })}
            >
              <span className="flow-path-order">{order}</span>
              <span className="flow-path-words">
                <b>{spacedName(stage)}</b>
                <span>
                  {causeText(passage)}
                  {found === '' ? '' : ` · ${found}`}
                </span>
              </span>
              <span className="flow-path-time">{time}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}

function Found({ values }: { values: Readonly<Record<string, unknown>> }) {
  const found = Object.entries(values);
  if (found.length === 0) return null;
  return (
    <section aria-label="Variables found out" className="flow-found">
      <FactList facts={found.map(([name, value]) => [name, valueText(value)])} />
    </section>
  );
}
