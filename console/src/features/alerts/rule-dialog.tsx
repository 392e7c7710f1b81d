import { Button, Divider, Group, MultiSelect, Select, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import {
  ConfirmItem,
  DialogButton,
  type DraftFields,
  FormDialog,
  MoreMenu,
  useDraft,
} from '../../ui/index.ts';
import { Choice } from '../picks/index.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import {
  type AlertRule,
  isOfNow,
  isOfTeams,
  type Measure,
  measureLabels,
  measures,
  windowLabels,
} from './labels.ts';
import { channelsQuery } from './queries.ts';
import { bodyOf, changesFor, draftOf, presets, type RuleDraft, scaleOf } from './rule-draft.ts';
import { TryRule } from './try-rule.tsx';

interface RuleDialogProps {
  /** Null for a new rule. */
  rule: AlertRule | null;
  onClose: () => void;
}

/** A rule as a sentence, with where it is sent and what it would have done. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const form = useDraft<RuleDraft>(rule === null ? presets[0]!.draft : draftOf(rule));
  const save = async () => {
    const body = bodyOf(form.draft);
    if (rule === null) return read(api.POST('/api/alert-rules', { body }));
    const { alertRuleId } = rule;
    return read(api.PATCH('/api/alert-rules/{alertRuleId}', { params: { path: { alertRuleId } }, body }));
  };
  return (
    <FormDialog
      title={rule === null ? 'Add rule' : rule.name}
      action={rule === null ? 'Add rule' : 'Save rule'}
      size="lg"
      form={form}
      version={rule?.updatedAt}
      onSubmit={save}
      refreshes={['alert-rules']}
      done="The rule was saved."
      onClose={onClose}
    >
      {(fields) => (
        <>
          {rule === null ? <Presets onChoose={form.restart} /> : null}
          <TextInput label="Name" {...fields.text('name')} required data-autofocus />
          <Sentence {...fields} />
          <Channels {...fields} />
          <Switch label="The rule is on" {...fields.checked('enabled')} />
          <Divider />
          <TryRule draft={fields.draft} />
          {rule === null ? null : <Removal rule={rule} onRemoved={onClose} />}
        </>
      )}
    </FormDialog>
  );
}

function Presets({ onChoose }: { onChoose: (draft: RuleDraft) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Begin with">
      {presets.map(({ id, title, draft }) => (
        <Button key={id} size="compact-sm" variant="default" onClick={() => onChoose(draft)}>
          {title}
        </Button>
      ))}
    </Group>
  );
}

/** The condition, read from left to right. */
function Sentence(fields: DraftFields<RuleDraft>) {
  const { draft, change, text } = fields;
  const { measure } = draft;
  return (
    <fieldset className="alert-sentence">
      <legend>When the</legend>
      <Select
        aria-label="Measure"
        data={measures.map((name) => ({ value: name, label: measureLabels[name].label }))}
        value={measure}
        onChange={(name) => name && change(changesFor(name as Measure))}
        allowDeselect={false}
      />
      {measure === 'phrase' ? <TextInput label="Phrase" {...text('phrase')} required /> : null}
      {measure === 'stage-rate' ? <TextInput label="Stage of the flow" {...text('stage')} required /> : null}
      <Subject {...fields} />
      <Limit {...fields} />
      {measureLabels[measure].hasSample ? (
        <Text size="xs" c="dimmed">
          With fewer calls in the window, the rule raises no alert.
        </Text>
      ) : null}
    </fieldset>
  );
}

/** The calls that count, and the window. */
function Subject({ draft, change, value }: DraftFields<RuleDraft>) {
  const { measure } = draft;
  const isQueue = measure === 'queue-wait';
  const isTeam = isOfTeams(measure);
  return (
    <Group gap="xs" grow align="flex-start">
      {isTeam ? <Choice label="for the team" kind="teams" none="Any team" {...value('teamId')} /> : null}
      {isQueue || isTeam ? null : (
        <Choice label="of the agent" kind="agents" none="Any agent" {...value('agentId')} />
      )}
      {isTeam ? null : (
        <Choice
          label={isQueue ? 'of the campaign' : 'in the campaign'}
          kind="campaigns"
          none="Any or none"
          {...value('campaignId')}
        />
      )}
      {isOfNow(measure) ? null : (
        <Select
          label="within"
          data={Object.entries(windowLabels).map(([minutes, label]) => ({ value: minutes, label }))}
          value={draft.windowMinutes}
          onChange={(minutes) => minutes && change({ windowMinutes: minutes })}
          allowDeselect={false}
        />
      )}
    </Group>
  );
}

/** Chooses a bound or earlier weeks, with which the value is compared. */
function Limit({ draft, change, text, errorOf }: DraftFields<RuleDraft>) {
  const { measure } = draft;
  const comparedTo = isOfNow(measure) ? 'bound' : draft.comparedTo;
  return (
    <Group gap="xs" grow align="flex-start">
      <Select
        label="is"
        data={['above', 'below']}
        value={draft.direction}
        onChange={(direction) => direction && change({ direction: direction as 'above' })}
        allowDeselect={false}
      />
      {isOfNow(measure) ? null : (
        <Select
          label="compared with"
          data={[
            { value: 'bound', label: 'a fixed value' },
            { value: 'earlier-weeks', label: 'the same time of earlier weeks' },
          ]}
          value={comparedTo}
          onChange={(to) => to && change({ comparedTo: to as 'bound' })}
          allowDeselect={false}
          error={errorOf('comparedTo')}
        />
      )}
      <TextInput
        label={comparedTo === 'bound' ? 'Value' : 'By at least'}
        inputMode="decimal"
        rightSection={<Text size="xs">{scaleOf({ measure, comparedTo }).unit}</Text>}
        rightSectionWidth={44}
        {...text('bound')}
      />
      {measureLabels[measure].hasSample ? (
        <TextInput label="Fewest calls" inputMode="numeric" {...text('minimumCalls')} />
      ) : null}
    </Group>
  );
}

function Channels({ draft, change, errorOf }: DraftFields<RuleDraft>) {
  const { data } = useQuery(channelsQuery);
  const channels = data?.alertChannels ?? [];
  const add = (
    <DialogButton label="Add channel" size="xs" variant="default">
      {(close) => (
        <ChannelDialog
          onSaved={({ alertChannelId }) => change({ channelIds: [...draft.channelIds, alertChannelId] })}
          onClose={close}
        />
      )}
    </DialogButton>
  );
  return (
    <>
      <MultiSelect
        label="Send to"
        description="Once when an alert begins and once when it ends. Webhook endpoints with the alert events get both too."
        placeholder={draft.channelIds.length > 0 ? undefined : 'Choose channels'}
        data={channels.map(({ alertChannelId, name }) => ({ value: alertChannelId, label: name }))}
        value={draft.channelIds}
        onChange={(channelIds) => change({ channelIds })}
        error={errorOf('channelIds')}
        disabled={channels.length === 0}
      />
      <Group gap="xs">
        {add}
        <Text size="xs" c="dimmed">
          {channels.length === 0
            ? 'No channel yet: e-mail, Slack or Teams. Without one, alerts are shown in the console alone.'
            : 'Another e-mail, Slack or Teams channel.'}
        </Text>
      </Group>
    </>
  );
}

function Removal({ rule: { alertRuleId, name }, onRemoved }: { rule: AlertRule; onRemoved: () => void }) {
  const remove = async () => {
    await read(api.DELETE('/api/alert-rules/{alertRuleId}', { params: { path: { alertRuleId } } }));
    onRemoved();
  };
  return (
    <Group justify="flex-end">
      <MoreMenu label={`More actions for ${name}`} isSmall>
        <ConfirmItem
          isDestructive
          consequence="Its open alert ends. Earlier alerts stay for 90 days. This cannot be undone."
          onConfirm={remove}
          refreshes={['alert-rules']}
          done={`${name} was deleted.`}
        >
          Delete rule
        </ConfirmItem>
      </MoreMenu>
    </Group>
  );
}
