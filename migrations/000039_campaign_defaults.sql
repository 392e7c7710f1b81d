-- Works with programs from 000017 on.

-- The values that calls of a file share unless the file says otherwise: scheduleId, phoneNumberId, callRetryConfigId.
alter table campaigns add column call_defaults jsonb not null default '{}';
