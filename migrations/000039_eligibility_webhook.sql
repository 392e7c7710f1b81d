-- What is asked before a call is dialed, whether it may be: address, deadline, what happens without an answer, and the
-- sealed secret that signs the requests.
alter table organizations add column eligibility_webhook json;
