/** Minutes since midnight of a time of day as the API writes it: `09:30` is 570, `24:00` is 1440. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
