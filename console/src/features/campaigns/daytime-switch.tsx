import { Switch, type SwitchProps } from '@mantine/core';

/** Whether the campaign calls by day only. */
export function DaytimeSwitch(props: SwitchProps) {
  return (
    <Switch
      label="Call only between 8:00 and 21:00 on the customer’s clock"
      description="This holds also for a schedule that is always open: other calls wait until 8:00. United States law sets these hours for sales calls (47 CFR 64.1200(c)(1)). For states with stricter hours, see Calling rules in Settings."
      {...props}
    />
  );
}
