-- Marks a number's push as consumed by a call and returns its data; null where there is none left. Of two calls
-- that want the same push, the one that waits for the row finds it consumed, because the condition is judged again
-- after the wait.
--
-- Locks: the number's row of personalization.
--
-- Cost: one lookup by the primary key of personalization. A consumed push is one updated row and one of events
-- (emit_push_consumed).
create or replace function consume_personalization(p_organization_id text, p_customer_number text, p_call_id text)
returns json language sql as $$
  update personalization set consumed_at = clock_timestamp(), consumed_by_call_id = p_call_id
  where organization_id = p_organization_id and customer_number = p_customer_number and consumed_at is null
  returning data
$$;
