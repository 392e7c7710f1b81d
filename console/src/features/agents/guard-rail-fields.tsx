import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type GuardRail, personalDataLabels } from './guard-rail-kinds.ts';
import { variablesIn } from './prompt-variables.ts';
import type { AgentForm } from './use-agent-form.ts';

interface FieldsProps<Rule extends GuardRail> {
  form: AgentForm;
  /** The rule's path in the configuration, such as `guardRails.rules.0`. */
  path: string;
  rule: Rule;
  change: (changed: GuardRail) => void;
}

type RuleOf<Type extends GuardRail['type']> = Extract<GuardRail, { type: Type }>;

/** The fields of one rule. */
export function GuardRailFields({ form, path, rule, change }: FieldsProps<GuardRail>) {
  const shared = { form, path, change };
  return (
    <Stack gap="xs">
      <TextInput
        label="Name of the rule"
        value={rule.name}
        onChange={({ currentTarget }) => change({ ...rule, name: currentTarget.value })}
        error={form.errorOf(`${path}.name`) ?? form.errorOf(`${path}.type`)}
        readOnly={form.isReadOnly}
        maxLength={100}
        required
      />
      {rule.type === 'words' ? <WordsFields {...shared} rule={rule} /> : null}
      {rule.type === 'personal-data' ? <PersonalDataFields {...shared} rule={rule} /> : null}
      {rule.type === 'disclosure' ? <DisclosureFields {...shared} rule={rule} /> : null}
      {rule.type === 'topic' ? <TopicFields {...shared} rule={rule} /> : null}
      {rule.type === 'tool' ? <ToolFields {...shared} rule={rule} /> : null}
    </Stack>
  );
}

function WordsFields({ form, path, rule, change }: FieldsProps<RuleOf<'words'>>) {
  return (
    <>
      <TagsInput
        label="Phrases"
        description="One phrase an entry. (a | b) is a choice, [a] may be missing, * stands for any words."
        placeholder="we guarantee * profit"
        value={rule.phrases}
        onChange={(phrases) => change({ ...rule, phrases })}
        error={form.errorOf(`${path}.phrases`)}
        readOnly={form.isReadOnly}
        splitChars={[]}
        acceptValueOnBlur
      />
      <Replacement form={form} path={path} rule={rule} change={change} />
    </>
  );
}

function PersonalDataFields({ form, path, rule, change }: FieldsProps<RuleOf<'personal-data'>>) {
  const { values, errorOf, errorsUnder, isReadOnly } = form;
  // Errors of other fields of the rule are shown there.
  const ofRule = errorsUnder(path).find(({ field }) => field === path)?.message;
  const known = [
    ...values.variables.map(({ name }) => name),
    ...variablesIn(values.prompt, values.firstMessage ?? ''),
  ];
  return (
    <>
      <Checkbox.Group
        label="Kinds"
        description="Recognized by their form."
        value={rule.kinds}
        onChange={(kinds) => change({ ...rule, kinds: kinds as typeof rule.kinds })}
        error={errorOf(`${path}.kinds`) ?? ofRule}
      >
        <Group gap="md" mt={4}>
          {Object.entries(personalDataLabels).map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} disabled={isReadOnly} />
          ))}
        </Group>
      </Checkbox.Group>
      <MultiSelect
        label="Variables"
        description="The agent knows their values and must not say them, such as a date of birth that the caller has to know."
        placeholder={known.length === 0 ? 'The agent has no variables' : undefined}
        data={[...new Set([...known, ...rule.variables])]}
        value={rule.variables}
        onChange={(variables) => change({ ...rule, variables })}
        error={errorOf(`${path}.variables`)}
        readOnly={isReadOnly}
        searchable
      />
      <Replacement form={form} path={path} rule={rule} change={change} />
    </>
  );
}

function DisclosureFields({ form, path, rule, change }: FieldsProps<RuleOf<'disclosure'>>) {
  return (
    <>
      <Textarea
        label="Text"
        description="Said word for word, and again when the caller interrupts it. May contain {{variables}}."
        value={rule.text}
        onChange={({ currentTarget }) => change({ ...rule, text: currentTarget.value })}
        error={form.errorOf(`${path}.text`)}
        readOnly={form.isReadOnly}
        autosize
        minRows={2}
        required
      />
      <NumberInput
        label="Said within so many seconds"
        description="0: before the agent's first answer."
        value={rule.withinSeconds}
        onChange={(value) => change({ ...rule, withinSeconds: Number(value) })}
        error={form.errorOf(`${path}.withinSeconds`)}
        readOnly={form.isReadOnly}
        min={0}
        max={3600}
        maw={260}
      />
    </>
  );
}

function TopicFields({ form, path, rule, change }: FieldsProps<RuleOf<'topic'>>) {
  return (
    <>
      <Textarea
        label="Topic"
        description="In words for a model, which judges each sentence before it is said. Costs a request a sentence."
        placeholder="medical advice"
        value={rule.description}
        onChange={({ currentTarget }) => change({ ...rule, description: currentTarget.value })}
        error={form.errorOf(`${path}.description`)}
        readOnly={form.isReadOnly}
        autosize
        minRows={1}
        required
      />
      <Replacement form={form} path={path} rule={rule} change={change} />
    </>
  );
}

function ToolFields({ form, path, rule, change }: FieldsProps<RuleOf<'tool'>>) {
  const { values, errorOf, errorsUnder, isReadOnly } = form;
  const names = values.tools.flatMap(({ type, name }) => (type === 'mcp' ? [] : [name]));
  const ofTools = errorsUnder(`${path}.tools`)[0]?.message;
  const ofRule = errorsUnder(path).find(({ field }) => field === path)?.message;
  return (
    <>
      <MultiSelect
        label="Tools"
        placeholder={names.length === 0 ? 'The agent has no tools' : undefined}
        data={[...new Set([...names, ...rule.tools])]}
        value={rule.tools}
        onChange={(tools) => change({ ...rule, tools })}
        error={ofTools}
        readOnly={isReadOnly}
        searchable
        required
      />
      <TextInput
        label="Condition"
        description="Must be true for the tool to run, such as arguments.price < 100 or disclosed[&quot;Terms&quot;]. Empty: none."
        placeholder="arguments.price < 100"
        value={rule.when ?? ''}
        onChange={({ currentTarget }) => change({ ...rule, when: currentTarget.value || null })}
        error={errorOf(`${path}.when`) ?? ofRule}
        readOnly={isReadOnly}
      />
      {rule.when === null ? null : (
        <TextInput
          label="Answer to the model when the condition is not true"
          value={rule.refusal}
          onChange={({ currentTarget }) => change({ ...rule, refusal: currentTarget.value })}
          error={errorOf(`${path}.refusal`)}
          readOnly={isReadOnly}
        />
      )}
      <TextInput
        label="Question to the caller"
        description="The agent asks it, and the tool runs only after the caller has agreed. May contain {{arguments}}. Empty: none."
        placeholder="Shall I book {{day}} for {{price}} euros?"
        value={rule.confirmation ?? ''}
        onChange={({ currentTarget }) => change({ ...rule, confirmation: currentTarget.value || null })}
        error={errorOf(`${path}.confirmation`)}
        readOnly={isReadOnly}
      />
    </>
  );
}

function Replacement({
  form,
  path,
  rule,
  change,
}: FieldsProps<RuleOf<'words'> | RuleOf<'personal-data'> | RuleOf<'topic'>>) {
  return (
    <TextInput
      label="Say instead"
      description="The rest of that answer is left out."
      value={rule.replacement}
      onChange={({ currentTarget }) => change({ ...rule, replacement: currentTarget.value })}
      error={form.errorOf(`${path}.replacement`)}
      readOnly={form.isReadOnly}
      required
    />
  );
}
