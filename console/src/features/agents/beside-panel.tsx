import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/index.ts';
import { BrowserCallPanel } from '../browser-call/index.ts';
import { testedOf } from '../flow-trace/index.ts';
import type { Agent } from './agent-labels.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { ReadyNotice } from './ready-notice.tsx';
import { TaughtByCall } from './taught-by-call.tsx';
import { TryChat } from './try-chat.tsx';
import type { AgentEditing } from './use-agent-form.ts';
import type { Trial } from './use-trial.ts';

interface BesidePanelProps {
  agent: Agent;
  editing: AgentEditing;
  examples: Record<string, string>;
  trial: Trial;
  /** Whether the editor is shown. A call ends when it is not. */
  isShown: boolean;
}

type Way = 'type' | 'speak' | 'preview';

/** The conversation beside the editor: in writing, by voice, or only its first words. It tries unsaved edits too. */
export function BesidePanel({ agent, editing, examples, trial, isShown }: BesidePanelProps) {
  const maySpeak = useCan('agents:write');
  const mayType = useCan('chats:write');
  const ways = [
    ...(mayType ? [{ value: 'type', label: 'Type' }] : []),
    ...(maySpeak ? [{ value: 'speak', label: 'Speak' }] : []),
    { value: 'preview', label: 'Preview' },
  ];
  const [way, setWay] = useState(ways[0]!.value as Way);
  return (
    <aside className="agent-beside" aria-label="Try the agent">
      <Stack gap="sm">
        {ways.length > 1 ? (
          <SegmentedControl
            aria-label="Try the agent by"
            size="xs"
            transitionDuration={0}
            data={ways}
            value={way}
            onChange={(value) => setWay(value as Way)}
          />
        ) : null}
        {mayType ? (
          // The chat goes on while the other ways are shown.
          <div hidden={way !== 'type'}>
            <TryChat agent={agent} examples={examples} trial={trial} isBeside />
          </div>
        ) : null}
        {way === 'speak' && isShown ? (
          <BrowserCallPanel
            agent={agent}
            examples={examples}
            start={trial.start}
            onStart={trial.setStart}
            prepare={trial.prepare}
            isBeside
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
        ) : null}
        {way === 'preview' ? <PreviewPanel agent={agent} isDirty={editing.isDirty} /> : null}
      </Stack>
    </aside>
  );
}
