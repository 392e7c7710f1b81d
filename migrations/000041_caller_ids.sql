-- Which of an organization's numbers a call shows as its caller id. It is chosen by the claim, before the trunk is counted,
-- because the trunk is that of the number; `phone_number_id` stays what was asked for.
alter table calls add column dial_number_id text, add column dial_number text;

-- At most so many calls are dialed with a number on one of its days; null: any number.
alter table phone_numbers add column max_calls_per_day integer check (max_calls_per_day >= 1);
-- What to add to UTC for the standard time where the number is: its days begin at midnight of that.
alter table phone_numbers add column day_offset_minutes integer not null default 0;

-- How many calls were dialed with a number on one of its days; only of numbers that are capped or stand in for others.
create table number_days (
  organization_id text not null,
  phone_number_id text not null,
  day date not null,
  calls integer not null,
  primary key (organization_id, phone_number_id, day)
) with (fillfactor = 50);

-- The states, provinces and countries of North America's area codes: the same as in the code, which a test compares.
create table area_codes (
  area_code text not null primary key,
  region text not null
);
create index area_codes_region on area_codes (region);
insert into area_codes (area_code, region)
  select code, t.region from (values
  ('US-AL', '205 251 256 334 483 659 938'),
  ('US-AK', '907'),
  ('US-AZ', '480 520 602 623 928'),
  ('US-AR', '327 479 501 870'),
  ('US-CA', '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951'),
  ('US-CO', '303 719 720 748 970 983'),
  ('US-CT', '203 475 860 959'),
  ('US-DC', '202 771'),
  ('US-DE', '302'),
  ('US-FL', '239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954'),
  ('US-GA', '229 404 470 478 678 706 762 770 912 943'),
  ('US-HI', '808'),
  ('US-ID', '208 986'),
  ('US-IL', '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872'),
  ('US-IN', '219 260 317 463 574 765 812 930'),
  ('US-IA', '319 515 563 641 712'),
  ('US-KS', '316 620 785 913'),
  ('US-KY', '270 364 502 606 859'),
  ('US-LA', '225 318 337 457 504 985'),
  ('US-ME', '207'),
  ('US-MD', '227 240 301 410 443 667'),
  ('US-MA', '339 351 413 508 617 774 781 857 978'),
  ('US-MI', '231 248 269 313 517 586 616 679 734 810 906 947 989'),
  ('US-MN', '218 320 507 612 651 763 924 952'),
  ('US-MS', '228 471 601 662 769'),
  ('US-MO', '235 314 417 557 573 636 660 816 975'),
  ('US-MT', '406'),
  ('US-NE', '308 402 531'),
  ('US-NV', '702 725 775'),
  ('US-NH', '603'),
  ('US-NJ', '201 551 609 640 732 848 856 862 908 973'),
  ('US-NM', '505 575'),
  ('US-NY', '212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934'),
  ('US-NC', '252 336 472 704 743 828 910 919 980 984'),
  ('US-ND', '701'),
  ('US-OH', '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937'),
  ('US-OK', '405 539 572 580 918'),
  ('US-OR', '458 503 541 971'),
  ('US-PA', '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878'),
  ('US-RI', '401'),
  ('US-SC', '803 821 839 843 854 864'),
  ('US-SD', '605'),
  ('US-TN', '423 615 629 729 731 865 901 931'),
  ('US-TX', '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979'),
  ('US-UT', '385 435 801'),
  ('US-VT', '802'),
  ('US-VA', '276 434 540 571 686 703 757 804 826 948'),
  ('US-WA', '206 253 360 425 509 564'),
  ('US-WV', '304 681'),
  ('US-WI', '262 274 353 414 534 608 715 920'),
  ('US-WY', '307'),
  ('CA-AB', '368 403 587 780 825'),
  ('CA-BC', '236 250 257 604 672 778'),
  ('CA-MB', '204 431 584'),
  ('CA-NB', '428 506'),
  ('CA-NL', '709 879'),
  ('CA-NS', '782 902'),
  ('CA-YT', '867'),
  ('CA-ON', '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942'),
  ('CA-QC', '263 273 354 367 418 438 450 468 514 579 581 819 873'),
  ('CA-SK', '306 474 639'),
  ('AG', '268'),
  ('AI', '264'),
  ('AS', '684'),
  ('BB', '246'),
  ('BM', '441'),
  ('BS', '242'),
  ('DM', '767'),
  ('DO', '809 829 849'),
  ('GD', '473'),
  ('GU', '671'),
  ('JM', '658 876'),
  ('KN', '869'),
  ('KY', '345'),
  ('LC', '758'),
  ('MP', '670'),
  ('MS', '664'),
  ('PR', '787 939'),
  ('SX', '721'),
  ('TC', '649'),
  ('TT', '868'),
  ('VC', '784'),
  ('VG', '284'),
  ('VI', '340')
  ) as t (region, codes), string_to_table(t.codes, ' ') as code;

-- Which states and provinces share a border on land, written down by hand, without those that meet in one point; CA-YT
-- stands for the three territories of 867.
create table region_borders (
  region text not null,
  neighbour text not null,
  primary key (region, neighbour)
);
insert into region_borders (region, neighbour)
  with pairs as (
    select t.region, neighbour from (values
  ('US-AL', 'US-FL US-GA US-MS US-TN'),
  ('US-AZ', 'US-CA US-NV US-UT US-NM'),
  ('US-AR', 'US-LA US-MO US-MS US-OK US-TN US-TX'),
  ('US-CA', 'US-NV US-OR'),
  ('US-CO', 'US-KS US-NE US-NM US-OK US-UT US-WY'),
  ('US-CT', 'US-MA US-NY US-RI'),
  ('US-DC', 'US-MD US-VA'),
  ('US-DE', 'US-MD US-NJ US-PA'),
  ('US-FL', 'US-GA'),
  ('US-GA', 'US-NC US-SC US-TN'),
  ('US-IA', 'US-IL US-MN US-MO US-NE US-SD US-WI'),
  ('US-ID', 'US-MT US-NV US-OR US-UT US-WA US-WY'),
  ('US-IL', 'US-IN US-KY US-MO US-WI'),
  ('US-IN', 'US-KY US-MI US-OH'),
  ('US-KS', 'US-MO US-NE US-OK'),
  ('US-KY', 'US-MO US-OH US-TN US-VA US-WV'),
  ('US-LA', 'US-MS US-TX'),
  ('US-MA', 'US-NH US-NY US-RI US-VT'),
  ('US-MD', 'US-PA US-VA US-WV'),
  ('US-ME', 'US-NH'),
  ('US-MI', 'US-OH US-WI'),
  ('US-MN', 'US-ND US-SD US-WI'),
  ('US-MO', 'US-NE US-OK US-TN'),
  ('US-MS', 'US-TN'),
  ('US-MT', 'US-ND US-SD US-WY'),
  ('US-NC', 'US-SC US-TN US-VA'),
  ('US-ND', 'US-SD'),
  ('US-NE', 'US-SD US-WY'),
  ('US-NH', 'US-VT'),
  ('US-NJ', 'US-NY US-PA'),
  ('US-NM', 'US-OK US-TX'),
  ('US-NV', 'US-OR US-UT'),
  ('US-NY', 'US-PA US-VT'),
  ('US-OH', 'US-PA US-WV'),
  ('US-OK', 'US-TX'),
  ('US-OR', 'US-WA'),
  ('US-PA', 'US-WV'),
  ('US-SD', 'US-WY'),
  ('US-TN', 'US-VA'),
  ('US-UT', 'US-WY'),
  ('US-VA', 'US-WV'),
  ('CA-AB', 'CA-BC CA-SK CA-YT'),
  ('CA-BC', 'CA-YT'),
  ('CA-MB', 'CA-ON CA-SK CA-YT'),
  ('CA-NB', 'CA-NS CA-QC'),
  ('CA-NL', 'CA-QC'),
  ('CA-ON', 'CA-QC'),
  ('CA-SK', 'CA-YT')
    ) as t (region, neighbours), string_to_table(t.neighbours, ' ') as neighbour)
  select region, neighbour from pairs union select neighbour, region from pairs;

create index phone_numbers_capped on phone_numbers (organization_id) where max_calls_per_day is not null;
create index phone_numbers_presence on phone_numbers (organization_id, (left(phone_number, 5))) where local_presence;

-- The calling code of an E.164 number, with its plus (ITU-T E.164, assigned codes: 1 and 7, the listed ones of two digits,
-- else three).
create function calling_code(p_number text) returns text language sql immutable as $$
  select left(p_number, case when p_number ~ '^\+[17]' then 2
    when p_number ~ '^\+(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 3 else 4 end)
$$;

-- How far a number is from a customer: 0 the same area code, 1 the same state or province, 2 one that borders on it; in
-- other countries 3 to 20, the less the more leading digits they share; null: another country, or too far.
create function number_distance(p_customer text, p_own text) returns integer language plpgsql stable as $$
declare
  customer_region text;
  own_region text;
begin
  if calling_code(p_customer) <> calling_code(p_own) then return null; end if;
  if left(p_customer, 2) = '+1' then
    if left(p_customer, 5) = left(p_own, 5) then return 0; end if;
    select region into customer_region from area_codes where area_code = substr(p_customer, 3, 3);
    select region into own_region from area_codes where area_code = substr(p_own, 3, 3);
    if customer_region = own_region then return 1; end if;
    if exists (select from region_borders where region = customer_region and neighbour = own_region) then return 2; end if;
    return null;
  end if;
  for shared in reverse 16..2 loop
    if left(p_customer, shared) = left(p_own, shared) then return greatest(3, 20 - shared); end if;
  end loop;
  return null;
end $$;

-- The day of a number on which an instant falls, and when the next one begins.
create function number_day(p_offset_minutes integer, p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'UTC' + make_interval(mins => p_offset_minutes))::date
$$;
create function next_number_day(p_offset_minutes integer, p_at timestamptz) returns timestamptz language sql immutable as $$
  select ((number_day(p_offset_minutes, p_at) + 1)::timestamp - make_interval(mins => p_offset_minutes)) at time zone 'UTC'
$$;

-- The local presence numbers that come into question for a customer, by where they are; the nearest only: those of the
-- area code if there are any that are not in `p_full`, else of the state, else of its neighbours.
create function presence_numbers(p_organization_id text, p_customer text, p_full text[])
  returns setof text language plpgsql stable as $$
declare
  own_region text;
begin
  if left(p_customer, 2) <> '+1' then
    return query select phone_number_id from phone_numbers
      where organization_id = p_organization_id and local_presence and phone_number like calling_code(p_customer) || '%'
        and phone_number_id <> all(p_full)
        and number_distance(p_customer, phone_number) = (
          select min(number_distance(p_customer, phone_number)) from phone_numbers
          where organization_id = p_organization_id and local_presence
            and phone_number like calling_code(p_customer) || '%' and phone_number_id <> all(p_full));
    return;
  end if;
  return query select phone_number_id from phone_numbers where organization_id = p_organization_id and local_presence
    and left(phone_number, 5) = left(p_customer, 5) and phone_number_id <> all(p_full);
  if found then return; end if;
  select region into own_region from area_codes where area_code = substr(p_customer, 3, 3);
  return query select n.phone_number_id from area_codes a join phone_numbers n
      on n.organization_id = p_organization_id and n.local_presence and left(n.phone_number, 5) = '+1' || a.area_code
    where a.region = own_region and n.phone_number_id <> all(p_full);
  if found then return; end if;
  return query select n.phone_number_id from region_borders b join area_codes a on a.region = b.neighbour
      join phone_numbers n
        on n.organization_id = p_organization_id and n.local_presence and left(n.phone_number, 5) = '+1' || a.area_code
    where b.region = own_region and n.phone_number_id <> all(p_full);
end $$;

-- How many calls were dialed with a number since its day began.
create function calls_of_number_today(p_number phone_numbers, p_now timestamptz) returns integer language sql stable as $$
  select coalesce((select d.calls from number_days d where d.organization_id = p_number.organization_id
    and d.phone_number_id = p_number.phone_number_id and d.day = number_day(p_number.day_offset_minutes, p_now)), 0)
$$;

-- Whether there is anything to choose or to count: most organizations let each call show the number it asked for.
create function chooses_numbers(p_organization_id text) returns boolean language sql stable as $$
  select exists (select from phone_numbers where organization_id = p_organization_id and local_presence)
    or exists (select from phone_numbers where organization_id = p_organization_id and max_calls_per_day is not null)
$$;

create type number_hold as (
  call_id text,
  until timestamptz
);

-- The number that each candidate is called from, in `phone_number_id`: with local presence the nearest one that is not
-- at its daily cap, of equals the one that was used least today; else the one that was asked for. `full`: what has none
-- left. The caller holds the organization's slot row, so that no other claim counts at the same time.
create function choose_numbers(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[],
  p_now timestamptz, out chosen dial_candidate[], out full_calls number_hold[]) language plpgsql as $$
declare
  c record;
  best text;
  used text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  full_numbers text[];
begin
  full_calls := '{}';
  if not chooses_numbers(p_organization_id) then
    chosen := p_candidates;
    return;
  end if;
  full_numbers := array(
    select n.phone_number_id from phone_numbers n
    where n.organization_id = p_organization_id and n.max_calls_per_day is not null
      and (n.local_presence or n.phone_number_id in (
        select k.phone_number_id from unnest(p_candidates) as t join calls k
          on k.organization_id = p_organization_id and k.call_id = t.call_id))
      and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, n.phone_number_id)));
  chosen := '{}';
  for c in
    select t.call_id, t.campaign_id, t.trunk_id, t.weight, t.start_tag, k.phone_number_id as asked, k.local_presence,
      k.customer_number
    from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
    order by t.place
  loop
    best := null;
    if c.local_presence then
      select p.id into best
      from presence_numbers(p_organization_id, c.customer_number, full_numbers) as p (id)
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = p.id
      order by calls_of_number_today(n, p_now) + cardinality(array_positions(used, p.id)), p.id limit 1;
    end if;
    if best is null and c.asked <> all(full_numbers) then best := c.asked; end if;
    if best is null then
      full_calls := full_calls || row(c.call_id, (
        select next_number_day(day_offset_minutes, p_now) from phone_numbers
        where organization_id = p_organization_id and phone_number_id = c.asked))::number_hold;
    else
      used := used || best;
      if exists (select from phone_numbers n where n.organization_id = p_organization_id and n.phone_number_id = best
          and n.max_calls_per_day <= calls_of_number_today(n, p_now) + cardinality(array_positions(used, best)))
        then full_numbers := full_numbers || best; end if;
      chosen := chosen || row(c.call_id, c.campaign_id, best, c.trunk_id, c.weight, c.start_tag)::dial_candidate;
    end if;
  end loop;
end $$;
-- ==== claim

-- What a claim gave out: one call more on the day of its number, and for calls with local presence why it is this one.
create function note_numbers(p_organization_id text, p_taken dial_candidate[], p_claimed text[], p_now timestamptz)
  returns void language plpgsql as $$
begin
  if not chooses_numbers(p_organization_id) then return; end if;
  insert into number_days as d (organization_id, phone_number_id, day, calls)
    select n.organization_id, n.phone_number_id, number_day(n.day_offset_minutes, p_now), count(*)
    from unnest(p_taken) as t join phone_numbers n
      on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
    where t.call_id = any(p_claimed) and (n.local_presence or n.max_calls_per_day is not null)
    group by n.organization_id, n.phone_number_id, n.day_offset_minutes
    on conflict (organization_id, phone_number_id, day) do update set calls = d.calls + excluded.calls;
  insert into call_events (organization_id, call_id, decision, reason, message)
    select p_organization_id, w.call_id, 'noted', 'caller-id', w.message from (
      select t.call_id, 'Called from ' || n.phone_number || ', because ' || case
          when n.local_presence then case number_distance(k.customer_number, n.phone_number)
            when 0 then 'it has the area code of the customer.'
            when 1 then 'no number of the customer''s area code is left, and it is in the same state or province.'
            when 2 then 'no number of the customer''s state is left, and it is in one that borders on it.'
            else 'of the local presence numbers it begins most like the customer''s.' end
          else 'no local presence number near the customer is left.' end as message
      from unnest(p_taken) as t
        join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
        join phone_numbers n on n.organization_id = p_organization_id and n.phone_number_id = t.phone_number_id
      where t.call_id = any(p_claimed) and k.local_presence) w
    where not exists (select from call_events e where e.organization_id = p_organization_id and e.call_id = w.call_id
      and e.reason = 'caller-id' and e.message = w.message);
end $$;

-- Calls that no number is left for wait until the next day of the number that was asked for. What is being canceled is
-- passed over.
create function hold_for_numbers(p_organization_id text, p_full number_hold[]) returns void language plpgsql as $$
begin
  with free as (
    select q.call_id, f.until from queued_calls q join unnest(p_full) as f on f.call_id = q.call_id
    where q.organization_id = p_organization_id order by q.call_id for update of q skip locked
  ), held as (
    update queued_calls q set due_at = f.until, hold_reason = 'number-limit' from free f
      where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.due_at
  )
  insert into call_events (organization_id, call_id, decision, reason, message, until)
    select p_organization_id, h.call_id, 'held', 'number-limit',
      'Every number that the call could be made from was used as often today as it may be. It is looked at next at '
      || to_char(h.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '.', h.due_at
    from held h;
end $$;

-- The trunk of a number that calls go over: the first that is neither down nor has an open circuit.
create or replace function usable_trunk(p_organization_id text, p_phone_number_id text)
  returns text language sql as $$
  select t.trunk_id from phone_numbers n
    cross join lateral unnest(n.trunk_id || n.fallback_trunk_ids) with ordinality as t (trunk_id, place)
    left join trunk_health h on h.organization_id = n.organization_id and h.trunk_id = t.trunk_id
      and h.status = 'down' and h.checked_at > dialer_now() - interval '60 seconds'
    left join circuits ci on ci.organization_id = n.organization_id and ci.kind = 'trunk' and ci.subject_id = t.trunk_id
      and ci.state <> 'closed' and ci.probe_at > dialer_now()
  where n.organization_id = p_organization_id and n.phone_number_id = p_phone_number_id and t.trunk_id is not null
  order by h.trunk_id is not null or ci.subject_id is not null, t.place limit 1
$$;

-- As before, and without campaigns whose circuit is open.
create or replace function look_at_lanes(p_organization_id text, p_room integer, p_now timestamptz, p_virtual_time double precision,
  p_taken dial_candidate[], p_passed_over text[], p_done text[],
  out candidates dial_candidate[], out done text[], out is_all boolean) language plpgsql as $$
declare
  lanes integer;
begin
  with mine as materialized (
    select t.campaign_id, count(*)::integer as calls from unnest(p_taken) as t group by t.campaign_id
  ), due as materialized (
    select l.campaign_id, l.priorities, greatest(l.pass, p_virtual_time) as pass from dial_lanes l
    where l.organization_id = p_organization_id and l.first_due_at <= p_now and l.campaign_id <> all(p_done)
    order by l.pass, l.first_due_at, l.campaign_id
  ), open_lanes as materialized (
    select d.campaign_id, d.priorities, k.weight, d.pass + coalesce(m.calls, 0) / k.weight::double precision as pass,
      least(p_room, k.room - coalesce(m.calls, 0)) as room
    from due d cross join lateral (
        select 1 as weight, 2147483647 as room where d.campaign_id = ''
        union all
        select c.weight, case when c.max_concurrent_calls is null then 2147483647
          else c.max_concurrent_calls - (select count(*)::integer from live_calls v
            where v.organization_id = p_organization_id and v.campaign_id = c.campaign_id) end
        from campaigns c where c.organization_id = p_organization_id and c.campaign_id = d.campaign_id
          and c.status = 'running' and (c.end_at is null or c.end_at > p_now)
          and not exists (select from circuits ci where ci.organization_id = p_organization_id and ci.kind = 'campaign'
            and ci.subject_id = c.campaign_id and ci.state <> 'closed' and ci.probe_at > p_now)
      ) k left join mine m on m.campaign_id = d.campaign_id
    where k.room > coalesce(m.calls, 0)
    limit p_room + 20
  ), asked as (
    select o.*, least(o.room, ceil(p_room * o.weight / sum(o.weight) over ())::integer + 2) as asked from open_lanes o
  ), found as (
    select a.campaign_id, a.weight, a.asked, q.call_id, q.due_at, q.phone_number_id,
      a.pass + (row_number() over (partition by a.campaign_id order by q.priority desc, q.due_at, q.call_id) - 1)
        / a.weight::double precision as start_tag
    from asked a left join lateral (
      select f.* from unnest(a.priorities) as p (priority) cross join lateral (
        select c.call_id, c.due_at, c.priority, c.phone_number_id from queued_calls c
        where c.organization_id = p_organization_id and c.campaign_id = a.campaign_id and c.priority = p.priority
          and c.due_at <= p_now and c.call_id <> all(p_passed_over)
        order by c.due_at, c.call_id limit a.asked) f
      order by f.priority desc, f.due_at, f.call_id limit a.asked) q on true
  ), placed as materialized (
    select f.*, row_number() over (order by f.call_id is null, f.start_tag, f.due_at, f.call_id) as place from found f
  ), judged as (
    select p.campaign_id, count(p.call_id) < min(p.asked) and bool_and(p.call_id is null or p.place <= p_room) as is_done
    from placed p group by p.campaign_id
  )
  select array(
      select row(p.call_id, p.campaign_id, p.phone_number_id, null, p.weight, p.start_tag)::dial_candidate from placed p
      where p.call_id is not null and p.place <= p_room order by p.place),
    array(select j.campaign_id from judged j where j.is_done), (select count(*) from judged)
    into candidates, done, lanes;
  is_all := lanes < p_room + 20 and lanes = cardinality(done);
end $$;

drop function fit_trunks(text, dial_candidate[], dial_candidate[]);
-- Which of the candidates their trunks have room for, in order, with the trunk that each goes over; and the numbers of the
-- others.
create function fit_trunks(p_organization_id text, p_candidates dial_candidate[], p_taken dial_candidate[],
  out fitting dial_candidate[], out surplus text[], out surplus_numbers text[]) language plpgsql as $$
begin
  with c as materialized (
    select t.* from unnest(p_candidates) with ordinality
      as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
  ), numbers as materialized (
    select d.phone_number_id, usable_trunk(p_organization_id, d.phone_number_id) as trunk_id
    from (select distinct c.phone_number_id from c) d
  ), rooms as materialized (
    select d.trunk_id, trunk_room(p_organization_id, d.trunk_id, 0)
      - (select count(*)::integer from unnest(p_taken) as t where t.trunk_id = d.trunk_id) as room
    from (select distinct n.trunk_id from numbers n where n.trunk_id is not null) d
  ), placed as (
    select c.call_id, c.campaign_id, c.phone_number_id, n.trunk_id, c.weight, c.start_tag, c.place,
      r.room is null or row_number() over (partition by n.trunk_id order by c.place) <= r.room as fits
    from c join numbers n on n.phone_number_id = c.phone_number_id left join rooms r on r.trunk_id = n.trunk_id
  )
  select coalesce(array_agg(row(p.call_id, p.campaign_id, p.phone_number_id, p.trunk_id, p.weight, p.start_tag)
      ::dial_candidate order by p.place) filter (where p.fits), '{}'),
    coalesce(array_agg(p.call_id order by p.place) filter (where not p.fits), '{}'),
    coalesce(array_agg(p.phone_number_id order by p.place) filter (where not p.fits), '{}')
    into fitting, surplus, surplus_numbers
    from placed p;
end $$;

-- As before, and chooses the number of each call before its trunk is counted.
create or replace function claim_due_calls(p_organization_id text, p_node_id text, p_max integer)
  returns setof text language plpgsql
  set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  own_time double precision;
  now_at timestamptz;
  room integer;
  seen record;
  picked record;
  fit record;
  taken dial_candidate[] := '{}';
  parked text[] := '{}';
  parked_numbers text[] := '{}';
  full_calls number_hold[] := '{}';
  done text[] := '{}';
  is_over boolean := false;
  claimed text[];
begin
  select virtual_time into own_time from organization_slots where organization_id = p_organization_id for update;
  now_at := dialer_now();
  select least(p_max, max_concurrent_calls - live_legs(p_organization_id)) into room from organizations
    where organization_id = p_organization_id and dialing = 'on';
  for turn in 1..4 loop
    exit when is_over or coalesce(room, 0) <= 0;
    seen := look_at_lanes(p_organization_id, room, now_at, own_time, taken,
      parked || array(select t.call_id from unnest(taken) as t)
        || array(select f.call_id from unnest(full_calls) as f), done);
    done := done || seen.done;
    is_over := seen.is_all or cardinality(seen.candidates) + cardinality(seen.done) = 0;
    if cardinality(seen.candidates) > 0 then
      picked := choose_numbers(p_organization_id, seen.candidates, taken, now_at);
      full_calls := full_calls || picked.full_calls;
      fit := fit_trunks(p_organization_id, picked.chosen, taken);
      taken := taken || fit.fitting;
      parked := parked || fit.surplus;
      parked_numbers := parked_numbers || fit.surplus_numbers;
      room := room - cardinality(fit.fitting);
    end if;
  end loop;
  if cardinality(taken) > 0 then
    claimed := take_calls(p_organization_id, p_node_id, taken, now_at);
    return query select t.call_id from unnest(taken) with ordinality as t where t.call_id = any(claimed)
      order by t.ordinality;
  end if;
  if cardinality(parked) > 0 then perform park_calls(p_organization_id, parked, parked_numbers, now_at); end if;
  if cardinality(full_calls) > 0 then perform hold_for_numbers(p_organization_id, full_calls); end if;
  if cardinality(taken) + cardinality(done) > 0 then
    perform settle_lanes(p_organization_id, own_time, taken, done, now_at);
  end if;
  if room > 0 and not is_over then return next null; end if;
  perform note_caps(p_organization_id);
end $$;

-- As before, with the number that each call was given.
create or replace function take_calls(p_organization_id text, p_node_id text, p_taken dial_candidate[], p_now timestamptz)
  returns text[] language plpgsql as $$
declare
  ids text[] := array(select t.call_id from unnest(p_taken) as t);
  number_ids text[] := array(select t.phone_number_id from unnest(p_taken) as t);
  trunk_ids text[] := array(select t.trunk_id from unnest(p_taken) as t);
  claimed text[];
  counted record;
begin
  with moved as (
    update calls c set status = 'dialing', node_id = p_node_id, dialing_at = p_now,
      trunk_id = trunk_ids[array_position(ids, c.call_id)],
      dial_number_id = nullif(number_ids[array_position(ids, c.call_id)], c.phone_number_id),
      dial_number = case when number_ids[array_position(ids, c.call_id)] <> c.phone_number_id then (
        select n.phone_number from phone_numbers n where n.organization_id = c.organization_id
          and n.phone_number_id = number_ids[array_position(ids, c.call_id)]) end,
      agent_version = (select version from agents a
        where a.organization_id = c.organization_id and a.agent_id = c.agent_id),
      sip_call_id = replace(gen_random_uuid()::text, '-', ''),
      sip_branch = 'z9hG4bK' || replace(gen_random_uuid()::text, '-', ''),
      sip_from_tag = left(replace(gen_random_uuid()::text, '-', ''), 16),
      sip_cseq = 1 + floor(random() * 1000000)::integer
    where c.organization_id = p_organization_id and c.call_id = any(ids) and c.status = 'queued'
    returning c.call_id, c.campaign_id, c.trunk_id
  ), left_queue as (
    delete from queued_calls q using moved m where q.organization_id = p_organization_id and q.call_id = m.call_id
  ), entered as (
    insert into live_calls (organization_id, call_id, campaign_id, node_id, trunk_id)
      select p_organization_id, m.call_id, m.campaign_id, p_node_id, m.trunk_id from moved m
  )
  select coalesce(array_agg(m.call_id), '{}') into claimed from moved m;
  for counted in
    select t.trunk_id, count(*)::integer as calls from unnest(p_taken) as t
    where t.trunk_id is not null and t.call_id = any(claimed) group by t.trunk_id
  loop
    perform note_let_through(p_organization_id, counted.trunk_id, counted.calls);
  end loop;
  perform note_numbers(p_organization_id, p_taken, claimed, p_now);
  return claimed;
end $$;

drop function park_calls(text, text[], timestamptz);
-- As before; the call waits for the trunk of the number that it was given.
create function park_calls(p_organization_id text, p_call_ids text[], p_numbers text[], p_now timestamptz)
  returns void language plpgsql as $$
begin
  with free as (
    select call_id from queued_calls where organization_id = p_organization_id and call_id = any(p_call_ids)
    order by call_id for update skip locked
  ), held as (
    update queued_calls q set due_at = p_now + interval '6 hours', hold_reason = 'trunk-limit',
        resume_at = coalesce(q.resume_at, q.due_at),
        phone_number_id = p_numbers[array_position(p_call_ids, q.call_id)]
      from free f where q.organization_id = p_organization_id and q.call_id = f.call_id
      returning q.call_id, q.phone_number_id
  ), numbers as materialized (
    select d.phone_number_id, k.max_concurrent_calls, k.max_calls_per_second
    from (select distinct h.phone_number_id from held h) d
      join trunks k on k.organization_id = p_organization_id
        and k.trunk_id = usable_trunk(p_organization_id, d.phone_number_id)
  )
  insert into call_events (organization_id, call_id, decision, reason, message)
    select p_organization_id, h.call_id, 'held', 'trunk-limit',
      'The trunk takes no more calls at this moment: at most '
      || concat_ws(' and ', n.max_concurrent_calls || ' at one time', n.max_calls_per_second || ' a second')
      || '. It is dialed as soon as the trunk has room.'
    from held h join numbers n on n.phone_number_id = h.phone_number_id
    where not exists (
      select from call_events e where e.organization_id = p_organization_id and e.call_id = h.call_id
        and e.event_id = (select max(event_id) from call_events
          where organization_id = p_organization_id and call_id = h.call_id)
        and e.decision = 'held' and e.reason = 'trunk-limit');
end $$;
