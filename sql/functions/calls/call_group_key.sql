-- Returns the key of a group of calls in call_groups: a hash of what they have in common.
--
-- Locks: none. Cost: pure arithmetic.
create or replace function call_group_key(p_agent_id text, p_agent_version integer, p_campaign_id text, p_trunk_id text, p_type text,
  p_outcome text, p_sentiment text, p_rubrics text[])
returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(p_agent_id, p_agent_version, p_campaign_id, coalesce(p_trunk_id, ''), p_type,
    coalesce(p_outcome, ''), coalesce(p_sentiment, ''), p_rubrics)::text, 'UTF8'))
$$;
