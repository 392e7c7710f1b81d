-- Splits candidates into `free` (the first call of each customer who is on no other call) and `busy` (the others),
-- both in their order.
--
-- Takes no locks. The caller holds the organization's slot row, so no other claim calls the same customers
-- meanwhile.
--
-- Cost: one statement for all candidates. Each adds one lookup by key in calls and one in the index
-- live_calls_customer, and each call in `p_taken` one in calls. Independent of the length of the queue.
create or replace function one_call_per_customer(p_organization_id text, p_candidates dial_candidate[],
  p_taken dial_candidate[],
  out free dial_candidate[], out busy text[]) language plpgsql as $$
begin
  with c as materialized (
    select t.*, k.customer_number from unnest(p_candidates) with ordinality
        as t (call_id, campaign_id, phone_number_id, trunk_id, weight, start_tag, place)
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), mine as materialized (
    select k.customer_number from unnest(p_taken) as t
      join calls k on k.organization_id = p_organization_id and k.call_id = t.call_id
  ), judged as (
    select c.*, row_number() over (partition by c.customer_number order by c.place) > 1
      or c.customer_number in (select m.customer_number from mine m)
      or exists (select from live_calls l where l.organization_id = p_organization_id
        and l.customer_number = c.customer_number) as is_busy
    from c
  )
  select coalesce(array_agg(row(j.call_id, j.campaign_id, j.phone_number_id, j.trunk_id, j.weight, j.start_tag)
      ::dial_candidate order by j.place) filter (where not j.is_busy), '{}'),
    coalesce(array_agg(j.call_id order by j.place) filter (where j.is_busy), '{}')
    into free, busy from judged j;
end $$;
