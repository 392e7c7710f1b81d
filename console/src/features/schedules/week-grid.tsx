import { VisuallyHidden } from '@mantine/core';
import { minutesOf } from './minutes-of.ts';
import { days, dayWords, type Schedule } from './schedule-words.ts';

const dayMinutes = 1_440;

/** The week as a grid: one row a day, open where it is filled. */
export function WeekGrid({ windows }: Pick<Schedule, 'windows'>) {
  return (
    <div>
      <ul className="week plain-list" aria-label="Weekly open hours">
        {days.map((day) => {
          const open = windows.filter((window) => window.days.includes(day));
          return (
            <li key={day} className="week-day">
              <span>{dayWords[day]}</span>
              <div className="week-hours">
                {open.length === 0 ? <VisuallyHidden>closed</VisuallyHidden> : null}
                {open.map(({ start, end }) => (
                  <span
                    key={start}
                    className="week-window"
                    title={`${start} to ${end}`}
                    style={{
                      left: `${(minutesOf(start) / dayMinutes) * 100}%`,
                      width: `${((minutesOf(end) - minutesOf(start)) / dayMinutes) * 100}%`,
                    }}
                  >
                    {start}–{end}
                  </span>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      <div className="week-scale" aria-hidden="true">
        {['0', '6', '12', '18', '24'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  );
}
