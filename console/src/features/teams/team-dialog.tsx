import { Button, Group, NumberInput, Select, Switch, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { DialogButton, type DraftFields, FormDialog, NameField, useDraft } from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import { musicQuery } from './queries.ts';
import type { Team } from './team-labels.ts';

interface TeamButtonProps {
  /** Null for a new team. */
  team: Team | null;
  onSaved?: (team: Team) => void;
  children: string;
}

export function TeamButton({ children, ...dialog }: TeamButtonProps) {
  return (
    <DialogButton label={children}>{(close) => <TeamDialog {...dialog} onClose={close} />}</DialogButton>
  );
}

type Draft = Omit<Team, 'teamId' | 'createdAt' | 'updatedAt' | 'members'> & {
  members: { memberId: string; skills: string[] }[];
};

const empty: Draft = {
  ...{ name: '', members: [], ringSeconds: 20, waitSecondsMax: 300, wrapUpSeconds: 15 },
  ...{ musicSoundId: null, saysPosition: true },
};

function draftOf(team: Team | null): Draft {
  if (team === null) return empty;
  const { name, ringSeconds, waitSecondsMax, wrapUpSeconds, musicSoundId, saysPosition } = team;
  const members = team.members.map(({ memberId, skills }) => ({ memberId, skills }));
  return { name, members, ringSeconds, waitSecondsMax, wrapUpSeconds, musicSoundId, saysPosition };
}

function TeamDialog({ team, onSaved, onClose }: Omit<TeamButtonProps, 'children'> & { onClose: () => void }) {
  const form = useDraft(draftOf(team));
  const save = () => {
    const body = { ...form.draft, members: form.draft.members.filter(({ memberId }) => memberId !== '') };
    if (team === null) return read(api.POST('/api/teams', { body }));
    return read(api.PATCH('/api/teams/{teamId}', { params: { path: { teamId: team.teamId } }, body }));
  };
  return (
    <FormDialog
      title={team === null ? 'Add team' : 'Edit team'}
      action="Save team"
      size="lg"
      form={form}
      version={team?.updatedAt}
      onSubmit={save}
      refreshes={['teams']}
      done="The team was saved."
      onSaved={onSaved}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <NameField {...fields.value('name')} />
          <Members {...fields} />
          <Times {...fields} />
          <Waiting {...fields} />
        </>
      )}
    </FormDialog>
  );
}

function Members({ draft: { members }, change, errorOf }: DraftFields<Draft>) {
  const set = (index: number, changed: Partial<Draft['members'][number]>) =>
    change({ members: members.map((one, at) => (at === index ? { ...one, ...changed } : one)) });
  return (
    <fieldset className="team-members">
      <legend>Members</legend>
      {members.length === 0 ? (
        <Text size="sm" c="dimmed">
          Members take calls on the page “Take calls”. With skills, agents can ask for members who have them.
        </Text>
      ) : null}
      {members.map(({ memberId, skills }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: members are chosen here
        <Group key={index} gap="xs" align="flex-start" wrap="nowrap" className="team-member">
          <Choice
            label="Member"
            kind="members"
            required
            value={memberId}
            onChange={(chosen) => set(index, { memberId: chosen })}
            error={errorOf(`members.${index}.memberId`)}
          />
          <TagsInput
            label="Skills"
            placeholder={skills.length === 0 ? 'French, billing' : undefined}
            value={skills}
            onChange={(next) => set(index, { skills: next })}
            error={errorOf(`members.${index}.skills`)}
          />
          <Button
            variant="subtle"
            color="gray"
            mt={24}
            aria-label={`Remove member ${index + 1}`}
            onClick={() => change({ members: members.filter((_, at) => at !== index) })}
          >
            Remove
          </Button>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => change({ members: [...members, { memberId: '', skills: [] }] })}
      >
        Add member
      </Button>
    </fieldset>
  );
}

function Times({ draft, change, errorOf }: DraftFields<Draft>) {
  const seconds = (name: 'ringSeconds' | 'waitSecondsMax' | 'wrapUpSeconds') => ({
    value: draft[name],
    onChange: (value: string | number) => change({ [name]: Number(value) }),
    error: errorOf(name),
    suffix: ' s',
    required: true,
  });
  return (
    <Group gap="xs" grow align="flex-start">
      <NumberInput label="Rings at a member for" min={5} max={120} {...seconds('ringSeconds')} />
      <NumberInput label="Longest wait" min={10} max={3600} {...seconds('waitSecondsMax')} />
      <NumberInput label="Time for notes" min={0} max={1800} {...seconds('wrapUpSeconds')} />
    </Group>
  );
}

function Waiting({ draft, change, checked, errorOf }: DraftFields<Draft>) {
  const { data: sounds = [] } = useQuery(musicQuery);
  return (
    <>
      <Select
        label="Music while callers wait"
        data={[
          { value: '', label: 'Music of Parley' },
          ...sounds.map(({ soundId, name }) => ({ value: soundId, label: name })),
        ]}
        value={draft.musicSoundId ?? ''}
        onChange={(chosen) => change({ musicSoundId: chosen || null })}
        error={errorOf('musicSoundId')}
        allowDeselect={false}
      />
      <Switch label="Say the place in the queue" {...checked('saysPosition')} />
    </>
  );
}
