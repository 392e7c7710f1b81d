import { Autocomplete, Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import { AppLink, Panel, toastFailure } from '../../ui/index.ts';
import type { Call } from './call-labels.ts';
import { usedTagsQuery } from './queries.ts';
import { RemoveChip } from './remove-chip.tsx';

const tagsMax = 10;
const lengthMax = 40;

/** The tags of a call: labels that members share, each with a link to the calls that have it. */
export function TagsPanel({ call: { callId, tags, customerNumber } }: { call: Call }) {
  // A call without a number is one whose customer was erased.
  const mayWrite = useCan('calls:write') && customerNumber !== '';
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (tag: string) =>
      read(api.DELETE('/api/calls/{callId}/tags/{tag}', { params: { path: { callId, tag } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['calls'] }),
    onError: toastFailure,
  });
  if (!mayWrite && tags.length === 0) return null;
  return (
    <Panel title="Tags">
      {tags.length > 0 ? (
        <ul className="filter-chips" aria-label="Tags of the call">
          {tags.map((tag) => (
            <li key={tag}>
              <span className="filter-chip" data-plain={!mayWrite || undefined}>
                <AppLink
                  to="/calls"
                  search={{ tag }}
                  className="filter-chip-value"
                  title={`Show calls with the tag ${tag}`}
                >
                  {tag}
                </AppLink>
                {mayWrite ? (
                  <RemoveChip
                    label={`Remove tag: ${tag}`}
                    onClick={() => remove.mutate(tag)}
                    disabled={remove.isPending}
                  />
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite && tags.length < tagsMax ? <AddTag callId={callId} tags={tags} /> : null}
    </Panel>
  );
}

function AddTag({ callId, tags }: { callId: string; tags: readonly string[] }) {
  const { data: used = [] } = useQuery(usedTagsQuery);
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const tag = tagOf(typed);
  const problem = problemOf(tag);
  const add = useMutation({
    mutationFn: (added: string) =>
      read(api.PUT('/api/calls/{callId}/tags/{tag}', { params: { path: { callId, tag: added } } })),
    onSuccess: () => {
      setTyped('');
      return client.invalidateQueries({ queryKey: ['calls'] });
    },
    onError: toastFailure,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tag !== '' && problem === null && !add.isPending) add.mutate(tag);
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" mt={tags.length > 0 ? 'sm' : 0} align="flex-end" wrap="nowrap">
        <Autocomplete
          label="Add a tag"
          placeholder="Choose one, or type a new one"
          size="xs"
          flex={1}
          data={used.filter((one) => !tags.includes(one))}
          value={typed}
          onChange={setTyped}
          onOptionSubmit={(chosen) => add.mutate(chosen)}
          maxLength={lengthMax}
          limit={50}
          maxDropdownHeight={220}
          error={problem}
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={add.isPending}
          disabled={tag === '' || problem !== null}
          style={problem ? { alignSelf: 'center' } : undefined}
        >
          Add
        </Button>
      </Group>
    </form>
  );
}

/** Returns the tag for what was typed: lower case, with single spaces. */
function tagOf(typed: string): string {
  return typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Returns why the API would refuse a tag, or null. */
function problemOf(tag: string): string | null {
  if (/\p{N}{5}/u.test(tag)) return 'At most four digits in a row';
  const isAllowed = /^[\p{Ll}\p{Lo}\p{N}]+(?:[ _-][\p{Ll}\p{Lo}\p{N}]+)*$/u.test(tag);
  return tag === '' || isAllowed || /[ _-]$/.test(tag) ? null : 'Letters, digits, spaces and hyphens only';
}
