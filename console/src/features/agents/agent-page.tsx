import './agents.css';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import { AppLink, ConfirmItem, MoreMenu, Page, UnloadedPage, useUnsaved } from '../../ui/index.ts';
import { BrowserCallPanel } from '../browser-call/index.ts';
import { testedOf } from '../flow-trace/index.ts';
import { TestCallButton } from '../test-call/index.ts';
import { AgentEditor } from './agent-editor.tsx';
import type { Agent } from './agent-labels.ts';
import { AgentState } from './agents-page.tsx';
import { DrillPanel } from './drill-panel.tsx';
import { agentQuery, examplesOf } from './queries.ts';
import { ReadyNotice } from './ready-notice.tsx';
import { SaveBar } from './save-bar.tsx';
import { TaughtByCall } from './taught-by-call.tsx';
import { TryChat } from './try-chat.tsx';
import { useAgentForm } from './use-agent-form.ts';
import { type Trial, useTrial } from './use-trial.ts';
import { VersionsPanel } from './versions-panel.tsx';
import { WidgetPanel } from './widget-panel.tsx';

const FlowTab = lazy(async () => ({ default: (await import('./flow/flow-tab.tsx')).FlowTab }));

const route = getRouteApi('/frame/agents/$agentId');
const back = (
  <AppLink to="/agents" className="app-link back">
    Agents
  </AppLink>
);
const tabs = ['edit', 'flow', 'browser-call', 'try', 'drill', 'versions', 'widget'] as const;

/** One agent: editor, flow, browser call, test chat, fault drill, versions and widget. */
export function AgentPage() {
  const { agentId } = route.useParams();
  const { data, error, refetch } = useQuery(agentQuery(agentId));
  // Another agent is another form.
  if (data) return <LoadedAgent key={agentId} agent={data} />;
  return <UnloadedPage title="Agent" id={agentId} back={back} skeleton={640} {...{ error, refetch }} />;
}

function LoadedAgent({ agent }: { agent: Agent }) {
  const { tab, stage } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('agents:write');
  const examples = useMemo(() => examplesOf(agent.agentId), [agent.agentId]);
  const mayChat = useCan('chats:write');
  const editing = useAgentForm(agent, !mayWrite);
  useUnsaved(() => editing.isDirty);
  const trial = useTrial(agent, editing, stage);
  // A link may come from a member with more rights.
  const always = { edit: true, flow: true, versions: true, widget: true };
  const isOffered = { ...always, 'browser-call': mayWrite, try: mayChat, drill: mayWrite };
  const shown = tabs.find((one) => one === tab && isOffered[one]) ?? 'edit';
  // A visited tab keeps its input; the others fetch nothing.
  const [visited, setVisited] = useState<readonly string[]>([shown]);
  if (!visited.includes(shown)) setVisited([...visited, shown]);
  return (
    <Page
      title={agent.name}
      back={back}
      beside={<AgentState agent={agent} />}
      actions={<Actions agentId={agent.agentId} examples={examples} mayWrite={mayWrite} />}
    >
      <Tabs
        value={shown}
        onChange={(value) =>
          void navigate({
            search: value === 'edit' || value === null ? {} : { tab: value },
            replace: true,
          })
        }
      >
        <TabList mayWrite={mayWrite} mayChat={mayChat} />
        <Tabs.Panel value="edit">
          <AgentEditor {...{ agent, editing, examples, trial }} isShown={shown === 'edit'} />
        </Tabs.Panel>
        <Tabs.Panel value="flow">
          {visited.includes('flow') ? (
            <Suspense fallback={<Skeleton height={640} aria-busy="true" />}>
              <FlowTab editing={editing} tryStage={trial.tryStage} />
            </Suspense>
          ) : null}
        </Tabs.Panel>
        <TestPanels {...{ agent, examples, trial, mayWrite, mayChat }} />
        {mayWrite ? (
          <Tabs.Panel value="drill">
            <DrillPanel agent={agent} />
          </Tabs.Panel>
        ) : null}
        <Tabs.Panel value="versions" keepMounted={false}>
          <VersionsPanel agent={agent} />
        </Tabs.Panel>
        <Tabs.Panel value="widget">
          {visited.includes('widget') ? <WidgetPanel agentId={agent.agentId} mayWrite={mayWrite} /> : null}
        </Tabs.Panel>
      </Tabs>
      {mayWrite && (shown === 'edit' || shown === 'flow' || editing.isDirty || agent.draft !== null) ? (
        <SaveBar agent={agent} editing={editing} />
      ) : null}
    </Page>
  );
}

interface ActionsProps {
  agentId: string;
  examples: Record<string, string>;
  mayWrite: boolean;
}

function Actions({ agentId, examples, mayWrite }: ActionsProps) {
  return (
    <>
      <AppLink to="/calls" search={{ agentId }}>
        View calls
      </AppLink>
      <TestCallButton agentId={agentId} examples={examples} />
      {mayWrite ? (
        <MoreMenu>
          <DeleteAgent agentId={agentId} />
        </MoreMenu>
      ) : null}
    </>
  );
}

interface TestPanelsProps {
  agent: Agent;
  examples: Record<string, string>;
  trial: Trial;
  mayWrite: boolean;
  mayChat: boolean;
}

function TestPanels({ agent, examples, trial, mayWrite, mayChat }: TestPanelsProps) {
  return (
    <>
      {mayWrite ? (
        <Tabs.Panel value="browser-call" keepMounted={false}>
          <BrowserCallPanel
            agent={agent}
            examples={examples}
            start={trial.start}
            onStart={trial.setStart}
            prepare={trial.prepare}
            below={(transcript) => <TaughtByCall {...{ transcript, trial }} />}
            noticeOf={({ isDraft, variables }) => (
              <ReadyNotice
                agent={agent}
                tested={(isDraft ? trial.unsaved : null) ?? testedOf(agent, isDraft)}
                channel="call"
                variables={variables}
              />
            )}
          />
        </Tabs.Panel>
      ) : null}
      {mayChat ? (
        <Tabs.Panel value="try">
          <TryChat key={trial.number} agent={agent} examples={examples} trial={trial} />
        </Tabs.Panel>
      ) : null}
    </>
  );
}

function TabList({ mayWrite, mayChat }: { mayWrite: boolean; mayChat: boolean }) {
  return (
    <Tabs.List mb="md">
      <Tabs.Tab value="edit">{mayWrite ? 'Edit' : 'Configuration'}</Tabs.Tab>
      <Tabs.Tab value="flow">Flow</Tabs.Tab>
      {mayWrite ? <Tabs.Tab value="browser-call">Browser call</Tabs.Tab> : null}
      {mayChat ? <Tabs.Tab value="try">Test chat</Tabs.Tab> : null}
      {mayWrite ? <Tabs.Tab value="drill">Drill</Tabs.Tab> : null}
      <Tabs.Tab value="versions">Versions</Tabs.Tab>
      <Tabs.Tab value="widget">Widget</Tabs.Tab>
    </Tabs.List>
  );
}

function DeleteAgent({ agentId }: { agentId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await read(api.DELETE('/api/agents/{agentId}', { params: { path: { agentId } } }));
    await navigate({ to: '/agents', ignoreBlocker: true });
    client.removeQueries({ queryKey: ['agents', 'one', agentId] });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="All its versions are deleted too. An agent that answers a phone number, or has an active campaign, call or chat, cannot be deleted. This cannot be undone."
      onConfirm={remove}
      refreshes={['agents']}
      done="The agent was deleted."
    >
      Delete agent
    </ConfirmItem>
  );
}
