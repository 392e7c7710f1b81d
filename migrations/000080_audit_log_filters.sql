-- The audit log is searched by what its entries say. Both indexes are of the text that the chain vouches for, not of columns
-- beside it, so that what is found is what was hashed.
create index audit_logs_by_kind on audit_logs (organization_id, (doc::json ->> 'memberId'), (doc::json ->> 'resourceType'),
  (doc::json ->> 'actionVerb'), created_at);
create index audit_logs_by_resource on audit_logs (organization_id, (doc::json ->> 'resourceReferenceId'), created_at)
  where doc::json ->> 'resourceReferenceId' is not null;
