import { ActionIcon, Group, Input, NumberInput, Select, TagsInput, Text } from '@mantine/core';
import type { AgentForm } from './use-agent-form.ts';

type KeyTerm = AgentForm['values']['conversation']['keyTerms'][number];
/** The first boost of a term; 0.5 is usual. */
const firstBoost = 0.8;

const termOf = (one: KeyTerm) => (typeof one === 'string' ? one : one.term);

/** The key terms of an agent, and the boosts of those that have one. */
export function KeyTermsField({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { conversation } = values;
  const { keyTerms } = conversation;
  const change = (changed: KeyTerm[]) => set('conversation', { ...conversation, keyTerms: changed });
  const put = (term: string, one: KeyTerm) =>
    change(keyTerms.map((before) => (termOf(before) === term ? one : before)));
  const plain = keyTerms.filter((one) => typeof one === 'string');
  const isBoostable = !isReadOnly && plain.length > 0;
  return (
    <>
      <TagsInput
        label="Key terms"
        description="Names and words that callers say and a transcriber would misspell. May contain {{variables}}."
        value={keyTerms.map(termOf)}
        onChange={(terms) =>
          change(terms.map((term) => keyTerms.find((one) => termOf(one) === term) ?? term))
        }
        error={errorOf('conversation.keyTerms')}
        readOnly={isReadOnly}
      />
      {isBoostable || plain.length < keyTerms.length ? (
        <Input.Wrapper
          label="Boosts of key terms"
          labelElement="div"
          description="How strongly the transcriber prefers a term. 0.5 is usual, 1 is the most. With a high boost it may hear the term in other words."
        >
          {keyTerms.map((one, index) =>
            typeof one === 'string' ? null : (
              <BoostRow
                key={one.term}
                {...one}
                error={errorOf(`conversation.keyTerms.${index}.boost`)}
                isReadOnly={isReadOnly}
                onChange={(changed) => put(one.term, changed)}
              />
            ),
          )}
          {isBoostable ? (
            <Select
              aria-label="Boost a key term"
              placeholder="Boost a key term"
              data={plain}
              value={null}
              onChange={(term) => (term === null ? undefined : put(term, { term, boost: firstBoost }))}
              mt={6}
            />
          ) : null}
        </Input.Wrapper>
      ) : null}
    </>
  );
}

interface BoostRowProps {
  term: string;
  boost: number;
  error: string | undefined;
  isReadOnly: boolean;
  /** Without a boost the term is a plain text. */
  onChange: (changed: KeyTerm) => void;
}

function BoostRow({ term, boost, error, isReadOnly, onChange }: BoostRowProps) {
  return (
    <Group gap="xs" mt={6} wrap="nowrap">
      <Text flex={1} size="sm">
        {term}
      </Text>
      <NumberInput
        aria-label={`Boost of ${term}`}
        value={boost}
        onChange={(value) => onChange({ term, boost: Number(value) })}
        error={error}
        readOnly={isReadOnly}
        min={0.1}
        max={1}
        step={0.1}
        w={120}
      />
      {isReadOnly ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove the boost of ${term}`}
          onClick={() => onChange(term)}
        >
          ×
        </ActionIcon>
      )}
    </Group>
  );
}
