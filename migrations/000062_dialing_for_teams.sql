-- Works with programs from 000017 on.

-- Who takes the answered calls of a campaign: its agent, or the members of a team.
alter table campaigns
  add column dialing_mode text not null default 'agent' check (dialing_mode in ('agent', 'progressive', 'predictive')),
  -- Null in the mode 'agent'.
  add column dialing_team_id text,
  add column max_abandonment real not null default 0.03 check (max_abandonment between 0 and 0.2);
create index campaigns_dialing_team on campaigns (organization_id, dialing_team_id) where dialing_team_id is not null;

-- How many calls a campaign of a team may dial, and what was measured of it. A campaign without a row dials nothing.
create table campaign_pacing (
  organization_id text not null,
  campaign_id text not null,
  -- The calls that were ever claimed. Claims add to it, and take no call beyond `allowed_through`.
  claimed bigint not null default 0,
  allowed_through bigint not null default 0,
  -- The allowance is void after this time.
  allowed_until timestamptz(3) not null default '-infinity',
  refreshed_at timestamptz(3) not null default '-infinity',
  -- The last decision: why no call is dialed ahead, the answer rate, the calls in the air and the free members.
  decision json,
  -- The latest measurements, and the calls that were in the air.
  measured json,
  -- The calls that people answered since then, for at most 30 days.
  period_since timestamptz(3),
  answered integer not null default 0,
  given integer not null default 0,
  abandoned integer not null default 0,
  -- The time that members of the team were free, and the time that they were there, since `period_since`.
  idle_ms bigint not null default 0,
  present_ms bigint not null default 0,
  primary key (organization_id, campaign_id),
  foreign key (organization_id, campaign_id) references campaigns on delete cascade
) with (fillfactor=50);

-- The campaign whose call it is that a member takes at once, without a click; null for calls that were transferred to the team.
alter table team_calls add column campaign_id text;
