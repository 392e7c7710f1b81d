-- Works with programs from 000017 on.

-- The console offers its browser calls in web_calls too. They have a state of their own, so that a program of the version before
-- does not answer them as calls of visitors: it leaves them, and the API carries them over its WebSocket.
-- Only the program writes states, so the check of the older ones goes without another.
alter table web_calls drop constraint web_calls_state_check;
drop index web_calls_offered;
create index web_calls_offered on web_calls (created_at) where state in ('offered', 'browser-offered');
