-- Works with programs from 000017 on.

-- Web phones register over WebSocket (`ws`, `wss`). Only the program writes transports, so the check of the older ones goes
-- without another.
alter table device_bindings drop constraint device_bindings_transport_check;
