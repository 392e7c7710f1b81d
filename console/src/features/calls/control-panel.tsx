import { Button, Group, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, useCan } from '../../api/index.ts';
import { Panel, toastFailure } from '../../ui/index.ts';
import { versionQuery } from '../flow-trace/index.ts';
import type { Call } from './call-labels.ts';
import { CommandList } from './command-list.tsx';
import { type CommandInput, isMuted, lastMute, presentAgent } from './commands.ts';
import {
  ChoiceForm,
  type FormProps,
  KeysForm,
  SpeechForm,
  TextForm,
  VariableForm,
} from './control-forms.tsx';
import { commandsQuery, soundsQuery, whyQuery } from './queries.ts';

/** A member who leaves the call unmutes the agent, which no event of the stream reports. */
const whileMutedMs = 3_000;

/** The controls of a live call, and what became of the commands. After the call, only those that were given. */
export function ControlPanel({ call }: { call: Call }) {
  const { callId, status } = call;
  const isAnswered = status === 'in-progress' || status === 'forwarding';
  const mayControl = useCan('calls:control') && isAnswered;
  const { data } = useQuery(commandsQuery(callId));
  const commands = data?.commands ?? [];
  const wasMuted = lastMute(commands)?.command.type === 'mute';
  const { data: why } = useQuery({
    ...whyQuery(callId),
    enabled: mayControl && wasMuted,
    refetchInterval: whileMutedMs,
  });
  if (!mayControl && commands.length === 0) return null;
  return (
    <Panel
      title="Control"
      aside={
        <a className="app-link" href="/docs/live-calls" target="_blank" rel="noreferrer">
          Help
        </a>
      }
      {...(mayControl
        ? { description: 'The customer hears what the agent says for you, and no whispers.' }
        : {})}
    >
      {mayControl ? <Controls call={call} isMuted={isMuted(commands, why?.decisions ?? [])} /> : null}
      <CommandList commands={commands} />
    </Panel>
  );
}

function Controls({ call, isMuted }: { call: Call; isMuted: boolean }) {
  const { callId } = call;
  const { agentId, agentVersion } = presentAgent(call);
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CommandInput) =>
      read(api.POST('/api/calls/{callId}/commands', { params: { path: { callId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: commandsQuery(callId).queryKey }),
    onError: toastFailure,
  });
  const { data: version } = useQuery({
    ...versionQuery(agentId, agentVersion ?? 0),
    enabled: agentVersion !== null,
  });
  const { data: sounds = [] } = useQuery(soundsQuery);
  const stages = Object.keys(version?.configuration.flow?.stages ?? {});
  const destinations = (version?.configuration.transferDestinations ?? []).map(({ name }) => name);
  const form = { send: mutate, isPending };
  return (
    <Tabs defaultValue="say" keepMounted={false} mb="md">
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <Tabs.List>
          <Tabs.Tab value="say">Say</Tabs.Tab>
          <Tabs.Tab value="whisper">Whisper</Tabs.Tab>
          {stages.length > 0 ? <Tabs.Tab value="stage">Stage</Tabs.Tab> : null}
          <Tabs.Tab value="variable">Variable</Tabs.Tab>
          {sounds.length > 0 ? <Tabs.Tab value="sound">Sound</Tabs.Tab> : null}
          <Tabs.Tab value="keys">Keys</Tabs.Tab>
          {destinations.length > 0 ? <Tabs.Tab value="transfer">Transfer</Tabs.Tab> : null}
          <Tabs.Tab value="end">End</Tabs.Tab>
        </Tabs.List>
        <Button
          size="xs"
          variant="default"
          disabled={isPending}
          onClick={() => mutate({ type: isMuted ? 'unmute' : 'mute' })}
        >
          {isMuted ? 'Unmute agent' : 'Mute agent'}
        </Button>
      </Group>
      <TextTabs {...form} />
      <ChoiceTabs {...form} stages={stages} sounds={sounds} destinations={destinations} />
      <Tabs.Panel value="variable">
        <VariableForm {...form} />
      </Tabs.Panel>
      <Tabs.Panel value="keys">
        <KeysForm {...form} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Commands with a text: the agent says it, or only the model reads it. */
function TextTabs(form: FormProps) {
  return (
    <>
      <Tabs.Panel value="say">
        <SpeechForm {...form} />
      </Tabs.Panel>
      <Tabs.Panel value="whisper">
        <TextForm
          {...form}
          label="Instruction that only the agent reads"
          action="Whisper"
          commandOf={(text) => ({ type: 'whisper', text })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="end">
        <TextForm
          {...form}
          label="Last words of the agent"
          action="End with these words"
          commandOf={(message) => ({ type: 'end', message })}
        />
      </Tabs.Panel>
    </>
  );
}

interface ChoiceTabsProps extends FormProps {
  stages: string[];
  sounds: readonly { soundId: string; name: string }[];
  destinations: string[];
}

/** Commands that choose a stage, a destination or a sound. */
function ChoiceTabs({ stages, sounds, destinations, ...form }: ChoiceTabsProps) {
  return (
    <>
      <Tabs.Panel value="stage">
        <ChoiceForm
          {...form}
          label="Stage of the flow"
          action="Go to stage"
          data={stages}
          commandOf={(stage) => ({ type: 'enterStage', stage })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="sound">
        <ChoiceForm
          {...form}
          label="Sound of the organization"
          action="Play sound"
          data={sounds.map(({ soundId: value, name: label }) => ({ value, label }))}
          commandOf={(soundId) => ({ type: 'playSound', soundId, when: 'now' })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="transfer">
        <ChoiceForm
          {...form}
          label="Destination of the agent"
          action="Transfer call"
          data={destinations}
          commandOf={(destination) => ({ type: 'transfer', destination, message: null })}
        />
      </Tabs.Panel>
    </>
  );
}
