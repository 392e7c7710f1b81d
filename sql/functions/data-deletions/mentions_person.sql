-- Returns whether a text names the person of a data deletion: by the pattern of the number or name, or by an id of
-- something that the deletion found to be the person's.
--
-- Takes no locks.
--
-- Cost: one search of the text by the pattern. A text without a match adds one search for ids, and one lookup by key in
-- data_deletion_subjects for each id.
create or replace function mentions_person(p_organization_id text, p_data_deletion_id text, p_pattern text, p_text text)
  returns boolean language sql stable as $$
  select p_text ~ p_pattern or exists (
    select from regexp_matches(p_text, '\m(?:call|chat|push|run)_[0-9a-z]{26}', 'g') as m (ids)
      join data_deletion_subjects s on s.organization_id = p_organization_id
        and s.data_deletion_id = p_data_deletion_id and s.subject_id = m.ids[1])
$$;
