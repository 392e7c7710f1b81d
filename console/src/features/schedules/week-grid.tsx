import { VisuallyHidden } from '@mantine/core';
import { dayLabels, days, type Schedule } from './schedule-labels.ts';

const dayMinutes = 1_440;

/** The week as a grid, one row for each day. Filled parts are open. */
export function WeekGrid({ windows }: Pick<Schedule, 'windows'>) {
  return (
    <div>
      <ul className="week plain-list" aria-label="Weekly open hours">
        {days.map((day) => {
          const open = windows.filter((window) => window.days.includes(day));
          return (
            <li key={day} className="week-day">
              <span>{dayLabels[day]}</span>
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

/** Returns the minutes since midnight of the API's time of day: `09:30` is 570, `24:00` is 1440. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
