const number = new Intl.NumberFormat('en');
/** Whether hours go to 12 or to 24, as in the browser's language. All other texts are English. */
export const { hourCycle = 'h23' } = new Intl.DateTimeFormat(undefined, {
  timeStyle: 'short',
}).resolvedOptions();
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle });

/** Formats as 12,345. */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** Formats a count with its noun: 1 call, 1,200 calls, 2 deliveries (with the plural as `many`). */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/**
 * Formats an amount that was or will be paid: $12.50 and $0.53, with cents. Less than 10 cents keeps four decimals, and at
 * least two digits that are not zero: $0.0073 or €0.00085.
 */
export function formatMoney(amount: string, currency: string): string {
  const size = Math.abs(Number(amount));
  const zeros = size > 0 ? Math.max(0, -Math.floor(Math.log10(size)) - 1) : 0;
  const digits = size === 0 || size >= 0.1 ? 2 : Math.min(20, Math.max(4, zeros + 2));
  return inCurrency(amount, currency, digits);
}

/** Formats a price for a unit with all its decimals: $0.129 or $0.0000042. */
export function formatPrice(amount: string, currency: string): string {
  return inCurrency(amount, currency, 20);
}

function inCurrency(amount: string, currency: string, maximumFractionDigits: number): string {
  const options = { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits } as const;
  return new Intl.NumberFormat('en', options).format(Number(amount));
}

/** Formats as 850 ms, 1.2 s, 12 s, 3 min, 3 min 5 s or 1 h 5 min. */
export function formatDuration(milliseconds: number): string {
  // The clock of a page may be a second behind the time at which something began.
  if (milliseconds < 0) return '0 s';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return `${formatNumber(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** Formats how long something takes so far, in whole seconds: 7 s, 3 min 5 s. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  return seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1_000);
}

/** Formats a share from 0 to 1 as 42% or 4.2%. A share that is neither nothing nor all is never shown as such. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  if (percent > 99 && percent < 100) return `${Math.min(99.9, Math.round(percent * 10) / 10)}%`;
  if (percent <= 0 || percent >= 9.95) return `${formatNumber(Math.round(percent))}%`;
  return `${Math.max(0.1, Math.round(percent * 10) / 10).toFixed(1)}%`;
}

/** Formats a position in audio as 0:07, 12:34 or 1:02:03. */
export function formatPosition(milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / 1_000));
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

/** Formats date and time in the browser's time zone. */
export function formatInstant(instant: string | number): string {
  return exact.format(new Date(instant));
}

const [hour, minute] = ['2-digit', '2-digit'] as const;
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', hour, minute, hourCycle });
const later = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', hour, minute, hourCycle });
const sixDaysMs = 518_400_000;

/** Formats a time to come in the browser's time zone: Sun 13:00, or Dec 24, 13:00 when it is more than six days away. */
export function formatUpcoming(instant: string): string {
  const atMs = Date.parse(instant);
  return (atMs - Date.now() > sixDaysMs ? later : weekday).format(atMs);
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** Formats a calendar day, such as 2026-12-25, as Dec 25, 2026. An instant is formatted as its day in UTC. */
export function formatDay(date: string): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.slice(0, 10).split('-').map(Number);
  return day.format(new Date(year, month - 1, dayOfMonth));
}

/** Formats the time of day in the browser's time zone. */
export function formatTimeOfDay(instant: string | number): string {
  return clock.format(new Date(instant));
}

const units: [string, number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** Formats as 3 min ago, in 2 h or now. */
export function formatRelative(instantMs: number, nowMs: number): string {
  const differenceMs = Math.abs(instantMs - nowMs);
  const unit = differenceMs < 5_000 ? undefined : units.find(([, lengthMs]) => differenceMs >= lengthMs);
  if (!unit) return 'now';
  const length = `${Math.floor(differenceMs / unit[1])} ${unit[0]}`;
  return instantMs < nowMs ? `${length} ago` : `in ${length}`;
}

/**
 * `customer-did-not-answer` → `Customer did not answer`; `inboundPhoneCall` → `Inbound phone call`. The API calls the
 * agent an assistant in its older words.
 */
export function formatLabel(word: string): string {
  const spaced = word
    .replace(/^assistant\b/, 'agent')
    .replace(/^worker-lost$/, 'lost by Parley')
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replaceAll(/\burl\b/gi, 'URL');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
