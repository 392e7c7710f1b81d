import { ActionIcon, Badge, Button, Group, Menu, Text } from '@mantine/core';
import { EmptyState, Panel } from '../../ui/index.ts';
import { GuardRailFields } from './guard-rail-fields.tsx';
import { beginningOf, type GuardRail, ruleKinds } from './guard-rail-kinds.ts';
import { TopicJudge } from './topic-judge.tsx';
import type { AgentForm } from './use-agent-form.ts';

/** The rules about what the agent says and does. */
export function GuardRailsPanel({ form }: { form: AgentForm }) {
  const { values, set, isReadOnly } = form;
  const { rules } = values.guardRails;
  const setAll = (next: GuardRail[]) => set('guardRails', { ...values.guardRails, rules: next });
  const add = (type: GuardRail['type']) => setAll([...rules, beginningOf(type, rules)]);
  return (
    <Panel
      title="Guard rails"
      description="Checked before the agent says or does something, whatever its model wants. The first rule that applies is used."
      aside={isReadOnly ? null : <AddRule add={add} />}
    >
      {rules.length === 0 ? (
        <EmptyState title="No guard rails">
          The agent says and does what its model decides. Add a rule for what it must never say, must always
          say, or must ask before a tool runs.
        </EmptyState>
      ) : null}
      <ol className="plain-list" aria-label="Guard rails">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          <li key={index} className="editor-row">
            <RuleHead
              rule={rule}
              isFirst={index === 0}
              isReadOnly={isReadOnly}
              moveUp={() => setAll(movedUp(rules, index))}
              remove={() => setAll(rules.filter((_, at) => at !== index))}
            />
            <GuardRailFields
              form={form}
              path={`guardRails.rules.${index}`}
              rule={rule}
              change={(changed) => setAll(rules.map((one, at) => (at === index ? changed : one)))}
            />
          </li>
        ))}
      </ol>
      <TopicJudge form={form} />
    </Panel>
  );
}

interface RuleHeadProps {
  rule: GuardRail;
  isFirst: boolean;
  isReadOnly: boolean;
  moveUp: () => void;
  remove: () => void;
}

/** The kind of a rule with its buttons. */
function RuleHead({ rule, isFirst, isReadOnly, moveUp, remove }: RuleHeadProps) {
  const { label, color } = ruleKinds[rule.type];
  return (
    <Group gap="xs" mb={6} wrap="nowrap">
      <Badge color={color} variant="light" tt="none" size="lg">
        {label}
      </Badge>
      <Text span flex={1} />
      {isReadOnly ? null : (
        <>
          {isFirst ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${rule.name} up`}
              title="Move up"
              onClick={moveUp}
            >
              ↑
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${rule.name}`} onClick={remove}>
            ×
          </ActionIcon>
        </>
      )}
    </Group>
  );
}

function AddRule({ add }: { add: (type: GuardRail['type']) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Add rule
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(ruleKinds).map(([type, { label }]) => (
          <Menu.Item key={type} onClick={() => add(type as GuardRail['type'])}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function movedUp(rules: readonly GuardRail[], index: number): GuardRail[] {
  const moved = [...rules];
  moved.splice(index - 1, 2, rules[index]!, rules[index - 1]!);
  return moved;
}
