import './calls.css';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge, TimeText } from '../../ui/index.ts';
import { type CallCommand, commandText, commandTones } from './commands.ts';
import { commandsQuery } from './queries.ts';

/** A command is over within seconds. */
const lookEveryMs = 700;

/** The results of commands to a live call, for pages that do not follow the call. */
export function CommandsSoFar({ callId }: { callId: string }) {
  const { data } = useQuery({
    ...commandsQuery(callId),
    refetchInterval: ({ state }) =>
      state.data?.commands.some(({ state: of }) => of === 'waiting' || of === 'begun') ? lookEveryMs : false,
  });
  return data && data.commands.length > 0 ? <CommandList commands={data.commands} /> : null;
}

/** The commands, newest first, and what became of each. Changes are announced to screen readers. */
export function CommandList({ commands }: { commands: readonly CallCommand[] }) {
  return (
    <ol className="command-list" aria-label="Commands" aria-live="polite">
      {commands.toReversed().map(({ sequence, command, state, detail, memberName, createdAt }) => (
        <li key={sequence}>
          <div className="command-head">
            <span className="command-text">{commandText(command)}</span>
            <StatusBadge status={state} tone={commandTones[state]} pulse={state === 'begun'} />
          </div>
          <div className="command-note">
            {memberName ?? 'A former member'} · <TimeText at={createdAt} />
            {detail ? ` · ${detail}` : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
