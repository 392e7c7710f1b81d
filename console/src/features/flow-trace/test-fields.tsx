import { SegmentedControl, SimpleGrid, TextInput } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import type { ErrorOf } from '../../ui/index.ts';
import type { FlowStartDraft } from './flow-start.ts';
import { FlowStartFields } from './flow-start-fields.tsx';

type Agent = Schema<'Agent'>;

/** The stage and the variables with which a test begins, as its form holds them. */
export interface TestDraft {
  /** Whether the draft is tested, if there is one. */
  isDraft: boolean;
  /** The values of the variables that a call requires. */
  variables: Record<string, string>;
  /** Where the flow begins. */
  start: FlowStartDraft;
}

interface TestFieldsProps {
  agent: Agent;
  /** Names the choice between draft and published version. */
  label: string;
  test: TestDraft;
  onChange: (changes: Partial<TestDraft>) => void;
  /** Whether the draft and stages of the flow may be chosen. */
  mayChoose: boolean;
  /** Returns the problem of a field, such as `flow.variables.guests`. */
  errorOf: ErrorOf;
}

/** Returns what a test plays: the draft, if there is one and it is chosen, or the published version. */
export function testedOf(agent: Agent, isDraft: boolean) {
  return isDraft && agent.draft !== null ? agent.draft : agent;
}

/** Returns the values of the variables that each call must supply. The defaults of the agent apply to the others. */
export function suppliedOf(
  { requiredVariables }: Pick<Agent, 'requiredVariables'>,
  values: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => requiredVariables.includes(name)));
}

/** The fields of a test: version, variables, and where the flow begins. */
export function TestFields({ agent, label, test, onChange, mayChoose, errorOf }: TestFieldsProps) {
  const { isDraft, variables, start } = test;
  const { flow } = testedOf(agent, mayChoose && isDraft);
  return (
    <>
      {mayChoose && agent.draft ? (
        <SegmentedControl
          aria-label={label}
          data={[
            { value: 'draft', label: 'Draft' },
            { value: 'published', label: `Version ${agent.version}` },
          ]}
          value={isDraft ? 'draft' : 'published'}
          onChange={(value) => onChange({ isDraft: value === 'draft' })}
        />
      ) : null}
      {agent.requiredVariables.length > 0 ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" w="100%" maw={640}>
          {agent.requiredVariables.map((name) => (
            <TextInput
              key={name}
              label={name}
              value={variables[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ variables: { ...variables, [name]: value } })
              }
            />
          ))}
        </SimpleGrid>
      ) : null}
      {mayChoose && flow ? (
        <FlowStartFields
          flow={flow}
          start={start}
          onChange={(changed) => onChange({ start: changed })}
          errorOf={errorOf}
        />
      ) : null}
    </>
  );
}
