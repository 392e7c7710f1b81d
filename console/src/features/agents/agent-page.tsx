import './agents.css';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../api/index.ts';
import { AppLink, ErrorState, Page, useUnsaved } from '../../ui/index.ts';
import { TalkPanel } from '../talk/index.ts';
import { AgentEditor } from './agent-editor.tsx';
import { AgentMenu } from './agent-menu.tsx';
import type { Agent } from './agent-words.ts';
import { AgentState } from './agents-page.tsx';
import { agentQuery } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import { TryChat } from './try-chat.tsx';
import { useAgentForm } from './use-agent-form.ts';
import { VersionsPanel } from './versions-panel.tsx';
import { WidgetPanel } from './widget-panel.tsx';

const route = getRouteApi('/frame/agents/$agentId');
const back = (
  <AppLink to="/agents" className="app-link back">
    Agents
  </AppLink>
);
const tabs = ['edit', 'talk', 'try', 'versions', 'widget'] as const;

/** One agent: what it says, tried out, its versions, and its place on web pages. */
export function AgentPage() {
  const { agentId } = route.useParams();
  const { data, error, refetch } = useQuery(agentQuery(agentId));
  // Another agent is another form.
  if (data) return <LoadedAgent key={agentId} agent={data} />;
  return (
    <Page title="Agent" back={back} description={agentId}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={640} aria-busy="true" />
      )}
    </Page>
  );
}

function LoadedAgent({ agent }: { agent: Agent }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('agents:write');
  const mayChat = useCan('chats:write');
  const editing = useAgentForm(agent, !mayWrite);
  useUnsaved(() => editing.isDirty);
  // A link may come from somebody who may do more.
  const isOffered = { talk: mayWrite, try: mayChat, edit: true, versions: true, widget: true };
  const shown = tabs.find((one) => one === tab && isOffered[one]) ?? 'edit';
  // What was typed in one of them stays there; what nobody has looked at asks for nothing.
  const [visited, setVisited] = useState<readonly string[]>([shown]);
  if (!visited.includes(shown)) setVisited([...visited, shown]);
  return (
    <Page
      title={agent.name}
      back={back}
      beside={<AgentState agent={agent} />}
      actions={mayWrite ? <AgentMenu agent={agent} /> : null}
    >
      <Tabs
        value={shown}
        onChange={(value) =>
          void navigate({ search: value === 'edit' || value === null ? {} : { tab: value }, replace: true })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="edit">{mayWrite ? 'Edit' : 'Configuration'}</Tabs.Tab>
          {mayWrite ? <Tabs.Tab value="talk">Browser call</Tabs.Tab> : null}
          {mayChat ? <Tabs.Tab value="try">Test chat</Tabs.Tab> : null}
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="widget">Widget</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="edit">
          <AgentEditor agent={agent} editing={editing} />
        </Tabs.Panel>
        {mayWrite ? (
          <Tabs.Panel value="talk" keepMounted={false}>
            <TalkPanel agent={agent} />
          </Tabs.Panel>
        ) : null}
        {mayChat ? (
          <Tabs.Panel value="try">
            <TryChat agent={agent} />
          </Tabs.Panel>
        ) : null}
        <Tabs.Panel value="versions" keepMounted={false}>
          <VersionsPanel agent={agent} />
        </Tabs.Panel>
        <Tabs.Panel value="widget">
          {visited.includes('widget') ? <WidgetPanel agentId={agent.agentId} mayWrite={mayWrite} /> : null}
        </Tabs.Panel>
      </Tabs>
      {mayWrite && shown === 'edit' ? <SaveBar agent={agent} editing={editing} /> : null}
    </Page>
  );
}
