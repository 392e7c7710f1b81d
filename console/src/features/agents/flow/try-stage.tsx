import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../../api/index.ts';
import type { TryStage } from '../use-trial.ts';

interface TryStageButtonProps {
  stage: string;
  tryStage: TryStage;
  isDisabled: boolean;
}

/** Tests the agent from a stage, in a chat or a browser call. */
export function TryStageButton({ stage, tryStage, isDisabled }: TryStageButtonProps) {
  const mayChat = useCan('chats:write');
  const [isSaving, setSaving] = useState(false);
  const begin = async (tab: 'try' | 'browser-call') => {
    setSaving(true);
    // The failure to save is shown above the buttons of the save bar.
    await tryStage(stage, tab).catch(() => undefined);
    setSaving(false);
  };
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="light" loading={isSaving} disabled={isDisabled} className="flow-try">
          Try from here
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChat ? <Menu.Item onClick={() => void begin('try')}>Write, in a test chat</Menu.Item> : null}
        <Menu.Item onClick={() => void begin('browser-call')}>Speak, in a browser call</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
