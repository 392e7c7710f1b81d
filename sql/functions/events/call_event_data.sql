-- Returns the data of an event of a call, read from the call's row; null where the row is gone. For `call.analyzed`
-- it is the result of the analysis. While another analysis is pending, its status is that of the one before.
--
-- Takes no locks.
--
-- Cost: one lookup in calls by the primary key. `call.analyzed` adds one in call_analysis_requests.
create or replace function call_event_data(p_organization_id text, p_call_id text, p_type text)
returns json
language sql
stable
as $function$
  select case p_type
    when 'call.queued' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number, 'requestedPhoneNumberId', c.phone_number_id,
      'attempt', c.attempt, 'campaignParentCallIds', c.parent_call_ids, 'priority', c.priority,
      'createdAt', rfc3339(c.created_at))
    when 'call.started' then json_build_object('callId', c.call_id, 'type', c.type, 'agentId', c.agent_id,
      'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''), 'customerNumber', c.customer_number,
      'phoneNumber', coalesce(c.dial_number, c.agent_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'externalId', c.external_id, 'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at))
    when 'call.ended' then json_build_object('callId', c.call_id, 'type', c.type, 'status', c.status,
      'agentId', c.agent_id, 'agentVersion', c.agent_version, 'campaignId', nullif(c.campaign_id, ''),
      'customerNumber', c.customer_number, 'phoneNumber', coalesce(c.dial_number, c.agent_number),
      'phoneNumberId', coalesce(c.dial_number_id, c.phone_number_id), 'trunkId', c.trunk_id, 'attempt', c.attempt,
      'campaignParentCallIds', c.parent_call_ids, 'externalId', c.external_id,
      'createdAt', rfc3339(c.created_at), 'startedAt', rfc3339(c.started_at), 'endedAt', rfc3339(c.ended_at),
      'endedBy', c.ended_by, 'endedReason', c.ended_reason, 'sipCode', c.sip_code, 'sipReason', c.sip_reason,
      'answeredBy', c.answered_by, 'transferDestination', c.transfer_destination,
      'hasRecording', c.recording_file is not null)
    else json_build_object('callId', c.call_id, 'agentId', c.agent_id, 'campaignId', nullif(c.campaign_id, ''),
      'status', coalesce((select r.status_before from call_analysis_requests r
        where r.organization_id = c.organization_id and r.call_id = c.call_id), c.analysis_status),
      'agentVersion', case when c.summary is not null or c.analysis is not null or c.qa is not null
        then coalesce(c.analysis_agent_version, c.agent_version) end, 'summary', c.summary, 'analysis', c.analysis, 'qa', c.qa)
  end
  from calls c where c.organization_id = p_organization_id and c.call_id = p_call_id
$function$;
