import { Text } from '@mantine/core';
import { timeScale } from './time-scale.ts';
import { attemptsAt, formatWait, outcomes, type RetryRules, waitsAfter, waitsInWords } from './waits.ts';

/** Percent between two dots from which on they are numbered. */
const numberedMin = 2.6;

/** Shows when attempts come, one line for each outcome, as a picture and in words. */
export function AttemptsPicture({ rules }: { rules: RetryRules }) {
  const lines = outcomes.map(({ value, word }) => ({
    word,
    at: attemptsAt(rules, value),
    waits: waitsInWords(waitsAfter(rules, value)),
  }));
  const { at, marks } = timeScale(Math.max(...lines.map((line) => line.at.at(-1) ?? 0)));
  return (
    <div className="attempts">
      <ul className="plain-list" aria-label="Attempt times by outcome of the previous attempt">
        {lines.map((line) => (
          <li key={line.word} className="attempts-line">
            <div className="attempts-words">
              <strong>{line.word}</strong>
              <span>{line.waits}</span>
            </div>
            <div className="attempts-track" aria-hidden="true">
              <span className="attempts-reach" style={{ width: `${at(line.at.at(-1) ?? 0)}%` }} />
              {line.at.map((seconds, index) => {
                const before = index === 0 ? null : at(line.at[index - 1]!);
                const isNumbered = before === null || at(seconds) - before >= numberedMin;
                return (
                  <span
                    // biome-ignore lint/suspicious/noArrayIndexKey: attempts are identified by their number
                    key={index}
                    className="attempts-dot"
                    data-bare={isNumbered ? undefined : ''}
                    style={{ left: `${at(seconds)}%` }}
                    title={`Attempt ${index + 1}${index === 0 ? '' : `, ${formatWait(seconds)} after the first`}`}
                  >
                    {isNumbered ? index + 1 : ''}
                  </span>
                );
              })}
            </div>
          </li>
        ))}
      </ul>
      <div className="attempts-scale" aria-hidden="true">
        <span style={{ left: 0 }}>first</span>
        {marks.map(({ percent, label }) => (
          <span key={label} style={{ left: `${percent}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

const parts = ['Before 11:00', '11:00 to 14:00', '14:00 to 17:00', 'After 17:00'];

/** The parts of the day that attempts alternate between. */
export function DayParts({ isVaried }: { isVaried: boolean }) {
  return (
    <div>
      <ul className="day-parts plain-list" aria-hidden={!isVaried} data-off={isVaried ? undefined : ''}>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt={6}>
        {isVaried
          ? 'The next attempt uses the least-tried part of the customer’s day if the schedule is open then within three days. It may be later than shown.'
          : 'The next attempt is made when the wait is over and the schedule is open, at any time of day.'}
      </Text>
    </div>
  );
}
