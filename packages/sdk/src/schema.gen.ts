// Made by `npm run openapi` from openapi/openapi.json: change the operations, not this file.

export interface paths {
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agents, newest first
         * @description Needs the scope `agents:read`.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description Needs the scope `agents:write`. The body may have 1 MB.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description Needs the scope `agents:read`.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Delete an agent that nothing uses
         * @description Needs the scope `agents:write`.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent: its next version, or its draft
         * @description Needs the scope `agents:write`. The body may have 1 MB.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/api/agents/{agentId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft of an agent as its next version
         * @description Calls that are dialed or answered from now on run it; those that have begun keep theirs.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["publishAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget the changes to an agent that are not published
         * @description Needs the scope `agents:write`.
         */
        delete: operations["discardAgentDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of an agent, newest first
         * @description Needs the scope `agents:read`.
         */
        get: operations["listAgentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published version of an agent
         * @description Needs the scope `agents:read`.
         */
        get: operations["getAgentVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/talks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List talks with agents in the browser, newest first
         * @description What people of the organization tried at the console, for what it cost: nothing that was said is kept. Talks of the last 400 days.
         *
         *     Needs the scope `agents:read`.
         */
        get: operations["listTalks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of providers, newest first, without the keys themselves
         * @description Needs the scope `organization:read`.
         */
        get: operations["listProviderKeys"];
        put?: never;
        /**
         * Store a key of a provider
         * @description Stores the organization's key at a provider of speech or language. Agents name the provider
         *     in `model`, `voice` and `transcriber`; a call uses the newest key of that provider, or the newest with the name
         *     that the agent gives as `key`. `apiKey` is stored encrypted and never returned; the list shows its last four
         *     characters. `baseUrl` points to another service that speaks the provider's protocol, such as a model server of your
         *     own; whether it may be a private address is set by the operator (`PARLEY_EGRESS_ALLOW`).
         *
         *     Needs the scope `organization:write`.
         */
        post: operations["createProviderKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider-keys/{providerKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a key of a provider that no agent needs; calls under way keep it
         * @description Needs the scope `organization:write`.
         */
        delete: operations["deleteProviderKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trunks, newest first
         * @description Needs the scope `telephony:read`.
         */
        get: operations["listTrunks"];
        put?: never;
        /**
         * Create a trunk
         * @description A trunk is a SIP carrier, or a PBX, that calls go out to and come in from. `password` is
         *     stored encrypted and never returned; `hasPassword` says whether there is one. With
         *     `register` the server registers at the carrier as `username`, and stays registered; a call to that user goes to the
         *     phone number of the trunk, if it has but one. Calls from a trunk are told by where they come from: `allowedAddresses`, or what `host` resolves to. Networks wider than /8
         *     (IPv4) or /16 (IPv6) are refused, because they would let anyone call in. `health` says whether the carrier can be
         *     reached; calls through one that is `down` are held, and dialed as soon as it is up again.
         *
         *     Needs the scope `telephony:write`.
         */
        post: operations["createTrunk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunks/{trunkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trunk
         * @description Needs the scope `telephony:read`.
         */
        get: operations["getTrunk"];
        put?: never;
        post?: never;
        /**
         * Delete a trunk that no phone number and no call uses
         * @description Needs the scope `telephony:write`.
         */
        delete: operations["deleteTrunk"];
        options?: never;
        head?: never;
        /**
         * Change a trunk
         * @description Fields that are not given stay. `password` given as null is removed. A trunk with a
         *     password needs a `username`, and one that registers needs both.
         *
         *     Needs the scope `telephony:write`.
         */
        patch: operations["updateTrunk"];
        trace?: never;
    };
    "/api/trunks/{trunkId}/circuit/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close the circuit of a trunk by hand
         * @description A circuit opens when too many of the latest attempts over the trunk failed
         *     (`circuitBreaker` of the organization), and closes by itself when a call that tries it succeeds. Afterwards what failed
         *     before is not counted.
         *
         *     Needs the scope `telephony:write`.
         */
        post: operations["resetTrunkCircuit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List phone numbers, newest first
         * @description Needs the scope `telephony:read`.
         */
        get: operations["listPhoneNumbers"];
        put?: never;
        /**
         * Create a phone number
         * @description A number belongs to the first organization of the installation that adds it. Its claim is proven by
         *     the number's trunk: by the first answered call with the number (`provenAt`). A claim that is not proven within 30 days keeps no
         *     other organization from adding the number. One that is another organization's is a 400 with the words of one that cannot be
         *     called. Whether the number is assigned is not judged.
         *     Without `trunkId`, calls with this number as caller id are queued and held. A call that comes in is resolved by the
         *     called number, then by whether its source belongs to the number's trunk.
         *
         *     Needs the scope `telephony:write`.
         */
        post: operations["createPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/phone-numbers/{phoneNumberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a phone number
         * @description Needs the scope `telephony:read`.
         */
        get: operations["getPhoneNumber"];
        put?: never;
        post?: never;
        /**
         * Delete a phone number that no queued and no live call uses
         * @description Needs the scope `telephony:write`.
         */
        delete: operations["deletePhoneNumber"];
        options?: never;
        head?: never;
        /**
         * Change a phone number
         * @description `phoneNumber` cannot be changed: another number is another resource. Calls that were held
         *     because the number had no trunk, or its trunk was down, are looked at at once when it is given another one.
         *
         *     Needs the scope `telephony:write`.
         */
        patch: operations["updatePhoneNumber"];
        trace?: never;
    };
    "/api/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules, newest first
         * @description Needs the scope `schedules:read`.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description Says when calls may be placed. Times are wall time: where the clock is put forward over the
         *     start of a window, the window opens at the change; an hour that the clock shows twice is open both times. A window
         *     over midnight is written as two, the first until 24:00. With the time zone `customer` it is the called party's own,
         *     told from the number (its area code, else its country), unless the call names it; where a number leaves several, all
         *     of them have to be open, and where it tells none the call is held. A schedule that never opens is refused.
         *
         *     Needs the scope `schedules:write`. The body may have 1 MB.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a schedule
         * @description Needs the scope `schedules:read`.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule that no queued and no live call uses
         * @description Needs the scope `schedules:write`.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description What the whole then says is checked as at the creation. Queued calls that wait for their time
         *     are given their new one before the answer is sent, which takes some seconds for 100,000 of them; a call that has been
         *     queued since goes by the new hours from the start.
         *
         *     Needs the scope `schedules:write`. The body may have 1 MB.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/api/schedules/{scheduleId}/next-open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell when a schedule allows calling a number
         * @description The same judgement that the dialer makes before every call, for this instant. The number is
         *     needed when the schedule's time zone is `customer`, unless `timeZone` says where the called party is. The answer
         *     says which time zones were taken and why.
         *
         *     Needs the scope `schedules:read`.
         */
        get: operations["tellNextOpen"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retry-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List retry configurations, newest first
         * @description Needs the scope `schedules:read`.
         */
        get: operations["listRetryConfigs"];
        put?: never;
        /**
         * Create a retry configuration
         * @description Says how often, and after which outcomes, a customer who was not reached is called again.
         *     `busy`: the customer's line was; `no-answer`: nobody took the call; `voicemail`: a machine did; `failed`: the
         *     trunk refused the call or could not be reached. Other ends of a call are never followed by a retry. The delay runs
         *     from the end of the attempt, and the call's schedule has to be open then.
         *
         *     Needs the scope `schedules:write`.
         */
        post: operations["createRetryConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/retry-configs/{callRetryConfigId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a retry configuration
         * @description Needs the scope `schedules:read`.
         */
        get: operations["getRetryConfig"];
        put?: never;
        post?: never;
        /**
         * Delete a retry configuration that no queued and no live call uses
         * @description Needs the scope `schedules:write`.
         */
        delete: operations["deleteRetryConfig"];
        options?: never;
        head?: never;
        /**
         * Change a retry configuration
         * @description Attempts that end from now on are judged by what it says then.
         *
         *     Needs the scope `schedules:write`.
         */
        patch: operations["updateRetryConfig"];
        trace?: never;
    };
    "/api/retry-configs/{callRetryConfigId}/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the campaigns that go by a retry configuration, newest first
         * @description Those that are not ended and have a call that was queued with it: every call says its own.
         *
         *     Needs the scope `schedules:read`.
         */
        get: operations["listRetryConfigCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/external/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read call data by the external id of an inbound call
         * @description Always 200: `data` is the latest session data that is still alive, written during any call of this key, or null; `ttl` is the seconds left, rounded up, or null; `latestCall` is the latest call or null. The external id is the value of the header that the phone number names (default `X-External-ID`) in the INVITE, else its Call-ID; its first 1024 characters count.
         *
         *     Needs the scope `calls:read`. Unknown query parameters are ignored.
         */
        get: operations["getCallDataByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/phone/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read call data by the customer's phone number
         * @description Always 200: `data` is the latest session data that is still alive, written during any call of this key, or null; `ttl` is the seconds left, rounded up, or null; `latestCall` is the latest call or null. Calls in both directions count. The number may be in any common format, and is taken as it is when it is E.164; ten digits are a US number.
         *
         *     Needs the scope `calls:read`. Unknown query parameters are ignored.
         */
        get: operations["getCallDataByPhoneNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls, newest first
         * @description Needs the scope `calls:read`.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of an agent, newest first
         * @description Needs the scope `calls:read`.
         */
        get: operations["listAgentCalls"];
        put?: never;
        /**
         * Place a single outbound call
         * @description The call is queued and dialed at once when there is room; no schedule holds it.
         *
         *     Needs the scope `calls:write`. The body may have 1 MB.
         */
        post: operations["placeCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a call
         * @description Needs the scope `calls:read`.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every decision taken about a call, in order
         * @description Needs the scope `calls:read`.
         */
        get: operations["explainCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The recording of a call: stereo, the customer left, the agent right
         * @description One part of it can be asked for with a `Range` header; that is answered with 206.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["getCallRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a call as it goes
         * @description Server-sent events, for who watches a call: `state` (status, who answered, how it ended), `entry`
         *     (`index` and `entry` of the transcript: what was really heard, so one that was told before may come again), `removed`
         *     (what the transcript held from `from` on was taken back), `turn` (`index` and `turn` of the latency ledger), and `end`, the
         *     last. First comes all that is known, whenever a reader comes back too. What is said is told within a second, whichever process
         *     carries the call; a call that is over is told at once, with its end.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["followCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a call that waits, or stop one that is dialed or running
         * @description Needs the scope `calls:write`.
         */
        post: operations["cancelCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/redial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dial a call again whose outcome is unknown
         * @description A call that ended as `unknown-outcome` may have rung, so it is dialed again only when a person asks.
         *     The answer is the next attempt: a call of its own, due at once, in the same campaign, whose `campaignParentCallIds` name
         *     the attempts before it. Each call is dialed again once: 409 `call.redialed` the second time, `call.outcome_known` for any
         *     other end, `campaign.ended` when its campaign has ended, `agent.deleted`, `phone_number.deleted`, `schedule.deleted` or
         *     `retry_configuration.deleted` when what the call names was deleted.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["redialCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/recording/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the recording of a live call
         * @description Within a second. While it is paused the recording holds silence, so that its times stay those of the call. 409 `call.not_live` when the call is not live, `recording.not_recorded` when it is not recorded.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["pauseCallRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/recording/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the paused recording of a live call go on
         * @description Within a second. While it is paused the recording holds silence, so that its times stay those of the call. 409 `call.not_live` when the call is not live, `recording.not_recorded` when it is not recorded.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["resumeCallRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/session-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Write the session data of a call
         * @description Replaces the data and restarts its time to live. The record of the call keeps what was written last as `sessionVariables`.
         *
         *     Needs the scope `calls:write`. The body may have 1 MB.
         */
        put: operations["writeCallSessionData"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was found out about a call after its end
         * @description Needs the scope `calls:read`.
         */
        get: operations["getCallAnalysis"];
        put?: never;
        /**
         * Analyse a call again that has ended
         * @description A call that has ended is analysed again, by the version of its agent that is published now, whichever it
         *     ran: its model, schema and rubrics. What is known from before stays until the new analysis takes its place at once, and
         *     where nothing comes of it; `agentVersion` names the version that the findings go by. While an analysis is pending, the first one
         *     too, there is no other: the answer tells of that one, and `pendingAgentVersion` what it goes by. 409 `call.not_over`,
         *     `call.no_transcript`, `call.erased` (what is known of the customer is deleted), `agent.deleted`, `agent.without_analysis`
         *     (the published version wants nothing found out), `analysis.too_often` after 20 times, `analysis.too_many_pending`
         *     while the organization has 100 pending that it asked for.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["analyzeCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A call that is over as a scenario that plays it again
         * @description What the customer said and pressed, when, and into which sentence; the agent as it was in the call; and what it said and did as expectations. The tools of the agent are answered as they were in the call, and transfers reach the simulated customer, so that playing it changes nothing outside. Needs the scope `agents:read` too. 409 for a call that is not over (`call.not_over`), that never reached its customer (`call.not_played`), or whose agent has been deleted (`call.agent_deleted`).
         *
         *     Needs the scope `calls:read`, and as said above `agents:read`.
         */
        get: operations["getCallScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/calls/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue a campaign call
         * @description One request queues one call into the agent's campaign of that name; the first such call creates the
         *     campaign, and one to an ended campaign's name starts a new one. `phoneNumber` is the customer to call,
         *     `phoneNumberId` the organization's number used as caller id. `maxConcurrentCalls` and `endCampaignAt` belong to
         *     the campaign: a later call that gives them changes them for all, one that leaves them out changes nothing. A call
         *     whose number has no trunk, and one of a paused campaign, is queued and held; `GET /api/calls/{callId}/why` says so.
         *     When 201 has been sent, the call is durable. An unknown agent is 404; an unknown id in the body is 400.
         *
         *     Needs the scope `campaigns:write`. Unknown query parameters are ignored. The body may have 1 MB.
         */
        post: operations["queueCampaignCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/calls/campaign/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue up to 10,000 campaign calls
         * @description Each call is accepted or refused by itself, by the rules and with the errors of the operation for a
         *     single one, and has its place in `results`. When the answer has been sent, every accepted call is durable. What the
         *     calls have in common stands once in `defaults`. With an `Idempotency-Key` a replay gets the very same results. A
         *     batch is one request for the rate limit. For more calls than that, import a file.
         *
         *     Needs the scope `campaigns:write`. The body may have 8 MB. A key may have 4 of these requests under way at a time; one more is a 429.
         */
        post: operations["queueCampaignCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns, newest first
         * @description Needs the scope `campaigns:read`.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a campaign with its counts by status and outcome
         * @description Needs the scope `campaigns:read`.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the cap or the weight of a campaign
         * @description Needs the scope `campaigns:write`.
         */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/api/campaigns/{campaignId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the queued calls of a campaign
         * @description Needs the scope `campaigns:write`.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused campaign dial again
         * @description Needs the scope `campaigns:write`.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a campaign for good; what waits is canceled
         * @description Needs the scope `campaigns:write`.
         */
        post: operations["endCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/circuit/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close the circuit of a campaign by hand
         * @description A circuit opens when too many of the latest attempts of the campaign failed (`circuitBreaker` of the organization), and closes by itself when a call that tries it succeeds. Afterwards what failed before is not counted.
         *
         *     Needs the scope `campaigns:write`.
         */
        post: operations["resetCampaignCircuit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/redial-unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dial the calls of a campaign again whose outcome is unknown
         * @description What `POST /api/calls/{callId}/redial` does, for up to 1,000 calls of the campaign, the earliest first; ask again while `hasMore` is true. A call whose phone number, schedule or retry configuration was deleted is left out.
         *
         *     Needs the scope `campaigns:write`.
         */
        post: operations["redialUnknownCampaignCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * When a campaign would finish
         * @description Runs what is left of the campaign on a virtual clock: the calls that wait, by where their customers are, the hours and retries that the dialer goes by, the caps, and how calls of the campaign have ended so far. Changes nothing. `assumptions` says what is supposed and what is left out.
         *
         *     Needs the scope `campaigns:read`. A key may have 2 of these requests under way at a time; one more is a 429.
         */
        post: operations["forecastCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the calls of a campaign ended over time
         * @description Calls that are over by when they ended and by `endedReason`, in whole hours, days or weeks from Monday, among them those that `from` and `to` lie in; 1000 of them at most. Of the last 400 days, which is how long the figures are kept. They are counted when calls end, so that the answer takes no longer with many calls; those of records that were removed meanwhile stay in them.
         *
         *     Needs the scope `campaigns:read`.
         */
        get: operations["getCampaignOutcomes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of a campaign, newest first
         * @description Needs the scope `campaigns:read`.
         */
        get: operations["listCampaignCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue the calls of a CSV file of up to 1,000,000 rows
         * @description The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns. One
         *     column has to be `phoneNumber`; `scheduleId`, `phoneNumberId`, `callRetryConfigId`, `timeZone` and `priority`
         *     may be columns too, and every other column is a variable of its name. `columns` says otherwise where names differ. An
         *     empty field is one that is not there. What all calls have in common are parameters, and a wrong one is a 400 before any
         *     row.
         *
         *     Numbers are international; with `country` also as people write them there. A number that an earlier row has is refused,
         *     unless `duplicates=keep`.
         *
         *     The file is read while it arrives, and answered with 202 when all of it is stored: from then on no row is lost, whatever
         *     happens to the process, and each is queued once or refused with a reason (`GET …/imports/{importId}`, `…/refused`). Until
         *     then nothing of it is taken, so that a request that failed can be sent again; with an `Idempotency-Key` also one whose
         *     answer was lost. The whole file is refused (400) when it is no CSV, is not UTF-8, lacks a column, or has more than
         *     1,000,000 rows; the error names the line.
         *
         *     Needs the scope `campaigns:write`. The body may have 256 MB. A key may have 2 of these requests under way at a time; one more is a 429.
         */
        post: operations["importCampaignCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description Imports are kept for 30 days after they were completed.
         *
         *     Needs the scope `campaigns:read`.
         */
        get: operations["listImportsOfCampaignCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import that runs
         * @description What was taken by then stays: `rowsAccepted` says how much. Of the rest no row is taken; those that are neither accepted nor refused are left out.
         *
         *     Needs the scope `campaigns:write`.
         */
        post: operations["cancelImportOfCampaignCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how an import stands
         * @description While it is `running`, what is neither accepted nor refused is still to come. An import is kept for 30 days after it was completed.
         *
         *     Needs the scope `campaigns:read`.
         */
        get: operations["getImportOfCampaignCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{campaignId}/imports/{importId}/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the rows that an import refused
         * @description A CSV file (UTF-8) of the rows that were refused so far, in the order of the file: `importLine` is the
         *     line in which the row began, `importError` says what is wrong as `<field>: <message>`, and behind them the row stands as it
         *     was sent, with the same delimiter. Mended, it can be imported as it is: the two columns are left out then.
         *
         *     Needs the scope `campaigns:read`.
         */
        get: operations["getRefusedRowsOfCampaignCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call-personalization-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store customer data for the next inbound call from a phone number
         * @description When a call arrives from the number, the data fills the variables of the agent's prompt.
         *     Only the most recent push of a number counts, also when it is empty; older ones are never fallen back on. One call
         *     uses it: a later call goes without until there is a new push. Both fields are required. The keys are variable names
         *     (letters, digits and `_`), the values any JSON but for what **JSON** in the introduction names; unknown fields of the body are ignored. A number that is possible but not assigned is
         *     accepted. Answered when the data is stored.
         *
         *     Needs the scope `personalization:write`. Unknown query parameters are ignored. The body may have 1 MB.
         */
        post: operations["pushPersonalization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call-personalization/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the next call from a phone number will use, and why
         * @description `state` is `none` when nothing was ever pushed, `available` when the next call will use
         *     the most recent push, `consumed` when a call has used it and the next one will go without.
         *
         *     Needs the scope `personalization:read`.
         */
        get: operations["getPersonalization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the prompt and the first message as a call would have them
         * @description With what was pushed for the number, which is not used up by it; then the key also needs
         *     the scope `personalization:read`. What was pushed goes before `variables`, those before the agent's defaults, and
         *     those before what every call has: `customerNumber`, `agentNumber` (here the number that the agent answers),
         *     `callId`, and `date`, `time` and `timeZone` of the customer, in UTC where the number does not tell one zone.
         *
         *     Needs the scope `agents:read`, and as said above `personalization:read`. The body may have 1 MB.
         */
        post: operations["previewAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Never call the numbers of a CSV file of up to 1,000,000 rows again
         * @description The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns; the one
         *     that is named `phoneNumber`, or said to be it by `columns`, is read, and the others are left out. Numbers are international;
         *     with `country` also as people write them there. The file is read while it arrives and answered with 202 when all of it is
         *     stored; from then on every number of it is suppressed or refused with a reason, whatever happens to the process. A number that
         *     is suppressed already counts as accepted and stays as it is.
         *
         *     Needs the scope `calls:write`. The body may have 256 MB. A key may have 2 of these requests under way at a time; one more is a 429.
         */
        post: operations["importSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description Imports are kept for 30 days after they were completed.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["listImportsOfSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/imports/{suppressionImportId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import that runs
         * @description What was taken by then stays: `rowsAccepted` says how much. Of the rest no row is taken; those that are neither accepted nor refused are left out.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["cancelImportOfSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/imports/{suppressionImportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how an import stands
         * @description While it is `running`, what is neither accepted nor refused is still to come. An import is kept for 30 days after it was completed.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["getImportOfSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/imports/{suppressionImportId}/refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the rows that an import refused
         * @description A CSV file (UTF-8) of the rows that were refused so far, in the order of the file: `importLine` is the
         *     line in which the row began, `importError` says what is wrong as `<field>: <message>`, and behind them the row stands as it
         *     was sent, with the same delimiter. Mended, it can be imported as it is: the two columns are left out then.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["getRefusedRowsOfSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the numbers that are not called, newest first
         * @description Needs the scope `calls:read`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Never call a number again
         * @description Calls that are queued to it end as `number-suppressed` when their turn comes, and one that rings is given up within a second; a conversation goes on. A number that is suppressed already stays as it is.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["createSuppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all numbers that are not called
         * @description A CSV file (UTF-8) in the order of the numbers, with `phoneNumber`, `source`, `reason`, `callId`, `createdBy` and `createdAt`. It can be imported as it is; a reason that a spreadsheet would take for a formula begins with an apostrophe. Audited.
         *
         *     Needs the scope `exports:read`. A key may have 2 of these requests under way at a time; one more is a 429.
         */
        get: operations["exportSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/{suppressionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Allow calls to a number again
         * @description Needs the scope `calls:write`.
         */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the chats of an agent
         * @description Newest first. `exclude=summary` leaves `summary` out of every chat; it is the only option.
         *     `createdAtGt` and `createdAtLt` are exclusive. `summary` is null until there is one. Every message has the
         *     fields of its role only.
         *
         *     Needs the scope `chats:read`. Unknown query parameters are ignored.
         */
        get: operations["listChats"];
        put?: never;
        /**
         * Start a chat with an agent
         * @description Needs the scope `chats:write`. The body may have 1 MB.
         */
        post: operations["createChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the chats of all agents, or those of a customer, newest first
         * @description Needs the scope `chats:read`.
         */
        get: operations["listAllChats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was found out about a chat after its end
         * @description Needs the scope `chats:read`.
         */
        get: operations["getChatAnalysis"];
        put?: never;
        /**
         * Analyse a chat again that is over
         * @description A chat that is over is analysed again, by the version of its agent that is published now, whichever it ran: its
         *     model, schema and rubrics. What is known from before stays until the new analysis takes its place at once, and where
         *     nothing comes of it; `agentVersion` names the version that the findings go by. While an analysis is pending, the first one
         *     too, there is no other: the answer tells of that one, and `pendingAgentVersion` what it goes by. 409 `chat.not_over`,
         *     `chat.no_messages`, `agent.deleted`, `agent.without_analysis` (the published version wants nothing found out),
         *     `analysis.too_often` after 20 times, `analysis.too_many_pending` while the organization has
         *     100 of chats pending that it asked for.
         *
         *     Needs the scope `chats:write`.
         */
        post: operations["analyzeChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a chat
         * @description Needs the scope `chats:read`.
         */
        get: operations["getChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages of a chat, oldest first
         * @description Needs the scope `chats:read`.
         */
        get: operations["listChatMessages"];
        put?: never;
        /**
         * Add a message to a chat
         * @description A message of the `user` is taken while the chat is `active` or `handedOff`. In an
         *     `active` chat the agent answers it: each message once, in their order. The message is answered with at once; the
         *     agent's answer follows in the transcript; with `Accept: text/event-stream` the answer is a stream of events instead: the
         *     message (`message`), the answer as it is written (`delta` with `text`; `restart`: what came so far is void), tools that
         *     begin (`tool`), each message as it is stored (`message`, with its position as the event's id), and at last `done` with
         *     the chat's `status` and whether it was `answered`. An agent without a model answers nothing. A message of an `agent` (a person
         *     of the organization) is taken once the chat was handed off. A chat that is over takes none, and no chat more than 1,000
         *     before the agent's last answer.
         *
         *     Needs the scope `chats:write`. The body may have 128 KB.
         */
        post: operations["addChatMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a chat
         * @description Server-sent events: every message after `after` (or the header `Last-Event-ID`) as `message`
         *     with its position as the event's id, then those that are added, `status` when the chat's changes, and `delta`,
         *     `restart` and `tool` of answers that this process is writing. The stream ends when the chat is over, or after 15
         *     minutes; connect again with `Last-Event-ID`.
         *
         *     Needs the scope `chats:read`.
         */
        get: operations["followChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a chat off to a person
         * @description An `active` chat becomes `handedOff`; from then on people answer.
         *
         *     Needs the scope `chats:write`.
         */
        post: operations["handOffChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a chat back to the agent
         * @description A `handedOff` chat becomes `active`. What the customer wrote meanwhile was for the person; where the last message is the customer’s, the agent answers that one.
         *
         *     Needs the scope `chats:write`.
         */
        post: operations["resumeChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/session-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the agent wrote down in a chat
         * @description What its tool `setCallSessionData` wrote, as long as it has not expired.
         *
         *     Needs the scope `chats:read`.
         */
        get: operations["getChatSessionData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chats/{chatId}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a chat
         * @description An `active` or `handedOff` chat becomes `ended` and takes no more messages.
         *
         *     Needs the scope `chats:write`.
         */
        post: operations["endChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/widget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the chat widget of an agent
         * @description Needs the scope `agents:read`.
         */
        get: operations["getChatWidget"];
        /**
         * Let visitors of web pages chat with an agent
         * @description Whoever opens a page of `allowedOrigins` may chat with the agent by the addresses under
         *     `/public/chats/{token}` (docs/chats.md). A widget that is there is changed and keeps its token; delete it for a new one.
         *
         *     Needs the scope `agents:write`.
         */
        put: operations["setChatWidget"];
        post?: never;
        /**
         * Remove the chat widget of an agent
         * @description Needs the scope `agents:write`.
         */
        delete: operations["deleteChatWidget"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization of the API key
         * @description Needs the scope `organization:read`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization of the API key
         * @description A number whose country cannot be told is judged by its calling code. Emergency and premium-rate numbers are never dialed, whatever is allowed. `requestsPerSecond` and `dialing` take effect within a second.
         *
         *     Needs the scope `organization:write`.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/rule-packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calling-hours rules that can be switched on, with their sources
         * @description An organization switches packs on with `rulePacks`. They are data and no legal advice: whether a law is about your calls is for you to find out.
         *
         *     Needs the scope `organization:read`.
         */
        get: operations["listRulePacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the organization pays for what its calls use
         * @description Needs the scope `organization:read`.
         */
        get: operations["getPrices"];
        /**
         * Set what the organization pays for what its calls use
         * @description Replaces the whole list. Calls that end from now on have a `cost` by it; those that ended before keep theirs. Of several prices the most particular counts: that of the model before that of the provider, that of the trunk before that of every trunk. What is embedded in the program costs nothing unless it has a price.
         *
         *     Needs the scope `organization:write`. The body may have 256 KB.
         */
        put: operations["setPrices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This moment, today, the last hour, and what needs attention
         * @description For a page that is looked at first. It takes no longer with many calls: what is counted was counted when it happened.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many calls there are, were created and ended
         * @description Of the whole hours that `from` and `to` lie in, at most 31 days and at most 400 days ago, which the answer tells; a call counts where it was created, and again where it ended. What `now` tells is of this moment. The figures are kept when calls happen, so that the answer takes no longer with many calls; those of records that were removed meanwhile stay in them.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["getCallAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics/latency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long callers waited for the agents
         * @description From the latency ledgers of the calls of a period of at most 31 days, the latest 5000 of them: each percentile is the smallest time that so many of the turns did not exceed. An `agentId` of which there is neither an agent nor a call of the period is 404.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["getLatencyAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, newest first
         * @description Needs the scope `members:read`.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Add a member
         * @description The scopes of the role must be within those of the API key, else 403 `scope.escalation`. An e-mail address that another member has is a 400.
         *
         *     Needs the scope `members:write`.
         */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member
         * @description Needs the scope `members:read`.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description All keys of the member are revoked at once. The scopes of the member’s role must be within those of the API key, else 403 `scope.escalation`. The last Admin cannot be removed: 409 `member.last_admin`.
         *
         *     Needs the scope `members:write`.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        /**
         * Change a member
         * @description The scopes of the old and of the new role, and with another `email` those of the member’s role, must be within those of the API key, else 403 `scope.escalation`. The keys of the member that hold more than the new role are revoked at once. The last Admin keeps the role: 409 `member.last_admin`.
         *
         *     Needs the scope `members:write`.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/members/{memberId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link by which a member signs in at the console
         * @description Good for 7 days and one use, in which the member chooses a password: also for one who has forgotten it. A new link takes the place of the one before. The scopes of the member’s role must be within those of the API key, else 403 `scope.escalation`.
         *
         *     Needs the scope `members:write`.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, newest first, the revoked ones among them
         * @description Needs the scope `keys:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key, which is shown once
         * @description The scopes must be within those of the API key that asks and within the role of the member whose key it will be, else 403 `scope.escalation`. A key is a signed JWT (RFC 7519). A replay by Idempotency-Key answers the same with `key` null.
         *
         *     Needs the scope `keys:write`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is known of an API key
         * @description Needs the scope `keys:read`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key at once
         * @description A revoked key stays in the list, with `revokedAt`. Revoking it again changes nothing and is a 204 too. Its scopes must be within those of the API key that asks, else 403 `scope.escalation`; so an API key can revoke itself.
         *
         *     Needs the scope `keys:write`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look into the audit log: who did what, to what, and when
         * @description Newest first. The filters narrow each other, and `createdAtGt` and `createdAtLt` are as in the export; `metadata.nextPage` goes on by `createdAtLt`. It is audited as an export is, in the same hour once.
         *
         *     Needs the scope `audit:export`.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log
         * @description Newest first by `createdAt`, which is unique and strictly increasing within an organization. `createdAtGt` and `createdAtLt` are exclusive, with any offset and to the microsecond; where they leave nothing, the page is empty. `metadata.nextPage` carries `createdAtLt`, `pageSize` and, when it was given, `createdAtGt`; it is null on the last page, also when that is full.
         *
         *     Whoever polls with `createdAtGt` set to the newest `createdAt` seen misses nothing: no entry ever appears below one that was served. The export is audited itself (`exported`, `audit_logs`): every request, whatever its parameters, at most once per key and hour, and not on the page that it asked for. A missing or invalid credential is a 403.
         *
         *     Needs the scope `audit:export`. Unknown query parameters are ignored.
         */
        get: operations["exportAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflows, newest first
         * @description Needs the scope `workflows:read`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description A new workflow is enabled and unpublished. `trigger` says what starts it: a webhook,
         *     a schedule (a cron expression on the clock of a time zone), or an event of ours. Of `definition` it is checked that its `steps` have
         *     an `id` of their own and a `type`: a draft may be incomplete. What the steps are stands in the JSON Schema of
         *     GET /api/workflow-definition-schema, and publishing holds the draft to it. Of the times of a
         *     schedule that nobody was there for, only the latest is made up for; the run's input is `{"scheduledAt": …}`.
         *
         *     Needs the scope `workflows:write`. The body may have 1 MB.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workflow: its draft and what is published
         * @description Needs the scope `workflows:read`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        /**
         * Delete a workflow whose runs are over
         * @description Its runs stay readable one by one.
         *
         *     Needs the scope `workflows:write`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Change the draft of a workflow
         * @description What is published, its trigger included, stays in force until the next publish.
         *
         *     Needs the scope `workflows:write`. The body may have 1 MB.
         */
        patch: operations["updateWorkflow"];
        trace?: never;
    };
    "/api/workflows/{workflowId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft of a workflow as its next version
         * @description A draft that could not run is refused; `details` names each field that is wrong, and its step. Its steps are carried out on behalf of whoever publishes them: the key needs the scopes of what they do (campaigns:write, calls:write, chats:write, personalization:write, workflows:trigger; agents:write to ask a model; calls:read to wait for the end of a call), and events:read for a trigger by events.
         *
         *     Needs the scope `workflows:write`.
         */
        post: operations["publishWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a workflow
         * @description Needs the scope `workflows:write`.
         */
        post: operations["enableWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a workflow: triggers are refused
         * @description Needs the scope `workflows:write`.
         */
        post: operations["disableWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a workflow, newest first
         * @description Needs the scope `workflows:read`.
         */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published version of a workflow
         * @description Needs the scope `workflows:read`.
         */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-definition-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the JSON Schema of workflow definitions
         * @description Needs the scope `workflows:read`.
         */
        get: operations["getWorkflowDefinitionSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-definition-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what is wrong with a draft, as publishing it would
         * @description Changes nothing, so that an editor can ask while somebody writes.
         *
         *     Needs the scope `workflows:read`. The body may have 1 MB.
         */
        post: operations["checkWorkflowDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the secrets that workflows may send, without their values
         * @description Needs the scope `workflows:read`.
         */
        get: operations["listWorkflowSecrets"];
        put?: never;
        /**
         * Store a secret that workflows may send
         * @description Steps refer to it by `{"secret": "<name>"}` in the headers and the body of requests. It stands
         *     for its value where a request is sent and nowhere else: what runs record shows the reference.
         *
         *     Needs the scope `workflows:write`.
         */
        post: operations["storeWorkflowSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-secrets/{workflowSecretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a secret; steps that refer to it fail from now on
         * @description Needs the scope `workflows:write`.
         */
        delete: operations["deleteWorkflowSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a workflow that has a webhook trigger
         * @description The body is passed to the run as its input: extra fields are kept, missing ones are empty.
         *     Any JSON value under any JSON content type is taken, but for what **JSON** in the introduction names; what is not an object, and no body, is an empty object. The
         *     trigger in force is that of the published version, or of the draft while nothing is published. Answered when the run
         *     is stored: from then on it is executed whatever happens to the process. That of an enabled workflow that was never
         *     published is `unpublished` and over at once. 409 `workflow.disabled` and `workflow.no_webhook_trigger`.
         *
         *     Needs the scope `workflows:trigger`. Unknown query parameters are ignored. The body may have 1 MB.
         */
        post: operations["triggerWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflows/{workflowId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a workflow, newest first
         * @description Without their inputs, which can be large: read a run for its input.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["listWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of all workflows, newest first
         * @description Also those of workflows that were deleted. Without their inputs: read a run for its input.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["listAllWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs/{workflowRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run with its input, its output and its first steps
         * @description Needs the scope `workflows:read`.
         */
        get: operations["getWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs/{workflowRunId}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the steps of a run in the order in which they began
         * @description Needs the scope `workflows:read`.
         */
        get: operations["listWorkflowRunSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs/{workflowRunId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run that is not over
         * @description What it has begun elsewhere, such as a call, is not undone.
         *
         *     Needs the scope `workflows:write`.
         */
        post: operations["cancelWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs/{workflowRunId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a run: steps under way come to their end, and nothing else begins
         * @description Time that it waits for goes on; what came meanwhile is taken up when it goes on.
         *
         *     Needs the scope `workflows:write`.
         */
        post: operations["pauseWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs/{workflowRunId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a paused run go on
         * @description A run that is not paused is left as it is.
         *
         *     Needs the scope `workflows:write`.
         */
        post: operations["resumeWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-runs/{workflowRunId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a failed run up again from the step that failed
         * @description In the version that it began with; what was completed is not done again. Requests keep their `Idempotency-Key`. 409 `workflow_run.not_failed`, `workflow.deleted`.
         *
         *     Needs the scope `workflows:write`.
         */
        post: operations["retryWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workflow-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an event to the steps of workflows that wait for its key
         * @description All runs whose `waitForEvent` names the key go on, with `payload` as the output of the step. An event that comes before its step is kept for `keepSeconds` and taken by one.
         *
         *     Needs the scope `workflows:trigger`. The body may have 1 MB.
         */
        post: operations["bringWorkflowEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened, in order
         * @description For those who poll: every event, in the order that webhooks keep too, which is the order of changes for
         *     each thing that events are about. Go on with `after` set to `metadata.next`: nothing is missed and nothing comes twice,
         *     whatever is stored meanwhile. An event is there as soon as every change is done that was under way when it was stored,
         *     usually within milliseconds, and kept for as long as the organization says (`retention.eventsDays`, 30 by default).
         *     Entries of the audit log (`audit.entry`) are for keys that also hold `audit:export`.
         *
         *     Needs the scope `events:read`, and as said above `audit:export`.
         */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens, as it happens
         * @description For those who follow, such as pages: server-sent events (`text/event-stream`), each with an event
         *     as `GET /api/events` has it as its `data`, and with a place as its `id`: whoever comes back with it as Last-Event-ID, as
         *     browsers do by themselves, misses nothing. An event is there some 0.2 s after its change. A quiet stream gives a sign each 15 s; a
         *     reader who is more than 1 MB behind is cut off, and goes on when it comes back; so is everyone whose key or session is over.
         *     Entries of the audit log (`audit.entry`) are for keys that also hold `audit:export`.
         *
         *     Needs the scope `events:read`, and as said above `audit:export`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, newest first
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Have events sent to an address
         * @description Events are sent to `url` by POST as they happen, signed by the Standard Webhooks specification
         *     (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which is shown this once. The bodies
         *     are in the `webhooks` of this document. Any 2xx within 15 seconds takes an event; redirects are not followed. Every event
         *     comes at least once, one that comes again with the same `webhook-id`, and those of one resource in their order. What fails
         *     is tried again after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 1, 3 and 6 hours and then every 12 hours (each up to a
         *     fifth more or less), for 3 days. An endpoint at which nothing succeeds for 5 days, or that answers 410, is disabled, with an
         *     entry in the audit log and the event `webhookEndpoint.disabled`. An organization has 20 endpoints at most. The events
         *     `audit.entry` and `*` need a key that also holds `audit:export`.
         *
         *     Needs the scope `webhooks:write`, and as said above `audit:export`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint, and how it fares
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Send nothing more to an address, and forget what was sent
         * @description Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Fields that are not given stay. One that is enabled again goes on where it stopped, as far back as events are kept. The events `audit.entry` and `*` need a key that also holds `audit:export`.
         *
         *     Needs the scope `webhooks:write`, and as said above `audit:export`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with a new secret
         * @description The new secret is shown this once. For 24 hours everything is signed with the one before too: `webhook-signature` then holds two signatures, of which one has to fit.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event that did not happen
         * @description Of the type `webhookEndpoint.test`, once; the deliveries say how it went.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent and what came of it, newest first
         * @description What was delivered is kept for 7 days, what was given up for 30.
         *
         *     Needs the scope `webhooks:read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one delivery
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery that is over once more
         * @description At once, with the same `webhook-id`, whatever else waits. One that is not over stays as it is.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{webhookEndpointId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send what was given up once more
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["redeliverFailedWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the calls of the organization
         * @description Newest first, in the shape in which the single one is read. `createdAtGt` and `createdAtLt` are
         *     exclusive. Follow `metadata.nextPage` as given; it is null on the last page, and no page after the first is empty.
         *     The answer streams. An export is audited, whichever page is asked for, at most once a key and hour.
         *
         *     Needs the scope `exports:read`.
         */
        get: operations["exportCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the chats of the organization
         * @description Newest first, in the shape in which the single one is read. `createdAtGt` and `createdAtLt` are
         *     exclusive. Follow `metadata.nextPage` as given; it is null on the last page, and no page after the first is empty.
         *     The answer streams. An export is audited, whichever page is asked for, at most once a key and hour.
         *
         *     Needs the scope `exports:read`.
         */
        get: operations["exportChats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data-deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deletions, newest first
         * @description Receipts, and how far those have come that are under way. None says of whom.
         *
         *     Needs the scope `data-deletions:read`.
         */
        get: operations["listDataDeletions"];
        put?: never;
        /**
         * Delete a person's data
         * @description Deletes what is known of a person in the background, by the telephone number or by the id that chats know
         *     the customer by; where both are known, each takes a request. Calls that wait are canceled first, and calls that are live are
         *     waited for. Records of calls are emptied and stay for the counts, their recordings are removed; chats, pushes, session data and
         *     runs of workflows that name the person are removed; events, also those not delivered yet, tell `{"erased": true}`. A
         *     suppression stays, so that the number is not called again. The audit log holds ids only. Asked again while it is under
         *     way, it answers with the same deletion.
         *
         *     Needs the scope `data-deletions:write`.
         */
        post: operations["createDataDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/data-deletions/{dataDeletionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the receipt of a deletion
         * @description What was deleted, by kind. It does not say of whom: that is forgotten with the rest.
         *
         *     Needs the scope `data-deletions:read`.
         */
        get: operations["getDataDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/join/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whom a link lets in, without using it up
         * @description The token is what stands behind the # of `<public URL>/join#<token>`. A link that was used, replaced or is too old is 404 `link.not_found`.
         *
         *     Needs no credential; pages of other sites are refused.
         */
        post: operations["readJoinLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password by a link, and sign in
         * @description Uses the link up, and ends all earlier sessions of the member. The cookie comes with the answer.
         *
         *     Needs no credential; pages of other sites are refused.
         */
        post: operations["join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in, and what the member may do
         * @description Needs the session of somebody who signed in; an API key is not taken.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description The cookie comes with the answer. A wrong address or password is 401 `sign_in.refused`; ten attempts a minute may be made for an e-mail address, thirty from an IP address. Where several organizations have the member, 409 `sign_in.ambiguous` names them in `details`.
         *
         *     Needs no credential; pages of other sites are refused.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Needs the session of somebody who signed in; an API key is not taken.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether people sign in by a provider here, and what it is called
         * @description Needs no credential; pages of other sites are refused.
         */
        get: operations["getOidc"];
        put?: never;
        /**
         * Begin to sign in by the provider
         * @description Answers the address of the provider’s page to go to, and a cookie that `finishOidc` needs within ten minutes. A provider that does not answer is 503 `oidc.unavailable`.
         *
         *     Needs no credential; pages of other sites are refused.
         */
        post: operations["beginOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/oidc/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with what the provider has answered
         * @description The cookie of the session comes with the answer. An answer to another sign-in, or to one that is used or too old, is 401 `oidc.begun_elsewhere`; one that the provider means as a refusal 401 `oidc.refused`; one that is not valid 401 `oidc.answer_invalid`. An e-mail address that is not verified is 403 `oidc.email_unverified`, one that no member has 403 `oidc.no_member`. Where several organizations have the member, 409 `sign_in.ambiguous` names them in `details`: begin again with one of them.
         *
         *     Needs no credential; pages of other sites are refused.
         */
        post: operations["finishOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open sessions of the member who asks, newest first
         * @description Needs the session of somebody who signed in; an API key is not taken.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the own sessions at once
         * @description Needs the session of somebody who signed in; an API key is not taken.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the own password, and end the other sessions
         * @description A wrong `currentPassword` is 403 `password.wrong`.
         *
         *     Needs the session of somebody who signed in; an API key is not taken.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/chats/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a chat as a visitor of a web page
         * @description An address may begin 10 chats a minute, a widget 600.
         *
         *     Needs no credential, but the `Origin` of a page that may hold the widget (`allowedOrigins`).
         */
        post: operations["beginVisitorChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/chats/{token}/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a visitor’s session for another hour
         * @description Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.
         */
        post: operations["renewVisitorSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/chats/{token}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages of a visitor’s chat, oldest first
         * @description At most 200; those of tools are left out.
         *
         *     Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.
         */
        get: operations["listVisitorMessages"];
        put?: never;
        /**
         * Write as a visitor
         * @description With `Accept: text/event-stream` the answer is a stream, as that of `POST /api/chats/{chatId}/messages`, without tools. An address may write 60 messages a minute, a widget take 6,000.
         *
         *     Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.
         */
        post: operations["addVisitorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/chats/{token}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a visitor’s chat
         * @description Server-sent events as those of `GET /api/chats/{chatId}/events`, without tools, after the position in the header `Last-Event-ID`. An address may hold 50 streams open, a widget 1,000.
         *
         *     Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.
         */
        get: operations["followVisitorChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/chats/{token}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a chat as its visitor
         * @description Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.
         */
        post: operations["endVisitorChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "call.queued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A call was queued, also as a retry */
        post: operations["call.queued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A call was answered: by the customer, or by the agent */
        post: operations["call.started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A call is over, whether it was answered or not */
        post: operations["call.ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.analyzed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Summary, structured data and rubrics of a call are there, or will not come (`failed`) */
        post: operations["call.analyzed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The first call of a campaign was queued */
        post: operations["campaign.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cap, weight or end of a campaign were changed */
        post: operations["campaign.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign was paused */
        post: operations["campaign.paused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A paused campaign goes on */
        post: operations["campaign.resumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A campaign was ended, or its time has come */
        post: operations["campaign.ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.importCompleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Every row of a file of calls was queued or refused */
        post: operations["campaign.importCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A chat began */
        post: operations["chat.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A message was added to a chat, by whomever */
        post: operations["chat.message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.handedOff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** From now on a person answers the chat */
        post: operations["chat.handedOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.handedBack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The agent answers the chat again */
        post: operations["chat.handedBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A chat was ended */
        post: operations["chat.ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.abandoned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The customer of a chat went silent */
        post: operations["chat.abandoned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.run.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A workflow was triggered */
        post: operations["workflow.run.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.run.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A run of a workflow has come to its end */
        post: operations["workflow.run.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.run.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A step of a run failed for good */
        post: operations["workflow.run.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.run.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A run was canceled */
        post: operations["workflow.run.canceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "workflow.run.unpublished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A workflow was triggered that was never published */
        post: operations["workflow.run.unpublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "personalization.consumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An inbound call used the data that was pushed for its number */
        post: operations["personalization.consumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "suppression.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A number is not called any more */
        post: operations["suppression.added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhookEndpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A webhook endpoint was switched off because it fails, or says that it is gone */
        post: operations["webhookEndpoint.disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.entry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody changed something: the entry of the audit log */
        post: operations["audit.entry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddedChatMessage: {
            /** @constant */
            role: "user";
            content: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            messageId: string;
            chatId: string;
        } | {
            /** @constant */
            role: "agent";
            content: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description A human agent */
            agentName: string;
            messageId: string;
            chatId: string;
            /** @description The member whose key was used */
            memberId: string;
        };
        Agent: {
            agentId: string;
            /** @description The published version, 1 for the first: what calls run that begin now */
            version: number;
            name: string;
            /** @description Text with `{{variable}}` */
            prompt: string;
            /** @description What the agent says when the call is answered; null: what its model says first */
            firstMessage: string | null;
            language: string;
            /** @description A variable used in `prompt` or `firstMessage` and not listed is required, but for customerNumber, agentNumber, callId, date, time, timeZone, which every call has */
            variables: {
                name: string;
                /** @default true */
                required: boolean;
                /** @default null */
                default: string | number | boolean | null;
                /** @default null */
                description: string | null;
            }[];
            /** @description What decides what to say; null: the agent says its first message and nothing else */
            model: components["schemas"]["AgentModel"] | null;
            /** @description null: the embedded voice */
            voice: components["schemas"]["AgentVoice"] | null;
            /** @description null: the embedded recognizer, where the model can tell what to expect */
            transcriber: components["schemas"]["AgentTranscriber"] | null;
            /** @description A model that hears and speaks by itself and answers the callers; `transcriber`, `model` and `voice` carry a call on when it cannot be reached, and the voice speaks what it cannot. null: transcriber, model and voice do it all */
            speechToSpeech: components["schemas"]["AgentSpeechToSpeech"] | null;
            /** @description What the model can do beside speaking */
            tools: components["schemas"]["AgentTool"][];
            transferDestinations: components["schemas"]["AgentTransferDestination"][];
            /** @description What is found out about a call after its end */
            analysis: {
                /**
                 * @description A few sentences on what happened
                 * @default true
                 */
                summary: boolean;
                /**
                 * @description The customer's, as `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment: boolean;
                /**
                 * @description A JSON Schema of type object; the call record holds what was found in `analysis`
                 * @default null
                 */
                structuredDataSchema: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics: {
                    /** @description Stands for it in the results */
                    name: string;
                    /** @description What has to be true of the conversation for it to pass, in words */
                    description: string;
                }[];
            } | null;
            limits: {
                /**
                 * @description A call is ended when the agent has talked for this long; while the caller is put through to somebody this stands still, and 4 hours of that end the call
                 * @default 1800
                 */
                maxDurationSeconds: number;
                /**
                 * @description A call is ended after this much silence
                 * @default 10
                 */
                silenceSeconds: number;
            };
            conversation: components["schemas"]["AgentConversation"];
            /** @description What a campaign call has to give in `variables` */
            requiredVariables: string[];
            /** @description Changes that are not published; null: there are none */
            draft: components["schemas"]["AgentConfiguration"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        AgentConfiguration: {
            name: string;
            /** @description Text with `{{variable}}` */
            prompt: string;
            /** @description What the agent says when the call is answered; null: what its model says first */
            firstMessage: string | null;
            language: string;
            /** @description A variable used in `prompt` or `firstMessage` and not listed is required, but for customerNumber, agentNumber, callId, date, time, timeZone, which every call has */
            variables: {
                name: string;
                /** @default true */
                required: boolean;
                /** @default null */
                default: string | number | boolean | null;
                /** @default null */
                description: string | null;
            }[];
            /** @description What decides what to say; null: the agent says its first message and nothing else */
            model: components["schemas"]["AgentModel"] | null;
            /** @description null: the embedded voice */
            voice: components["schemas"]["AgentVoice"] | null;
            /** @description null: the embedded recognizer, where the model can tell what to expect */
            transcriber: components["schemas"]["AgentTranscriber"] | null;
            /** @description A model that hears and speaks by itself and answers the callers; `transcriber`, `model` and `voice` carry a call on when it cannot be reached, and the voice speaks what it cannot. null: transcriber, model and voice do it all */
            speechToSpeech: components["schemas"]["AgentSpeechToSpeech"] | null;
            /** @description What the model can do beside speaking */
            tools: components["schemas"]["AgentTool"][];
            transferDestinations: components["schemas"]["AgentTransferDestination"][];
            /** @description What is found out about a call after its end */
            analysis: {
                /**
                 * @description A few sentences on what happened
                 * @default true
                 */
                summary: boolean;
                /**
                 * @description The customer's, as `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment: boolean;
                /**
                 * @description A JSON Schema of type object; the call record holds what was found in `analysis`
                 * @default null
                 */
                structuredDataSchema: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics: {
                    /** @description Stands for it in the results */
                    name: string;
                    /** @description What has to be true of the conversation for it to pass, in words */
                    description: string;
                }[];
            } | null;
            limits: {
                /**
                 * @description A call is ended when the agent has talked for this long; while the caller is put through to somebody this stands still, and 4 hours of that end the call
                 * @default 1800
                 */
                maxDurationSeconds: number;
                /**
                 * @description A call is ended after this much silence
                 * @default 10
                 */
                silenceSeconds: number;
            };
            conversation: components["schemas"]["AgentConversation"];
        };
        AgentConversation: {
            /**
             * @description Whether the caller's speech and keys cut the agent short
             * @default true
             */
            interruptible: boolean;
            /**
             * @description Words that do not end the agent's turn, beside those of its language (such as `mhm`)
             * @default []
             */
            backchannels: string[];
            /**
             * @description The caller has finished after so long a silence, when the sentence sounds complete; null: 250, or 500 with `speechToSpeech`, where no words tell whether it does
             * @default null
             */
            endOfTurnMs: number | null;
            /**
             * @description Said when nobody speaks: after every `afterSeconds` the next message; null: nothing
             * @default null
             */
            silencePrompts: {
                afterSeconds: number;
                messages: string[];
            } | null;
            /**
             * @description Said so long before `limits.maxDurationSeconds`; null: nothing
             * @default null
             */
            durationWarning: {
                beforeSeconds: number;
                message: string;
            } | null;
            /**
             * @description Whether the first message waits until the caller has said something, though not for long; an agent without one waits for as long as the call allows
             * @default false
             */
            waitForCaller: boolean;
            /**
             * @description Said while a tool or the model takes long; null: those of the language, empty: nothing
             * @default null
             */
            fillers: string[] | null;
            /**
             * @description Left on an answering machine, with `{{variable}}`; null: nothing is left
             * @default null
             */
            voicemailMessage: string | null;
            /**
             * @description on: an outbound call finds out first whether a person answered. An answering machine is left `voicemailMessage` after its beep, and the call ends as `voicemail`; the model is told of a menu or a call screener
             * @default off
             * @enum {string}
             */
            answerDetection: "off" | "on";
            /**
             * @description announced: `recordingAnnouncement` is spoken before anything else
             * @default always
             * @enum {string}
             */
            recording: "always" | "off" | "announced";
            /**
             * @description null: "This call is recorded."
             * @default null
             */
            recordingAnnouncement: string | null;
        };
        AgentConversationInput: {
            /**
             * @description Whether the caller's speech and keys cut the agent short
             * @default true
             */
            interruptible?: boolean;
            /**
             * @description Words that do not end the agent's turn, beside those of its language (such as `mhm`)
             * @default []
             */
            backchannels?: string[];
            /**
             * @description The caller has finished after so long a silence, when the sentence sounds complete; null: 250, or 500 with `speechToSpeech`, where no words tell whether it does
             * @default null
             */
            endOfTurnMs?: number | null;
            /**
             * @description Said when nobody speaks: after every `afterSeconds` the next message; null: nothing
             * @default null
             */
            silencePrompts?: {
                afterSeconds: number;
                messages: string[];
            } | null;
            /**
             * @description Said so long before `limits.maxDurationSeconds`; null: nothing
             * @default null
             */
            durationWarning?: {
                beforeSeconds: number;
                message: string;
            } | null;
            /**
             * @description Whether the first message waits until the caller has said something, though not for long; an agent without one waits for as long as the call allows
             * @default false
             */
            waitForCaller?: boolean;
            /**
             * @description Said while a tool or the model takes long; null: those of the language, empty: nothing
             * @default null
             */
            fillers?: string[] | null;
            /**
             * @description Left on an answering machine, with `{{variable}}`; null: nothing is left
             * @default null
             */
            voicemailMessage?: string | null;
            /**
             * @description on: an outbound call finds out first whether a person answered. An answering machine is left `voicemailMessage` after its beep, and the call ends as `voicemail`; the model is told of a menu or a call screener
             * @default off
             * @enum {string}
             */
            answerDetection?: "off" | "on";
            /**
             * @description announced: `recordingAnnouncement` is spoken before anything else
             * @default always
             * @enum {string}
             */
            recording?: "always" | "off" | "announced";
            /**
             * @description null: "This call is recorded."
             * @default null
             */
            recordingAnnouncement?: string | null;
        };
        /** @description The conversation as data; it needs no key and no network */
        AgentDialogue: {
            start: string;
            /** @default {} */
            slots: {
                [key: string]: {
                    /** @constant */
                    type: "number";
                    /** @default 0 */
                    min: number;
                    /** @default 999999999 */
                    max: number;
                    /** @default true */
                    whole: boolean;
                } | {
                    /** @constant */
                    type: "digits";
                    /** @default 1 */
                    minLength: number;
                    /** @default 40 */
                    maxLength: number;
                } | {
                    /** @constant */
                    type: "date";
                } | {
                    /** @constant */
                    type: "time";
                } | {
                    /** @constant */
                    type: "yes-no";
                } | {
                    /** @constant */
                    type: "choice";
                    /** @description Each value with other ways to say it */
                    options: {
                        [key: string]: string[];
                    };
                } | {
                    /** @constant */
                    type: "text";
                } | {
                    /** @constant */
                    type: "name";
                };
            };
            /**
             * @description Options that every listening node has after its own
             * @default []
             */
            anywhere: {
                /**
                 * @description All that is said is one of these
                 * @default []
                 */
                phrases: string[];
                /** @default [] */
                keywords: string[];
                /** @default [] */
                keys: string[];
                /** @default {} */
                set: {
                    [key: string]: string | number | boolean | null;
                };
                goto?: string;
                /**
                 * @description Says the node once more instead of going on
                 * @default false
                 */
                repeat: boolean;
            }[];
            /**
             * @default {
             *       "says": [
             *         "Sorry, I did not get that."
             *       ],
             *       "repeat": true,
             *       "goto": null
             *     }
             */
            noMatch: {
                /**
                 * @description Said the first time, the second time, …
                 * @default []
                 */
                says: string[];
                /**
                 * @description Whether what the node says follows
                 * @default true
                 */
                repeat: boolean;
                /**
                 * @description Taken when all of `says` have been said; without it the last of them is said every time
                 * @default null
                 */
                goto: string | null;
            };
            /**
             * @default {
             *       "says": [
             *         "Are you still there?"
             *       ],
             *       "repeat": true,
             *       "goto": null
             *     }
             */
            noInput: {
                /**
                 * @description Said the first time, the second time, …
                 * @default []
                 */
                says: string[];
                /**
                 * @description Whether what the node says follows
                 * @default true
                 */
                repeat: boolean;
                /**
                 * @description Taken when all of `says` have been said; without it the last of them is said every time
                 * @default null
                 */
                goto: string | null;
            };
            /**
             * @description The tool that ends the call
             * @default endCall
             */
            endTool: string;
            /**
             * @description The tool that transfers the call
             * @default transferCall
             */
            transferTool: string;
            nodes: {
                [key: string]: {
                    /** @description What is said, with {{variable}} and {{slot}} */
                    say?: string;
                    /**
                     * @description Slots that get a value when the node is entered, before anything is said
                     * @default {}
                     */
                    set: {
                        [key: string]: string | number | boolean | null;
                    };
                    listen?: {
                        /**
                         * @description The first that fits is taken
                         * @default []
                         */
                        options: {
                            /**
                             * @description All that is said is one of these
                             * @default []
                             */
                            phrases: string[];
                            /** @default [] */
                            keywords: string[];
                            /** @default [] */
                            keys: string[];
                            /** @default {} */
                            set: {
                                [key: string]: string | number | boolean | null;
                            };
                            goto?: string;
                            /**
                             * @description Says the node once more instead of going on
                             * @default false
                             */
                            repeat: boolean;
                        }[];
                        /** @description Filled from what is said or pressed when no option fits */
                        slot?: string;
                        /** @description Where it goes on when the slot is filled */
                        goto?: string;
                        noMatch?: {
                            /**
                             * @description Said the first time, the second time, …
                             * @default []
                             */
                            says: string[];
                            /**
                             * @description Whether what the node says follows
                             * @default true
                             */
                            repeat: boolean;
                            /**
                             * @description Taken when all of `says` have been said; without it the last of them is said every time
                             * @default null
                             */
                            goto: string | null;
                        };
                        noInput?: {
                            /**
                             * @description Said the first time, the second time, …
                             * @default []
                             */
                            says: string[];
                            /**
                             * @description Whether what the node says follows
                             * @default true
                             */
                            repeat: boolean;
                            /**
                             * @description Taken when all of `says` have been said; without it the last of them is said every time
                             * @default null
                             */
                            goto: string | null;
                        };
                    };
                    branch?: {
                        if: components["schemas"]["DialogueCondition"];
                        goto: string;
                    }[];
                    /** @description Where a branch goes when none of its conditions holds */
                    otherwise?: string;
                    call?: {
                        tool: string;
                        /**
                         * @description JSON with {{name}} in its texts
                         * @default {}
                         */
                        arguments: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description Slots from the result by path, such as `order.items.0.name`; an empty path is all of it
                         * @default {}
                         */
                        result: {
                            [key: string]: string;
                        };
                        onSuccess: string;
                        /** @description Also when the agent has no such tool; a result with `error` is a failure */
                        onFailure: string;
                    };
                    goto?: string;
                    transfer?: {
                        destination: string;
                        onFailure: string;
                    };
                    /** @constant */
                    end?: true;
                };
            };
        };
        /** @description The conversation as data; it needs no key and no network */
        AgentDialogueInput: {
            start: string;
            /** @default {} */
            slots?: {
                [key: string]: {
                    /** @constant */
                    type: "number";
                    /** @default 0 */
                    min?: number;
                    /** @default 999999999 */
                    max?: number;
                    /** @default true */
                    whole?: boolean;
                } | {
                    /** @constant */
                    type: "digits";
                    /** @default 1 */
                    minLength?: number;
                    /** @default 40 */
                    maxLength?: number;
                } | {
                    /** @constant */
                    type: "date";
                } | {
                    /** @constant */
                    type: "time";
                } | {
                    /** @constant */
                    type: "yes-no";
                } | {
                    /** @constant */
                    type: "choice";
                    /** @description Each value with other ways to say it */
                    options: {
                        [key: string]: string[];
                    };
                } | {
                    /** @constant */
                    type: "text";
                } | {
                    /** @constant */
                    type: "name";
                };
            };
            /**
             * @description Options that every listening node has after its own
             * @default []
             */
            anywhere?: {
                /**
                 * @description All that is said is one of these
                 * @default []
                 */
                phrases?: string[];
                /** @default [] */
                keywords?: string[];
                /** @default [] */
                keys?: string[];
                /** @default {} */
                set?: {
                    [key: string]: string | number | boolean | null;
                };
                goto?: string;
                /**
                 * @description Says the node once more instead of going on
                 * @default false
                 */
                repeat?: boolean;
            }[];
            /**
             * @default {
             *       "says": [
             *         "Sorry, I did not get that."
             *       ],
             *       "repeat": true,
             *       "goto": null
             *     }
             */
            noMatch?: {
                /**
                 * @description Said the first time, the second time, …
                 * @default []
                 */
                says?: string[];
                /**
                 * @description Whether what the node says follows
                 * @default true
                 */
                repeat?: boolean;
                /**
                 * @description Taken when all of `says` have been said; without it the last of them is said every time
                 * @default null
                 */
                goto?: string | null;
            };
            /**
             * @default {
             *       "says": [
             *         "Are you still there?"
             *       ],
             *       "repeat": true,
             *       "goto": null
             *     }
             */
            noInput?: {
                /**
                 * @description Said the first time, the second time, …
                 * @default []
                 */
                says?: string[];
                /**
                 * @description Whether what the node says follows
                 * @default true
                 */
                repeat?: boolean;
                /**
                 * @description Taken when all of `says` have been said; without it the last of them is said every time
                 * @default null
                 */
                goto?: string | null;
            };
            /**
             * @description The tool that ends the call
             * @default endCall
             */
            endTool?: string;
            /**
             * @description The tool that transfers the call
             * @default transferCall
             */
            transferTool?: string;
            nodes: {
                [key: string]: {
                    /** @description What is said, with {{variable}} and {{slot}} */
                    say?: string;
                    /**
                     * @description Slots that get a value when the node is entered, before anything is said
                     * @default {}
                     */
                    set?: {
                        [key: string]: string | number | boolean | null;
                    };
                    listen?: {
                        /**
                         * @description The first that fits is taken
                         * @default []
                         */
                        options?: {
                            /**
                             * @description All that is said is one of these
                             * @default []
                             */
                            phrases?: string[];
                            /** @default [] */
                            keywords?: string[];
                            /** @default [] */
                            keys?: string[];
                            /** @default {} */
                            set?: {
                                [key: string]: string | number | boolean | null;
                            };
                            goto?: string;
                            /**
                             * @description Says the node once more instead of going on
                             * @default false
                             */
                            repeat?: boolean;
                        }[];
                        /** @description Filled from what is said or pressed when no option fits */
                        slot?: string;
                        /** @description Where it goes on when the slot is filled */
                        goto?: string;
                        noMatch?: {
                            /**
                             * @description Said the first time, the second time, …
                             * @default []
                             */
                            says?: string[];
                            /**
                             * @description Whether what the node says follows
                             * @default true
                             */
                            repeat?: boolean;
                            /**
                             * @description Taken when all of `says` have been said; without it the last of them is said every time
                             * @default null
                             */
                            goto?: string | null;
                        };
                        noInput?: {
                            /**
                             * @description Said the first time, the second time, …
                             * @default []
                             */
                            says?: string[];
                            /**
                             * @description Whether what the node says follows
                             * @default true
                             */
                            repeat?: boolean;
                            /**
                             * @description Taken when all of `says` have been said; without it the last of them is said every time
                             * @default null
                             */
                            goto?: string | null;
                        };
                    };
                    branch?: {
                        if: components["schemas"]["DialogueCondition"];
                        goto: string;
                    }[];
                    /** @description Where a branch goes when none of its conditions holds */
                    otherwise?: string;
                    call?: {
                        tool: string;
                        /**
                         * @description JSON with {{name}} in its texts
                         * @default {}
                         */
                        arguments?: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description Slots from the result by path, such as `order.items.0.name`; an empty path is all of it
                         * @default {}
                         */
                        result?: {
                            [key: string]: string;
                        };
                        onSuccess: string;
                        /** @description Also when the agent has no such tool; a result with `error` is a failure */
                        onFailure: string;
                    };
                    goto?: string;
                    transfer?: {
                        destination: string;
                        onFailure: string;
                    };
                    /** @constant */
                    end?: true;
                };
            };
        };
        AgentModel: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogue"];
        } | {
            /** @constant */
            provider: "openai";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens: number | null;
            /**
             * @description What answers when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentModelFallback"] | null;
        } | {
            /** @constant */
            provider: "anthropic";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens: number | null;
            /**
             * @description What answers when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentModelFallback"] | null;
        };
        AgentModelFallback: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogue"];
        } | {
            /** @constant */
            provider: "openai";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens: number | null;
        } | {
            /** @constant */
            provider: "anthropic";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens: number | null;
        };
        AgentModelFallbackInput: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogueInput"];
        } | {
            /** @constant */
            provider: "openai";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens?: number | null;
        } | {
            /** @constant */
            provider: "anthropic";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens?: number | null;
        };
        AgentModelInput: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogueInput"];
        } | {
            /** @constant */
            provider: "openai";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens?: number | null;
            /**
             * @description What answers when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentModelFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "anthropic";
            /** @description The provider's model by its id */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description null: the provider's own choice
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens?: number | null;
            /**
             * @description What answers when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentModelFallbackInput"] | null;
        };
        AgentPage: {
            agents: components["schemas"]["Agent"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        AgentPreview: {
            agentId: string;
            /** @description null: the draft */
            version: number | null;
            prompt: string;
            /** @description null: nothing is said */
            firstMessage: string | null;
            variables: components["schemas"]["PreviewedVariable"][];
            /** @description Variables that a call would have to bring, and this one does not */
            missing: string[];
            /** @description null: nothing is personalized */
            personalization: components["schemas"]["Personalization"] | null;
        };
        AgentSpeechToSpeech: {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by what is said. Interruptions are found by the call's own voice activity in any case
             * @default local
             * @enum {string}
             */
            turnDetection: "local" | "server_vad" | "semantic_vad";
            /**
             * @description Of `server_vad`: so much silence ends a turn; null: the provider's own choice
             * @default null
             */
            silenceMs: number | null;
            /**
             * @description What writes down the caller's words for the record, which the model itself hears; null: the provider's own choice
             * @default null
             */
            transcriptionModel: string | null;
            /**
             * @description null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)
             * @default null
             */
            audioFormat: ("pcmu" | "pcm") | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens: number | null;
        };
        AgentSpeechToSpeechInput: {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by what is said. Interruptions are found by the call's own voice activity in any case
             * @default local
             * @enum {string}
             */
            turnDetection?: "local" | "server_vad" | "semantic_vad";
            /**
             * @description Of `server_vad`: so much silence ends a turn; null: the provider's own choice
             * @default null
             */
            silenceMs?: number | null;
            /**
             * @description What writes down the caller's words for the record, which the model itself hears; null: the provider's own choice
             * @default null
             */
            transcriptionModel?: string | null;
            /**
             * @description null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)
             * @default null
             */
            audioFormat?: ("pcmu" | "pcm") | null;
            /**
             * @description Tokens of one answer at most; null: the provider's own bound
             * @default null
             */
            maxTokens?: number | null;
        };
        AgentTool: {
            /** @constant */
            type: "http";
            /** @description What the model calls it by */
            name: string;
            /** @description When to call it, for the model */
            description: string;
            /**
             * @description A JSON Schema of type object: what the model has to give
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            /** @description With `{{name}}` of an argument or a variable in its path and query */
            url: string;
            /**
             * @default POST
             * @enum {string}
             */
            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @default {} */
            headers: {
                [key: string]: string | {
                    secret: string | true;
                };
            };
            /**
             * @description Sent as JSON, with `{{name}}` in its texts; a text that is one variable becomes its value. null: the arguments, where the method has a body
             * @default null
             */
            body: {
                [key: string]: unknown;
            } | null;
            /** @default 10000 */
            timeoutMs: number;
            /**
             * @description A JSON Schema that the answer has to meet; otherwise the model is told that the tool failed
             * @default null
             */
            responseSchema: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "mcp";
            /** @description Comes before the names of the tools: name_tool */
            name: string;
            /** @description Of a server that speaks streamable HTTP */
            url: string;
            /** @default {} */
            headers: {
                [key: string]: string | {
                    secret: string | true;
                };
            };
            /**
             * @description The tools that the model gets; null: all
             * @default null
             */
            allowedTools: string[] | null;
            /** @default 10000 */
            timeoutMs: number;
        } | {
            /** @constant */
            type: "workflow";
            /** @description What the model calls it by */
            name: string;
            /** @description When to call it, for the model */
            description: string;
            /**
             * @description A JSON Schema of type object: what the model has to give
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Run with the arguments as its input */
            workflowId: string;
            /**
             * @description How long its output is waited for; 0: not at all. A run that takes longer goes on by itself
             * @default 10000
             */
            timeoutMs: number;
            /**
             * @description A JSON Schema that the output has to meet; otherwise the model is told that the tool failed
             * @default null
             */
            responseSchema: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "setCallSessionData";
            /**
             * @description What the model calls it by
             * @default setCallSessionData
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "endCall";
            /**
             * @description What the model calls it by
             * @default endCall
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "transfer";
            /**
             * @description What the model calls it by
             * @default transferCall
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "sendDtmf";
            /**
             * @description What the model calls it by
             * @default sendDtmf
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "leaveVoicemail";
            /**
             * @description What the model calls it by
             * @default leaveVoicemail
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "optOut";
            /**
             * @description What the model calls it by
             * @default optOut
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "pauseRecording";
            /**
             * @description What the model calls it by
             * @default pauseRecording
             */
            name: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description: string | null;
        };
        AgentToolInput: {
            /** @constant */
            type: "http";
            /** @description What the model calls it by */
            name: string;
            /** @description When to call it, for the model */
            description: string;
            /**
             * @description A JSON Schema of type object: what the model has to give
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description With `{{name}}` of an argument or a variable in its path and query */
            url: string;
            /**
             * @default POST
             * @enum {string}
             */
            method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
            /** @default {} */
            headers?: {
                [key: string]: string | {
                    secret: string | true;
                };
            };
            /**
             * @description Sent as JSON, with `{{name}}` in its texts; a text that is one variable becomes its value. null: the arguments, where the method has a body
             * @default null
             */
            body?: {
                [key: string]: unknown;
            } | null;
            /** @default 10000 */
            timeoutMs?: number;
            /**
             * @description A JSON Schema that the answer has to meet; otherwise the model is told that the tool failed
             * @default null
             */
            responseSchema?: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "mcp";
            /** @description Comes before the names of the tools: name_tool */
            name: string;
            /** @description Of a server that speaks streamable HTTP */
            url: string;
            /** @default {} */
            headers?: {
                [key: string]: string | {
                    secret: string | true;
                };
            };
            /**
             * @description The tools that the model gets; null: all
             * @default null
             */
            allowedTools?: string[] | null;
            /** @default 10000 */
            timeoutMs?: number;
        } | {
            /** @constant */
            type: "workflow";
            /** @description What the model calls it by */
            name: string;
            /** @description When to call it, for the model */
            description: string;
            /**
             * @description A JSON Schema of type object: what the model has to give
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description Run with the arguments as its input */
            workflowId: string;
            /**
             * @description How long its output is waited for; 0: not at all. A run that takes longer goes on by itself
             * @default 10000
             */
            timeoutMs?: number;
            /**
             * @description A JSON Schema that the output has to meet; otherwise the model is told that the tool failed
             * @default null
             */
            responseSchema?: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "setCallSessionData";
            /**
             * @description What the model calls it by
             * @default setCallSessionData
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "endCall";
            /**
             * @description What the model calls it by
             * @default endCall
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "transfer";
            /**
             * @description What the model calls it by
             * @default transferCall
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "sendDtmf";
            /**
             * @description What the model calls it by
             * @default sendDtmf
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "leaveVoicemail";
            /**
             * @description What the model calls it by
             * @default leaveVoicemail
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "optOut";
            /**
             * @description What the model calls it by
             * @default optOut
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "pauseRecording";
            /**
             * @description What the model calls it by
             * @default pauseRecording
             */
            name?: string;
            /**
             * @description null: the usual one
             * @default null
             */
            description?: string | null;
        };
        AgentTranscriber: {
            /** @constant */
            provider: "pocketsphinx";
            /**
             * @description What listens when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The provider takes an utterance for finished after so long a silence; null: 300
             * @default null
             */
            endpointingMs: number | null;
            /**
             * @description Whether the provider decides that the caller has finished, beside the agent's own turn-taking
             * @default false
             */
            endsTurns: boolean;
            /**
             * @description What listens when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description What listens when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
        };
        AgentTranscriberFallback: {
            /** @constant */
            provider: "pocketsphinx";
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The provider takes an utterance for finished after so long a silence; null: 300
             * @default null
             */
            endpointingMs: number | null;
            /**
             * @description Whether the provider decides that the caller has finished, beside the agent's own turn-taking
             * @default false
             */
            endsTurns: boolean;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
        };
        AgentTranscriberFallbackInput: {
            /** @constant */
            provider: "pocketsphinx";
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The provider takes an utterance for finished after so long a silence; null: 300
             * @default null
             */
            endpointingMs?: number | null;
            /**
             * @description Whether the provider decides that the caller has finished, beside the agent's own turn-taking
             * @default false
             */
            endsTurns?: boolean;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
        };
        AgentTranscriberInput: {
            /** @constant */
            provider: "pocketsphinx";
            /**
             * @description What listens when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The provider takes an utterance for finished after so long a silence; null: 300
             * @default null
             */
            endpointingMs?: number | null;
            /**
             * @description Whether the provider decides that the caller has finished, beside the agent's own turn-taking
             * @default false
             */
            endsTurns?: boolean;
            /**
             * @description What listens when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description What listens when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
        };
        AgentTransferDestination: {
            /** @description What the model names it by */
            name: string;
            /**
             * @description When to choose it, for the model
             * @default null
             */
            description: string | null;
            /** @enum {string} */
            type: "phone" | "sip";
            /** @description A number in E.164, or a SIP URI */
            destination: string;
            /**
             * @description blind: the carrier is asked to (REFER); bridged: we call and connect the two; warm: bridged, after a summary was spoken
             * @default blind
             * @enum {string}
             */
            mode: "blind" | "bridged" | "warm";
            /**
             * @description How to put the summary of a warm transfer; null: the usual way
             * @default null
             */
            summaryPrompt: string | null;
            /**
             * @description When it fails: `return` to the agent, `end` the call, or the name of another destination
             * @default return
             */
            fallback: string;
        };
        AgentTransferDestinationInput: {
            /** @description What the model names it by */
            name: string;
            /**
             * @description When to choose it, for the model
             * @default null
             */
            description?: string | null;
            /** @enum {string} */
            type: "phone" | "sip";
            /** @description A number in E.164, or a SIP URI */
            destination: string;
            /**
             * @description blind: the carrier is asked to (REFER); bridged: we call and connect the two; warm: bridged, after a summary was spoken
             * @default blind
             * @enum {string}
             */
            mode?: "blind" | "bridged" | "warm";
            /**
             * @description How to put the summary of a warm transfer; null: the usual way
             * @default null
             */
            summaryPrompt?: string | null;
            /**
             * @description When it fails: `return` to the agent, `end` the call, or the name of another destination
             * @default return
             */
            fallback?: string;
        };
        AgentVersion: {
            agentId: string;
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            publishedAt: string;
            /** @description The member who published it */
            publishedBy: string;
            configuration: components["schemas"]["AgentConfiguration"];
        };
        AgentVersionPage: {
            versions: components["schemas"]["AgentVersionSummary"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        AgentVersionSummary: {
            agentId: string;
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            publishedAt: string;
            /** @description The member who published it */
            publishedBy: string;
        };
        AgentVoice: {
            /** @constant */
            provider: "flite";
            /**
             * @description slt: a woman, rms: a man, both from the United States; awb: a man from Scotland
             * @default null
             */
            voice: ("slt" | "rms" | "awb") | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description How to speak, in words; models that do not follow instructions pass over it
             * @default null
             */
            instructions: string | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description How the voice is to sound, as the provider names it; null: the voice's own settings
             * @default null
             */
            voiceSettings: {
                stability?: number;
                similarity_boost?: number;
                style?: number;
                use_speaker_boost?: boolean;
                speed?: number;
            } | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
        } | {
            /** @constant */
            provider: "cartesia";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
        };
        AgentVoiceFallback: {
            /** @constant */
            provider: "flite";
            /**
             * @description slt: a woman, rms: a man, both from the United States; awb: a man from Scotland
             * @default null
             */
            voice: ("slt" | "rms" | "awb") | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description How to speak, in words; models that do not follow instructions pass over it
             * @default null
             */
            instructions: string | null;
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description How the voice is to sound, as the provider names it; null: the voice's own settings
             * @default null
             */
            voiceSettings: {
                stability?: number;
                similarity_boost?: number;
                style?: number;
                use_speaker_boost?: boolean;
                speed?: number;
            } | null;
        } | {
            /** @constant */
            provider: "cartesia";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
        };
        AgentVoiceFallbackInput: {
            /** @constant */
            provider: "flite";
            /**
             * @description slt: a woman, rms: a man, both from the United States; awb: a man from Scotland
             * @default null
             */
            voice?: ("slt" | "rms" | "awb") | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description How to speak, in words; models that do not follow instructions pass over it
             * @default null
             */
            instructions?: string | null;
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description How the voice is to sound, as the provider names it; null: the voice's own settings
             * @default null
             */
            voiceSettings?: {
                stability?: number;
                similarity_boost?: number;
                style?: number;
                use_speaker_boost?: boolean;
                speed?: number;
            } | null;
        } | {
            /** @constant */
            provider: "cartesia";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
        };
        AgentVoiceInput: {
            /** @constant */
            provider: "flite";
            /**
             * @description slt: a woman, rms: a man, both from the United States; awb: a man from Scotland
             * @default null
             */
            voice?: ("slt" | "rms" | "awb") | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description How to speak, in words; models that do not follow instructions pass over it
             * @default null
             */
            instructions?: string | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description How the voice is to sound, as the provider names it; null: the voice's own settings
             * @default null
             */
            voiceSettings?: {
                stability?: number;
                similarity_boost?: number;
                style?: number;
                use_speaker_boost?: boolean;
                speed?: number;
            } | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "cartesia";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            voice?: string | null;
            /**
             * @description By the provider's own id; null: its own choice
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description What speaks when the provider fails
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
        };
        ApiKey: {
            apiKeyId: string;
            name: string;
            /** @description The member whose key it is, who may have been removed since */
            memberId: string;
            /** @description Null when the scopes were chosen one by one */
            role: ("Admin" | "Agent Manager" | "Support" | "Viewer") | null;
            scopes: string[];
            expiresAt: string | null;
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        ApiKeyPage: {
            apiKeys: components["schemas"]["ApiKey"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        Attention: {
            /**
             * @description New ones may come
             * @enum {string}
             */
            kind: "trunk-down" | "circuit-open" | "calls-held" | "webhook-failing" | "webhook-disabled" | "workflow-failing" | "process-lost";
            /** @description Of the trunk, campaign, webhook endpoint, workflow or process; null: all calls are held */
            id: string | null;
            name: string | null;
            /** @description Why the trunk is down or the calls are held; whether the circuit is of a `trunk` or a `campaign`; how many runs of the workflow failed within a day; the roles of the process */
            reason: string | null;
            since: string | null;
        };
        AuditLog: {
            /** Format: uuid */
            auditLogId: string;
            /** @description Who performed the action; `system` for the service itself */
            memberId: string;
            memberName: string | null;
            memberEmail: string | null;
            /** @description Such as created, updated, deleted, exported, started, paused, resumed, assigned, unassigned */
            actionVerb: string;
            /** @description Such as agents, api_keys, campaigns */
            resourceType: string;
            resourceReferenceId: string | null;
            /** @description A name of the resource; never a customer’s data */
            resourceLabel: string | null;
            /** @description The `x-request-id` of the request */
            requestId: string;
            /**
             * Format: date-time
             * @description Unique and increasing within the organization; with microseconds
             */
            createdAt: string;
        };
        AuditPage: {
            auditLogs: components["schemas"]["AuditLog"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        BeginOidcInput: {
            /**
             * @description The page of the console to go to when signed in
             * @default /
             */
            returnTo?: string;
            /** @description Needed by those who are members of several organizations with one e-mail address */
            organizationId?: string;
        };
        BringWorkflowEventInput: {
            /** @description What `waitForEvent` steps name */
            key: string;
            /** @description Any JSON: the output of the steps; at most 128 KB */
            payload?: unknown;
            /**
             * @description How long it is kept for the next step that waits, where none does yet; default 300
             * @default 300
             */
            keepSeconds?: number;
        };
        Call: {
            callId: string;
            agentId: string;
            /** @description The published version of the agent that the call runs; null until it is dialed */
            agentVersion: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @enum {string} */
            status: "queued" | "ringing" | "in-progress" | "forwarding" | "ended" | "canceled";
            /** @enum {string} */
            type: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
            campaignId: string | null;
            campaignName: string | null;
            /** @description 1 for the first; a retry is a call record of its own */
            attempt: number;
            /** @description From 1 to 9: of the calls of its campaign that are due those of a higher one are dialed first; null: it was not dialed by us */
            priority: number | null;
            /** @description Queued: when the dialer looks at it next; null: as soon as its trunk has room */
            dueAt: string | null;
            /** @description When the call was answered */
            startedAt: string | null;
            recordingUrl: string | null;
            endedAt: string | null;
            endedBy: ("Agent ended the call" | "Customer ended the call" | "System ended the call") | null;
            customerNumber: string;
            /** @description Where the customer is, as the call said it; null: told from the number */
            timeZone: string | null;
            endedReason: ("assistant-ended-call" | "customer-ended-call" | "assistant-forwarded-call" | "silence-timed-out" | "exceeded-max-duration" | "customer-busy" | "customer-did-not-answer" | "voicemail" | "trunk-rejected" | "trunk-unreachable" | "number-invalid" | "provider-error" | "manually-canceled" | "campaign-ended" | "number-suppressed" | "refused-by-gate" | "customer-opted-out" | "worker-lost" | "unknown-outcome") | null;
            /** @description The final SIP status that ended an attempt */
            sipCode: number | null;
            sipReason: string | null;
            summary: string | null;
            analysis: {
                [key: string]: unknown;
            } | null;
            /** @description The version of the agent that summary, `analysis` and `qa` were made by: the one that the call ran, or that of a later analysis; null: there are none */
            analysisAgentVersion: number | null;
            transcript: components["schemas"]["CallTranscriptEntry"][];
            /** @description The latency ledger: where each step of each turn lies */
            turns: components["schemas"]["CallTurn"][];
            /** @description How long the caller waited; null: there was no conversation */
            latency: components["schemas"]["CallLatency"] | null;
            /** @description What the providers and the line were used for */
            usage: components["schemas"]["CallUsage"][];
            /** @description What that cost, once the call has ended; null where nothing was used, or the organization had no prices then (`/api/organization/prices`) */
            cost: components["schemas"]["CallCost"] | null;
            /** @description How well the audio came through; null until the call is over, and when it was not answered */
            quality: components["schemas"]["CallQuality"] | null;
            /** @description Who or what answered; null unless the agent has `conversation.answerDetection` on */
            answeredBy: components["schemas"]["CallAnsweredBy"] | null;
            /** @description Where this call can be read */
            url: string;
            callVariables: {
                [key: string]: unknown;
            };
            /** @description The session data that was written last, kept with the record after it has expired for lookups; `{}`: none was written */
            sessionVariables: {
                [key: string]: unknown;
            };
            qa: components["schemas"]["CallQa"] | null;
            /** @description The organization's own number; with local presence, the one that the call is made from */
            phoneNumber: string;
            phoneNumberId: string;
            /** @description The number that was asked for */
            requestedPhoneNumberId: string;
            /** @description The earlier attempts, first one first */
            campaignParentCallIds: string[];
            transferDestination: string | null;
            externalId: string | null;
        };
        CallAnalysis: {
            callId: string;
            /**
             * @description Of the newest analysis; `none`: the call goes on, or nothing was to be found out
             * @enum {string}
             */
            status: "none" | "pending" | "done" | "failed";
            /** @description Pending: the version of the agent that the analysis under way goes by */
            pendingAgentVersion: number | null;
            /** @description The version of the agent that summary, `analysis` and `qa` were made by: the one that the call ran, or that of a later analysis; null: there are none */
            agentVersion: number | null;
            summary: string | null;
            /** @description The structured data that the agent asks for */
            analysis: {
                [key: string]: unknown;
            } | null;
            qa: components["schemas"]["CallQa"] | null;
            /** @description What was last decided about it, as `why` tells it */
            note: string | null;
        };
        CallAnalytics: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            to: string;
            /** @description Calls that are not over at this moment, by status */
            now: {
                [key: string]: number;
            };
            /** @description Calls that were created in the period, by type */
            created: {
                [key: string]: number;
            };
            /** @description Calls that ended in the period, by status */
            byStatus: {
                [key: string]: number;
            };
            /** @description Calls that ended in the period, by endedReason */
            byOutcome: {
                [key: string]: number;
            };
        };
        CallAnsweredBy: {
            /**
             * @description undecided: somebody spoke, and it was never clear who
             * @enum {string}
             */
            kind: "person" | "voicemail" | "ivr" | "screening" | "fax" | "silence" | "undecided";
            /** @description Milliseconds since the answer, on the clock of the audio */
            decidedAtMs: number;
            /** @description What it was told by */
            reason: string;
        };
        CallCost: {
            /** @description ISO 4217 */
            currency: string;
            /** @description The sum of the items, exactly */
            total: string;
            /** @description The version of the prices that it was reckoned by: those when the call ended */
            priceVersion: number;
            /** @description False: the process that carried the call was lost, and with it the last of what its providers were used for */
            usageIsComplete: boolean;
            items: components["schemas"]["CallCostItem"][];
            /** @description What had no price, and is not in the total */
            unpriced: components["schemas"]["CallUnpricedUsage"][];
        };
        CallCostItem: {
            /** @enum {string} */
            kind: "language-model" | "text-to-speech" | "speech-to-text" | "speech-to-speech" | "telephony";
            /** @description Of telephony: the id of the trunk */
            provider: string;
            model: string | null;
            /** @description Of telephony */
            direction: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "input-tokens" | "output-tokens" | "characters" | "seconds" | "minutes" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens" | "cache-write-input-tokens";
            /** @description Of the unit; of telephony as it is charged */
            quantity: number;
            /** @description The price: so much…; of what was cached or written down and has none of its own, that which it takes instead */
            amount: string;
            /** @description …for so many of the unit */
            per: number;
            cost: string;
        };
        CallLatency: {
            /** @description Turns that the figures are of: those that the caller waited in */
            turns: number;
            p50Ms: number | null;
            p95Ms: number | null;
            maxMs: number | null;
            /** @description Without the providers' time */
            addedP50Ms: number | null;
            addedP95Ms: number | null;
        };
        CallLookup: {
            /** @description The latest session data that is still alive; null when there is none */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Seconds until it expires, rounded up */
            ttl: number | null;
            latestCall: components["schemas"]["Call"] | null;
        };
        CallPage: {
            calls: components["schemas"]["Call"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        CallQa: {
            /** @description Whether every rubric holds; true where the agent has none */
            overallPassed: boolean;
            sentiment: string;
            rubricOutcomes: {
                [key: string]: unknown;
            };
        };
        CallQuality: {
            /** @description RTP packets that went to the other side */
            packetsSent: number;
            /** @description RTP packets that came */
            packetsReceived: number;
            /** @description Packets of the other side that never came */
            packetsLost: number;
            /** @description Of the packets that were expected */
            lossPercent: number;
            /** @description The mean interarrival jitter (RFC 3550), in milliseconds */
            jitterMs: number;
            /** @description How long audio waited on average for packets that were late, in milliseconds */
            bufferDelayMs: number;
            /** @description Packets that came too late to be heard */
            packetsLate: number;
            /** @description Audio that was filled in for what did not come in time, in milliseconds */
            concealedMs: number;
            rttMs: number | null;
            /** @description What the agent heard, for Opus an estimate; null: nothing came: a mean opinion score by the E-model (ITU-T G.107), 1 to 4.5 */
            mosListening: number | null;
            /** @description What the other side heard, by its own reports; null: it never reported: a mean opinion score by the E-model (ITU-T G.107), 1 to 4.5 */
            mosRemote: number | null;
        };
        CallRecordingPause: {
            callId: string;
            paused: boolean;
        };
        CallSessionDataInput: {
            data: {
                [key: string]: unknown;
            };
            /** @default 180 */
            ttlSeconds?: number;
        };
        CallTranscriptEntry: {
            /** @enum {string} */
            role: "bot" | "user" | "tool" | "system";
            message: string;
            /** @description Seconds since the call was answered, from the RTP position. Entries are in this order, a cause before its effect */
            secondsFromStart: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            time: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            endTime: string;
            /** @description Seconds */
            duration: number;
            name?: string;
            result?: {
                [key: string]: unknown;
            };
            toolCall?: {
                [key: string]: unknown;
            };
        };
        CallTurn: {
            /** @description From 1 */
            turn: number;
            /**
             * @description What made the agent speak
             * @enum {string}
             */
            kind: "greeting" | "speech" | "dtmf" | "silence";
            /** @description The last sound of the caller, or the last key; milliseconds since the answer, on the clock of the audio */
            speechEndMs: number | null;
            /** @description The first words of the caller were understood, often while they were spoken; milliseconds since the answer, on the clock of the audio */
            transcriptFirstMs: number | null;
            /** @description The last words of the caller were understood; milliseconds since the answer, on the clock of the audio */
            transcriptFinalMs: number | null;
            /** @description It was decided that the caller's turn is over; milliseconds since the answer, on the clock of the audio */
            endOfTurnMs: number | null;
            /** @description The model began to answer; milliseconds since the answer, on the clock of the audio */
            firstTokenMs: number | null;
            /** @description The model had said something that can be spoken; milliseconds since the answer, on the clock of the audio */
            firstSentenceMs: number | null;
            /** @description The voice gave the first audio; milliseconds since the answer, on the clock of the audio */
            firstAudioMs: number | null;
            /** @description The first audio of the answer was sent; milliseconds since the answer, on the clock of the audio */
            firstRtpMs: number | null;
            /** @description The speech of the caller that cut the turn short began; milliseconds since the answer, on the clock of the audio */
            interruptedAtMs: number | null;
            /** @description What the caller waited: from the end of speech to the first audio sent, in milliseconds */
            waitedMs: number | null;
            /** @description The providers' part of it, in milliseconds */
            providerMs: number | null;
            /** @description The rest: deciding that the turn is over, and everything between, in milliseconds */
            addedMs: number | null;
        };
        CallUnpricedUsage: {
            /** @enum {string} */
            kind: "language-model" | "text-to-speech" | "speech-to-text" | "speech-to-speech" | "telephony";
            /** @description Of telephony: the id of the trunk */
            provider: string;
            model: string | null;
            /** @description Of telephony */
            direction: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "input-tokens" | "output-tokens" | "characters" | "seconds" | "minutes" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens" | "cache-write-input-tokens";
            /** @description Of the unit; of telephony as it is charged */
            quantity: number;
        };
        CallUsage: {
            /** @enum {string} */
            kind: "speech-to-text" | "language-model" | "text-to-speech" | "speech-to-speech" | "telephony";
            /** @description Of telephony: the id of the trunk */
            provider: string;
            /** @description Null: the provider has only one */
            model?: string | null;
            /** @description Characters that were spoken */
            characters?: number;
            /** @description Milliseconds of audio that were listened to */
            audioMs?: number;
            /** @description Of speech-to-speech: those of text */
            inputTokens?: number;
            /** @description Of speech-to-speech: those of text */
            outputTokens?: number;
            inputAudioTokens?: number;
            outputAudioTokens?: number;
            /** @description Read from what the provider kept of earlier requests, and in none of the others. Of speech-to-speech: those of text, and of audio too where `cachedInputAudioTokens` is not there */
            cachedInputTokens?: number;
            cachedInputAudioTokens?: number;
            /** @description Written down by the provider to be kept, at a price of their own, and in none of the others */
            cacheWriteInputTokens?: number;
            /**
             * @description Of telephony
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /** @description Of telephony: milliseconds from the answer to the end of one connection, the call or whom it was put through to */
            connectedMs?: number;
            /**
             * @description Some of it was reckoned: answers that were cut off before the provider told what they took
             * @constant
             */
            estimated?: true;
        };
        CallWhy: {
            callId: string;
            /** @enum {string} */
            status: "queued" | "ringing" | "in-progress" | "forwarding" | "ended" | "canceled";
            decisions: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
                /** @enum {string} */
                decision: "queued" | "held" | "dialed" | "ringing" | "answered" | "received" | "retried" | "refused" | "ended" | "canceled" | "noted";
                /** @description Stable and machine-readable */
                reason: string;
                message: string;
                /** @description Held: when that ended, or is to end as far as it is known; null: it lasts. Not there for other decisions */
                until?: string | null;
            }[];
        };
        CallingHoursRule: {
            ruleId: string;
            name: string;
            /** @description Where it holds: ISO 3166 codes of countries or states */
            regions: string[];
            /** @description When calls are allowed, on the wall clock of who is called */
            windows: {
                days: string[];
                start: string;
                end: string;
            }[];
            /** @description Days without calls, in this year and the next */
            holidays: {
                name: string;
                dates: string[];
            }[];
            sources: {
                /** @description The statute or regulation with its section */
                citation: string;
                /** @description The date of what the rule was made from, YYYY-MM-DD */
                asOf: string;
                /**
                 * @description `text`: the text of the law; `summaries`: what others say of it, which wants to be checked
                 * @enum {string}
                 */
                writtenFrom: "text" | "summaries";
            }[];
            note: string | null;
        };
        Campaign: {
            campaignId: string;
            agentId: string;
            name: string;
            /** @enum {string} */
            status: "running" | "paused" | "ended";
            maxConcurrentCalls: number | null;
            /** @description Campaigns of an organization take turns; one of weight 3 has three calls dialed to one of weight 1 */
            weight: number;
            /** @description Unix timestamp in milliseconds */
            endCampaignAt: number | null;
            endedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        CampaignCallBatchInput: {
            /** @description What the calls have in common; a call that says otherwise counts, variables are put together */
            defaults?: {
                /** @description Name of the campaign */
                campaignName?: string;
                /** @description ID of the schedule to use */
                scheduleId?: string;
                /** @description The customer to call, strictly E.164 */
                phoneNumber?: string;
                /** @description ID of the organization's phone number used as caller id */
                phoneNumberId?: string;
                /** @description Every variable that the agent's prompt requires; others are kept */
                variables?: {
                    [key: string]: unknown;
                };
                /** @description Where the customer is: an IANA time zone, in any capitals. It takes the place of what the number tells, in the schedule (`customer`), in calling hours and for retries */
                timeZone?: string | null;
                callRetryConfigId?: string | null;
                /** @description Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over */
                localPresenceEnabled?: boolean | null;
                /** @description Cap of the campaign; at most the organization's maxConcurrentCalls */
                maxConcurrentCalls?: number | null;
                /** @description Unix timestamp in milliseconds, in the future */
                endCampaignAt?: number | null;
                /** @description Within the campaign calls of a higher priority are dialed first; default 5 */
                priority?: number | null;
            } | null;
            calls: {
                /** @description Name of the campaign */
                campaignName?: string;
                /** @description ID of the schedule to use */
                scheduleId?: string;
                /** @description The customer to call, strictly E.164 */
                phoneNumber?: string;
                /** @description ID of the organization's phone number used as caller id */
                phoneNumberId?: string;
                /** @description Every variable that the agent's prompt requires; others are kept */
                variables?: {
                    [key: string]: unknown;
                };
                /** @description Where the customer is: an IANA time zone, in any capitals. It takes the place of what the number tells, in the schedule (`customer`), in calling hours and for retries */
                timeZone?: string | null;
                callRetryConfigId?: string | null;
                /** @description Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over */
                localPresenceEnabled?: boolean | null;
                /** @description Cap of the campaign; at most the organization's maxConcurrentCalls */
                maxConcurrentCalls?: number | null;
                /** @description Unix timestamp in milliseconds, in the future */
                endCampaignAt?: number | null;
                /** @description Within the campaign calls of a higher priority are dialed first; default 5 */
                priority?: number | null;
            }[];
        };
        CampaignCallBatchQueued: {
            /** @description Calls that were queued */
            accepted: number;
            refused: number;
            /** @description One for each call, in their order */
            results: ({
                /** @description The place of the call in the request, from 0 */
                index: number;
                callId: string;
                campaignId: string;
            } | {
                /** @description The place of the call in the request, from 0 */
                index: number;
                /** @description `<field>: <message>` */
                error: string;
                details: {
                    field: string;
                    message: string;
                }[];
            })[];
        };
        CampaignCallInput: {
            /** @description Name of the campaign */
            campaignName: string;
            /** @description ID of the schedule to use */
            scheduleId: string;
            /** @description The customer to call, strictly E.164 */
            phoneNumber: string;
            /** @description ID of the organization's phone number used as caller id */
            phoneNumberId: string;
            /** @description Every variable that the agent's prompt requires; others are kept */
            variables: {
                [key: string]: unknown;
            };
            /** @description Where the customer is: an IANA time zone, in any capitals. It takes the place of what the number tells, in the schedule (`customer`), in calling hours and for retries */
            timeZone?: string | null;
            callRetryConfigId?: string | null;
            /** @description Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over */
            localPresenceEnabled?: boolean | null;
            /** @description Cap of the campaign; at most the organization's maxConcurrentCalls */
            maxConcurrentCalls?: number | null;
            /** @description Unix timestamp in milliseconds, in the future */
            endCampaignAt?: number | null;
            /** @description Within the campaign calls of a higher priority are dialed first; default 5 */
            priority?: number | null;
        };
        CampaignCallQueued: {
            message: string;
            callId: string;
            campaignId: string;
        };
        CampaignDetail: {
            campaignId: string;
            agentId: string;
            name: string;
            /** @enum {string} */
            status: "running" | "paused" | "ended";
            maxConcurrentCalls: number | null;
            /** @description Campaigns of an organization take turns; one of weight 3 has three calls dialed to one of weight 1 */
            weight: number;
            /** @description Unix timestamp in milliseconds */
            endCampaignAt: number | null;
            endedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
            /** @description Opens when too many of its attempts fail; its calls are held then */
            circuit: components["schemas"]["Circuit"];
            counts: {
                /** @description Calls by status */
                byStatus: {
                    [key: string]: unknown;
                };
                /** @description Calls that are over by endedReason */
                byOutcome: {
                    [key: string]: unknown;
                };
            };
        };
        CampaignOutcomes: {
            campaignId: string;
            /** @enum {string} */
            interval: "hour" | "day" | "week";
            /** @description The earliest first, without a gap; an hour that two days share counts where it begins */
            buckets: components["schemas"]["OutcomeBucket"][];
        };
        CampaignPage: {
            campaigns: components["schemas"]["Campaign"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        CampaignRedial: {
            callsQueued: number;
            /** @description Whether other calls of the campaign have an unknown outcome */
            hasMore: boolean;
        };
        ChangePassword: {
            currentPassword: string;
            /** @description At least 12 characters, and none of those that would be guessed first; there are no other rules */
            newPassword: string;
        };
        Chat: {
            chatId: string;
            agentId: string;
            customerUniqueId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @enum {string} */
            status: "active" | "handedOff" | "ended" | "abandoned";
            /** @description Null until there is one */
            summary?: string | null;
            transcript: {
                messages: components["schemas"]["ChatMessage"][];
            };
            chatVariables: {
                [key: string]: unknown;
            };
        };
        ChatAnalysis: {
            /**
             * @description Of the newest analysis; `none`: the chat goes on, or its agent wants nothing to be found out
             * @enum {string}
             */
            status: "none" | "pending" | "done" | "failed";
            /** @description Pending: the version of the agent that the analysis under way goes by */
            pendingAgentVersion: number | null;
            /** @description The version of the agent that the findings go by; null where there are none */
            agentVersion: number | null;
            summary: string | null;
            /** @description The structured data that the agent asks for */
            analysis: {
                [key: string]: unknown;
            } | null;
            /** @description Sentiment and rubrics, as in calls */
            qa: {
                [key: string]: unknown;
            } | null;
            /** @description Of the newest analysis: which model it was, or why nothing came of it; null while it is pending */
            note: string | null;
        };
        ChatDetails: {
            chatId: string;
            agentId: string;
            customerUniqueId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @enum {string} */
            status: "active" | "handedOff" | "ended" | "abandoned";
            /** @description Null until there is one */
            summary?: string | null;
            transcript: {
                messages: components["schemas"]["ChatMessage"][];
            };
            chatVariables: {
                [key: string]: unknown;
            };
            /** @description What models were used for: answers, those too that were given up, and the analysis */
            usage: components["schemas"]["CallUsage"][];
            /** @description What that cost, once the chat is over; null where nothing was used, or the organization had no prices then (`/api/organization/prices`) */
            cost: components["schemas"]["CallCost"] | null;
        };
        ChatDetailsPage: {
            chats: components["schemas"]["ChatDetails"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        ChatMessage: {
            /** @constant */
            role: "user";
            content: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        } | {
            /** @constant */
            role: "bot";
            content: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        } | {
            /** @constant */
            role: "tool";
            toolCallId: string;
            toolName: string;
            /** @description JSON */
            toolArguments: string;
            /** @description JSON */
            toolResult: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        } | {
            /** @constant */
            role: "agent";
            content: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description A human agent */
            agentName: string;
        };
        ChatMessagePage: {
            messages: ({
                /** @constant */
                role: "user";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description 1 for the first message of the chat */
                position: number;
            } | {
                /** @constant */
                role: "bot";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description 1 for the first message of the chat */
                position: number;
            } | {
                /** @constant */
                role: "tool";
                toolCallId: string;
                toolName: string;
                /** @description JSON */
                toolArguments: string;
                /** @description JSON */
                toolResult: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description 1 for the first message of the chat */
                position: number;
            } | {
                /** @constant */
                role: "agent";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description A human agent */
                agentName: string;
                /** @description 1 for the first message of the chat */
                position: number;
            })[];
            metadata: components["schemas"]["PageMetadata"];
        };
        ChatPage: {
            chats: components["schemas"]["Chat"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        ChatSessionData: {
            /** @description What a tool of the agent wrote; null: nothing, or it has expired */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Seconds that are left, rounded up */
            ttl: number | null;
        };
        ChatWidget: {
            agentId: string;
            /** @description Names the widget in the pages that hold it; it is no secret */
            token: string;
            /** @description The origins of the pages that may hold the widget, exactly as browsers say them */
            allowedOrigins: string[];
            enabled: boolean;
            /** @description What the addresses for visitors begin with, as `PARLEY_PUBLIC_URL` has it */
            url: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        CheckWorkflow: {
            trigger?: components["schemas"]["WorkflowTrigger"];
            /** @description As of a draft */
            definition: {
                [key: string]: unknown;
            };
        };
        Circuit: {
            /**
             * @description `open`: calls are held; `half-open`: one call tries whether it works again
             * @enum {string}
             */
            state: "closed" | "open" | "half-open";
            /** @description null: it was never open */
            since: string | null;
            /** @description Failed ones of the attempts that count; not closed: when it opened */
            failed: number;
            attempts: number;
            /** @description 0 to 1; null: nothing was attempted lately */
            failureRate: number | null;
            /** @description Open: when one call may try; half-open: when another may */
            until: string | null;
            /** @description The call that tries */
            probeCallId: string | null;
        };
        CircuitBreaker: {
            /**
             * @description false: no circuit opens, and open ones close
             * @default true
             */
            enabled: boolean;
            /**
             * @description So many failed attempts open a circuit
             * @default 10
             */
            failures: number;
            /**
             * @description Of so many latest ones
             * @default 20
             */
            attempts: number;
            /**
             * @description Older attempts are not counted
             * @default 300
             */
            windowSeconds: number;
            /**
             * @description How long an open circuit lets no call through; then one may try
             * @default 60
             */
            cooldownSeconds: number;
        };
        CircuitBreakerInput: {
            /**
             * @description false: no circuit opens, and open ones close
             * @default true
             */
            enabled?: boolean;
            /**
             * @description So many failed attempts open a circuit
             * @default 10
             */
            failures?: number;
            /**
             * @description Of so many latest ones
             * @default 20
             */
            attempts?: number;
            /**
             * @description Older attempts are not counted
             * @default 300
             */
            windowSeconds?: number;
            /**
             * @description How long an open circuit lets no call through; then one may try
             * @default 60
             */
            cooldownSeconds?: number;
        };
        CreateAgentInput: {
            name: string;
            /** @description Text with `{{variable}}` */
            prompt: string;
            /**
             * @description What the agent says when the call is answered; null: what its model says first
             * @default null
             */
            firstMessage?: string | null;
            /** @default en-US */
            language?: string;
            /**
             * @description A variable used in `prompt` or `firstMessage` and not listed is required, but for customerNumber, agentNumber, callId, date, time, timeZone, which every call has
             * @default []
             */
            variables?: {
                name: string;
                /** @default true */
                required?: boolean;
                /** @default null */
                default?: string | number | boolean | null;
                /** @default null */
                description?: string | null;
            }[];
            /**
             * @description What decides what to say; null: the agent says its first message and nothing else
             * @default null
             */
            model?: components["schemas"]["AgentModelInput"] | null;
            /**
             * @description null: the embedded voice
             * @default null
             */
            voice?: components["schemas"]["AgentVoiceInput"] | null;
            /**
             * @description null: the embedded recognizer, where the model can tell what to expect
             * @default null
             */
            transcriber?: components["schemas"]["AgentTranscriberInput"] | null;
            /**
             * @description A model that hears and speaks by itself and answers the callers; `transcriber`, `model` and `voice` carry a call on when it cannot be reached, and the voice speaks what it cannot. null: transcriber, model and voice do it all
             * @default null
             */
            speechToSpeech?: components["schemas"]["AgentSpeechToSpeechInput"] | null;
            /**
             * @description What the model can do beside speaking
             * @default []
             */
            tools?: components["schemas"]["AgentToolInput"][];
            /** @default [] */
            transferDestinations?: components["schemas"]["AgentTransferDestinationInput"][];
            /**
             * @description What is found out about a call after its end
             * @default null
             */
            analysis?: {
                /**
                 * @description A few sentences on what happened
                 * @default true
                 */
                summary?: boolean;
                /**
                 * @description The customer's, as `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment?: boolean;
                /**
                 * @description A JSON Schema of type object; the call record holds what was found in `analysis`
                 * @default null
                 */
                structuredDataSchema?: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics?: {
                    /** @description Stands for it in the results */
                    name: string;
                    /** @description What has to be true of the conversation for it to pass, in words */
                    description: string;
                }[];
            } | null;
            /**
             * @default {
             *       "maxDurationSeconds": 1800,
             *       "silenceSeconds": 10
             *     }
             */
            limits?: {
                /**
                 * @description A call is ended when the agent has talked for this long; while the caller is put through to somebody this stands still, and 4 hours of that end the call
                 * @default 1800
                 */
                maxDurationSeconds?: number;
                /**
                 * @description A call is ended after this much silence
                 * @default 10
                 */
                silenceSeconds?: number;
            };
            /** @default {} */
            conversation?: components["schemas"]["AgentConversationInput"];
        };
        CreateApiKeyInput: {
            name: string;
            /**
             * @description The key holds all that the role may do. Either this or `scopes`
             * @enum {string}
             */
            role?: "Admin" | "Agent Manager" | "Support" | "Viewer";
            /** @description What the key may do, one by one. Either this or `role` */
            scopes?: ("agents:read" | "agents:write" | "telephony:read" | "telephony:write" | "schedules:read" | "schedules:write" | "campaigns:read" | "campaigns:write" | "calls:read" | "calls:write" | "chats:read" | "chats:write" | "workflows:read" | "workflows:write" | "workflows:trigger" | "personalization:read" | "personalization:write" | "audit:export" | "exports:read" | "events:read" | "organization:read" | "organization:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "keys:read" | "keys:write" | "data-deletions:read" | "data-deletions:write")[];
            /** @description Whose key it is; default: the member who makes it */
            memberId?: string;
            /**
             * @description In the future; null: it does not expire
             * @default null
             */
            expiresAt?: string | null;
        };
        CreateChatInput: {
            /** @description What you know the customer by */
            customerUniqueId: string;
            /**
             * @description Key-value pairs; at most 200 keys and 64 KB
             * @default {}
             */
            chatVariables?: {
                [key: string]: unknown;
            };
        };
        CreateChatMessage: {
            /**
             * @description `user`: the customer; `agent`: a person of the organization
             * @enum {string}
             */
            role: "user" | "agent";
            content: string;
            /** @description Only with role `agent`; default the name of the member whose key is used */
            agentName?: string;
        };
        CreateDataDeletion: {
            /** @description Whose data is deleted, by the telephone number, E.164 */
            phoneNumber?: string;
            /** @description Whose data is deleted, by the id that chats know the customer by */
            customerUniqueId?: string;
        };
        CreateMemberInput: {
            name: string;
            /**
             * @description Unique within the organization, whatever the case of its letters
             * @default null
             */
            email?: string | null;
            /**
             * @description What the keys of the member may do at most
             * @enum {string}
             */
            role: "Admin" | "Agent Manager" | "Support" | "Viewer";
        };
        CreatePhoneNumberInput: {
            /** @description E.164; belongs to one organization of the installation; cannot be changed */
            phoneNumber: string;
            /**
             * @description The trunk that calls of this number go over; null: none yet
             * @default null
             */
            trunkId?: string | null;
            /**
             * @description Trunks that take the place of `trunkId`, in this order, while it is down and when it refuses a call before anything rang; calls from them are for this number too
             * @default []
             */
            fallbackTrunkIds?: string[];
            /**
             * @description The agent that takes calls to this number; null: they are refused
             * @default null
             */
            inboundAgentId?: string | null;
            /**
             * @description Whether the number may stand in as caller id for customers of its area code, else of its state or a neighbouring one
             * @default false
             */
            localPresence?: boolean;
            /**
             * @description How many calls are dialed with the number on one of its days (from midnight of the standard time where it is); further ones take another local presence number, or wait for the next day. null: any number
             * @default null
             */
            maxCallsPerDay?: number | null;
            /**
             * @description The header of an inbound INVITE that carries the `externalId` of the call; else it is the Call-ID
             * @default X-External-ID
             */
            externalIdHeader?: string;
            /**
             * @description What becomes of a call that cannot be taken (no agent, no free slot); null: 486 Busy Here
             * @default null
             */
            overflow?: {
                /** @constant */
                type: "reject";
                /**
                 * @description 486 Busy Here ends the call; many carriers take 480 and 503 as a reason to try another way to the number
                 * @default 486
                 * @enum {number}
                 */
                code?: 486 | 480 | 503;
            } | null;
        };
        CreateProviderKeyInput: {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "cartesia";
            /**
             * @description Write-only: stored encrypted and never returned. Null only with `baseUrl`, for a service that wants none
             * @default null
             */
            apiKey?: string | null;
            /**
             * @description Where the service is, for one that speaks the provider's protocol; null: the provider's own
             * @default null
             */
            baseUrl?: string | null;
            /**
             * @description What agents ask for it by with `key`, where an organization has several of one provider
             * @default null
             */
            name?: string | null;
        };
        CreateRetryConfigInput: {
            name: string;
            /** @description How often a customer is called at most, the first call included */
            maxAttempts: number;
            /** @description The wait after the end of the first attempt, of the second and so on; the last one repeats */
            delaysSeconds: number[];
            /**
             * @description Take the place of `delaysSeconds` after attempts that ended so, such as shorter ones after `busy`
             * @default {}
             */
            outcomeDelaysSeconds?: {
                "no-answer"?: number[];
                busy?: number[];
                failed?: number[];
                voicemail?: number[];
            };
            /**
             * @description Whether the next attempt is made in another part of the customer's day than the last: before 11:00, before 14:00, before 17:00 or later; the least tried one that the schedule opens within three days
             * @default false
             */
            varyTimeOfDay?: boolean;
            /**
             * @description The outcomes after which the customer is called again
             * @default [
             *       "no-answer",
             *       "busy",
             *       "failed",
             *       "voicemail"
             *     ]
             */
            retryOn?: ("no-answer" | "busy" | "failed" | "voicemail")[];
        };
        CreateScheduleInput: {
            name: string;
            /**
             * @description An IANA time zone, or `customer` for the called party's own
             * @example America/New_York
             * @example customer
             */
            timeZone: string;
            /** @description When calls may be placed, every week */
            windows: {
                days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                /**
                 * @description `HH:MM`, 00:00 to 23:59
                 * @example 09:00
                 */
                start: string;
                /**
                 * @description `HH:MM`, later than the start, excluded; 24:00 is midnight
                 * @example 17:00
                 */
                end: string;
            }[];
            /** @default [] */
            exceptions?: {
                /**
                 * @description `YYYY-MM-DD`, each date once
                 * @example 2026-12-25
                 */
                date: string;
                /** @description In place of the week's; an empty list closes the day */
                windows: {
                    /**
                     * @description `HH:MM`, 00:00 to 23:59
                     * @example 09:00
                     */
                    start: string;
                    /**
                     * @description `HH:MM`, later than the start, excluded; 24:00 is midnight
                     * @example 17:00
                     */
                    end: string;
                }[];
            }[];
        };
        CreateSuppressionInput: {
            /** @description The customer's number, E.164 */
            phoneNumber: string;
            /**
             * @description Why, for people. It stays the one that was given first
             * @default null
             */
            reason?: string | null;
        };
        CreateTrunkInput: {
            name: string;
            /** @description The carrier's host name, IPv4 or IPv6 address, without scheme and port */
            host: string;
            /**
             * @description null: where the NAPTR and SRV records of `host` say, by their priorities and weights; without such records the usual port of `transport`
             * @default 5060
             */
            port?: number | null;
            /**
             * @description What carries SIP to the carrier; over `tls` its certificate has to be for `host`, by an authority that this server trusts, and its port is usually 5061
             * @default udp
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /**
             * @description What the carrier knows us by when it asks for credentials
             * @default null
             */
            username?: string | null;
            /**
             * @description Whether to register at the carrier as `username`, for carriers that send calls only to who is registered; needs `username` and `password`, and `health` says whether it succeeded
             * @default false
             */
            register?: boolean;
            /**
             * @description IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: what `host` resolves to; an empty list: none
             * @default null
             */
            allowedAddresses?: string[] | null;
            /**
             * @description Calls placed over the trunk in any one second at most; the others wait (`trunk-limit`); null: no limit of its own
             * @default null
             */
            maxCallsPerSecond?: number | null;
            /**
             * @description Calls over the trunk at the same time at most, in both directions: placed ones wait (`trunk-limit`), received ones are refused (503, or the overflow of the number); null: no limit of its own
             * @default null
             */
            maxConcurrentCalls?: number | null;
            /**
             * @description In the order of preference; G722 and OPUS carry twice the bandwidth of the others, and OPUS takes loss best at about half of their bits, for more work of this server
             * @default [
             *       "PCMU",
             *       "PCMA"
             *     ]
             */
            codecs?: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and an encrypted offer is taken; `required`: a call without keys is refused. The keys are as secret as the signalling: use `tls`
             * @default off
             * @enum {string}
             */
            mediaEncryption?: "off" | "optional" | "required";
            /**
             * @description Write-only: stored encrypted and never returned; null removes it
             * @default null
             */
            password?: string | null;
            /**
             * @description How often the carrier is asked by OPTIONS whether it is there; null: only after an INVITE that nobody answered, until it answers again
             * @default null
             */
            optionsIntervalSeconds?: number | null;
            /**
             * @description Whether the other side of a call may put us through to somebody else (REFER): the number that it names is called over this trunk, if the organization may call it, and the conversation goes on with whoever answers. false: such a request is refused (603)
             * @default false
             */
            acceptTransfers?: boolean;
            /**
             * @description How the trunk reads dialed digits. SIP addresses that calls are put through to are judged as the numbers that it makes of them. Given as a whole: what is left out has its default
             * @default {}
             */
            dialPlan?: components["schemas"]["DialPlanInput"];
        };
        CreateWebhookEndpointInput: {
            /** @description Where events are sent, by POST: http or https, at an address that is public or that the operator allows */
            url: string;
            /** @description Types of events, or `["*"]`: all, those to come among them. `audit.entry`, and so `*`, needs `audit:export` */
            events: ("*" | "call.queued" | "call.started" | "call.ended" | "call.analyzed" | "campaign.created" | "campaign.updated" | "campaign.paused" | "campaign.resumed" | "campaign.ended" | "campaign.importCompleted" | "chat.created" | "chat.message" | "chat.handedOff" | "chat.handedBack" | "chat.ended" | "chat.abandoned" | "workflow.run.created" | "workflow.run.completed" | "workflow.run.failed" | "workflow.run.canceled" | "workflow.run.unpublished" | "personalization.consumed" | "suppression.added" | "webhookEndpoint.disabled" | "audit.entry")[];
            /**
             * @description For people
             * @default null
             */
            description?: string | null;
            /**
             * @description Whether events are sent
             * @default true
             */
            enabled?: boolean;
        };
        CreateWorkflow: {
            name: string;
            trigger: components["schemas"]["WorkflowTrigger"];
            /** @description The draft: `steps`, each with its own `id` and a `type`; at most 200 and 128 KB */
            definition: {
                steps?: ({
                    id: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            };
        };
        CreatedApiKey: {
            apiKeyId: string;
            name: string;
            /** @description The member whose key it is, who may have been removed since */
            memberId: string;
            /** @description Null when the scopes were chosen one by one */
            role: ("Admin" | "Agent Manager" | "Support" | "Viewer") | null;
            scopes: string[];
            expiresAt: string | null;
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description The key itself, shown here only; null where an Idempotency-Key replays the creation */
            key: string | null;
        };
        DataDeletion: {
            dataDeletionId: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed";
            /** @description What has to be over, or to answer, before it goes on */
            waitingFor: ("imports" | "live-calls" | "recordings") | null;
            /**
             * @description Not whom: the receipt names nobody
             * @enum {string}
             */
            soughtBy: "phoneNumber" | "customerUniqueId";
            deleted: components["schemas"]["DataDeletionCounts"];
            /** @description What names the person and stays */
            kept: {
                /** @description The number stays on the list of those that are not called, so that it is not called */
                suppressions: number;
            };
            /** @description The member */
            requestedBy: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            completedAt: string | null;
        };
        DataDeletionCounts: {
            /** @description Calls that waited, and were canceled first */
            queuedCalls: number;
            /** @description Records of calls that were emptied */
            calls: number;
            /** @description Of calls that had one */
            recordings: number;
            /** @description Session data of calls */
            sessionData: number;
            /** @description Pushes */
            personalization: number;
            /** @description Chats, removed */
            chats: number;
            /** @description Messages of these chats */
            chatMessages: number;
            /** @description Runs of workflows that named the person, or something of the person’s; removed */
            workflowRuns: number;
            /** @description Events that were kept for workflows */
            workflowEvents: number;
            /** @description Refused rows of imports */
            importRows: number;
            /** @description Events whose data was emptied */
            events: number;
            /** @description Answers of webhook endpoints that were emptied */
            deliveries: number;
            /** @description Answers that were kept for replays, emptied */
            idempotentAnswers: number;
            /** @description Records of others in which the number or id was made unreadable */
            mentions: number;
        };
        DataDeletionPage: {
            dataDeletions: components["schemas"]["DataDeletion"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        DialPlanInput: {
            /** @description The country whose numbers are dialed without a country code; null: that of the number that the call is on */
            country?: string | null;
            /** @description Digits that open an international number; empty: those of the country, such as 011 or 00 */
            exitCodes?: string[];
            /** @description Digits that open an outside line, such as 9 at a telephone system; empty: none */
            linePrefixes?: string[];
        };
        DialogueCondition: {
            name: string;
            is?: string | number | boolean | null;
            in?: (string | number | boolean | null)[];
            over?: number;
            under?: number;
            exists?: boolean;
        } | {
            all: components["schemas"]["DialogueCondition"][];
        } | {
            any: components["schemas"]["DialogueCondition"][];
        } | {
            not: components["schemas"]["DialogueCondition"];
        };
        EligibilityWebhook: {
            url: string;
            /** @description How long its answer is waited for */
            deadlineMs: number;
            /**
             * @description What happens to a call while there is no answer: `dial` it as if there were no webhook, `hold` it and ask again, `refuse` it when it was asked in vain
             * @enum {string}
             */
            whenUnavailable: "dial" | "hold" | "refuse";
            /**
             * @description There is one
             * @constant
             */
            secret: true;
        };
        EligibilityWebhookInputInput: {
            /** @description Where to ask; public, or in `PARLEY_EGRESS_ALLOW` */
            url: string;
            /**
             * @description How long its answer is waited for
             * @default 2000
             */
            deadlineMs?: number;
            /**
             * @description What happens to a call while there is no answer: `dial` it as if there were no webhook, `hold` it and ask again, `refuse` it when it was asked in vain
             * @default hold
             * @enum {string}
             */
            whenUnavailable?: "dial" | "hold" | "refuse";
            /** @description Signs the requests; never shown again: `true` keeps it, while the address has the same origin */
            secret: string | true;
        };
        Error: {
            /** @description What is wrong; for a validation error `<field>: <message>` */
            error: string;
            /** @description Stable and machine-readable, such as `agent.not_found` */
            code: string;
            /** @description The `x-request-id` of the answer */
            requestId: string;
            /** @description Every failing field of a validation error */
            details?: {
                field: string;
                message: string;
            }[];
        };
        Event: {
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            /** @description Such as `call.ended`; new ones may come */
            type: string;
            /** @description By type; see the `webhooks` of this document */
            data: {
                [key: string]: unknown;
            };
        };
        EventFeed: {
            events: components["schemas"]["Event"][];
            metadata: {
                /** @description Where to go on, always: opaque, for `after` */
                next: string;
                /** @description Whether more can be read at once */
                hasMore: boolean;
            };
        };
        Event_audit_entry: {
            /** @constant */
            type: "audit.entry";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                auditLogId: string;
                memberId: string;
                memberName: string | null;
                memberEmail: string | null;
                actionVerb: string;
                resourceType: string;
                resourceReferenceId: string | null;
                resourceLabel: string | null;
                requestId: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
            };
        };
        Event_call_analyzed: {
            /** @constant */
            type: "call.analyzed";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                callId: string;
                agentId: string;
                campaignId: string | null;
                /** @enum {string} */
                status: "done" | "failed";
                /** @description The version of the agent that the findings go by; null: nothing was found out */
                agentVersion: number | null;
                summary: string | null;
                analysis: {
                    [key: string]: unknown;
                } | null;
                qa: unknown;
            };
        };
        Event_call_ended: {
            /** @constant */
            type: "call.ended";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                callId: string;
                /** @enum {string} */
                type: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                agentId: string;
                campaignId: string | null;
                /** @description The other side, as a rule E.164 */
                customerNumber: string;
                /** @description 1 for the first; a retry is a call of its own */
                attempt: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                agentVersion: number | null;
                /** @description The organization's own number */
                phoneNumber: string;
                phoneNumberId: string;
                trunkId: string | null;
                externalId: string | null;
                /** @enum {string} */
                status: "ended" | "canceled";
                /** @description The earlier attempts, first one first */
                campaignParentCallIds: string[];
                /** @description When it was answered; null: nobody did */
                startedAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                endedAt: string;
                endedBy: string | null;
                endedReason: string | null;
                sipCode: number | null;
                sipReason: string | null;
                answeredBy: {
                    [key: string]: unknown;
                } | null;
                transferDestination: string | null;
                hasRecording: boolean;
            };
        };
        Event_call_queued: {
            /** @constant */
            type: "call.queued";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                callId: string;
                /** @enum {string} */
                type: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                agentId: string;
                campaignId: string | null;
                /** @description The other side, as a rule E.164 */
                customerNumber: string;
                /** @description 1 for the first; a retry is a call of its own */
                attempt: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                requestedPhoneNumberId: string;
                /** @description The earlier attempts, first one first */
                campaignParentCallIds: string[];
                priority: number;
            };
        };
        Event_call_started: {
            /** @constant */
            type: "call.started";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                callId: string;
                /** @enum {string} */
                type: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                agentId: string;
                campaignId: string | null;
                /** @description The other side, as a rule E.164 */
                customerNumber: string;
                /** @description 1 for the first; a retry is a call of its own */
                attempt: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                agentVersion: number | null;
                /** @description The organization's own number */
                phoneNumber: string;
                phoneNumberId: string;
                trunkId: string | null;
                externalId: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                startedAt: string;
            };
        };
        Event_campaign_created: {
            /** @constant */
            type: "campaign.created";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                campaignId: string;
                agentId: string;
                name: string;
                /** @enum {string} */
                status: "running" | "paused" | "ended";
                maxConcurrentCalls: number | null;
                weight: number;
                endAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_campaign_ended: {
            /** @constant */
            type: "campaign.ended";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                campaignId: string;
                agentId: string;
                name: string;
                /** @enum {string} */
                status: "running" | "paused" | "ended";
                maxConcurrentCalls: number | null;
                weight: number;
                endAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_campaign_importCompleted: {
            /** @constant */
            type: "campaign.importCompleted";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                importId: string;
                campaignId: string;
                rowsRead: number;
                rowsAccepted: number;
                rowsRefused: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                completedAt: string;
            };
        };
        Event_campaign_paused: {
            /** @constant */
            type: "campaign.paused";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                campaignId: string;
                agentId: string;
                name: string;
                /** @enum {string} */
                status: "running" | "paused" | "ended";
                maxConcurrentCalls: number | null;
                weight: number;
                endAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_campaign_resumed: {
            /** @constant */
            type: "campaign.resumed";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                campaignId: string;
                agentId: string;
                name: string;
                /** @enum {string} */
                status: "running" | "paused" | "ended";
                maxConcurrentCalls: number | null;
                weight: number;
                endAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_campaign_updated: {
            /** @constant */
            type: "campaign.updated";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                campaignId: string;
                agentId: string;
                name: string;
                /** @enum {string} */
                status: "running" | "paused" | "ended";
                maxConcurrentCalls: number | null;
                weight: number;
                endAt: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_chat_abandoned: {
            /** @constant */
            type: "chat.abandoned";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                agentId: string;
                customerUniqueId: string;
                /** @enum {string} */
                status: "active" | "handedOff" | "ended" | "abandoned";
                messageCount: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_chat_created: {
            /** @constant */
            type: "chat.created";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                agentId: string;
                customerUniqueId: string;
                /** @enum {string} */
                status: "active" | "handedOff" | "ended" | "abandoned";
                messageCount: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_chat_ended: {
            /** @constant */
            type: "chat.ended";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                agentId: string;
                customerUniqueId: string;
                /** @enum {string} */
                status: "active" | "handedOff" | "ended" | "abandoned";
                messageCount: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_chat_handedBack: {
            /** @constant */
            type: "chat.handedBack";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                agentId: string;
                customerUniqueId: string;
                /** @enum {string} */
                status: "active" | "handedOff" | "ended" | "abandoned";
                messageCount: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_chat_handedOff: {
            /** @constant */
            type: "chat.handedOff";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                agentId: string;
                customerUniqueId: string;
                /** @enum {string} */
                status: "active" | "handedOff" | "ended" | "abandoned";
                messageCount: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_chat_message: {
            /** @constant */
            type: "chat.message";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                messageId: string;
                /** @description 1 for the first message of the chat */
                position: number;
                /** @enum {string} */
                role: "user" | "bot" | "tool" | "agent";
                content: string | null;
                agentName: string | null;
                toolName: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
            };
        };
        Event_personalization_consumed: {
            /** @constant */
            type: "personalization.consumed";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                pushId: string;
                phoneNumber: string;
                /** @description The call that used it */
                callId: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                pushedAt: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                consumedAt: string;
            };
        };
        Event_suppression_added: {
            /** @constant */
            type: "suppression.added";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                suppressionId: string;
                phoneNumber: string;
                /** @enum {string} */
                source: "api" | "call" | "chat" | "import";
                reason: string | null;
                callId: string | null;
                createdBy: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
            };
        };
        Event_webhookEndpoint_disabled: {
            /** @constant */
            type: "webhookEndpoint.disabled";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                webhookEndpointId: string;
                url: string;
                /**
                 * @description `gone`: it answered 410
                 * @enum {string}
                 */
                reason: "failing" | "gone";
                failingSince: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                disabledAt: string;
            };
        };
        Event_workflow_run_canceled: {
            /** @constant */
            type: "workflow.run.canceled";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                workflowRunId: string;
                workflowId: string;
                version: number | null;
                status: string;
                /** @description Why it stands as it does, in words */
                reason: string | null;
                /** @description The run that started it */
                parentRunId: string | null;
                failedStep: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_workflow_run_completed: {
            /** @constant */
            type: "workflow.run.completed";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                workflowRunId: string;
                workflowId: string;
                version: number | null;
                status: string;
                /** @description Why it stands as it does, in words */
                reason: string | null;
                /** @description The run that started it */
                parentRunId: string | null;
                failedStep: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_workflow_run_created: {
            /** @constant */
            type: "workflow.run.created";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                workflowRunId: string;
                workflowId: string;
                version: number | null;
                status: string;
                /** @description Why it stands as it does, in words */
                reason: string | null;
                /** @description The run that started it */
                parentRunId: string | null;
                failedStep: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_workflow_run_failed: {
            /** @constant */
            type: "workflow.run.failed";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                workflowRunId: string;
                workflowId: string;
                version: number | null;
                status: string;
                /** @description Why it stands as it does, in words */
                reason: string | null;
                /** @description The run that started it */
                parentRunId: string | null;
                failedStep: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        Event_workflow_run_unpublished: {
            /** @constant */
            type: "workflow.run.unpublished";
            /** @description The same wherever and however often the event is told: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                workflowRunId: string;
                workflowId: string;
                version: number | null;
                status: string;
                /** @description Why it stands as it does, in words */
                reason: string | null;
                /** @description The run that started it */
                parentRunId: string | null;
                failedStep: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            };
        };
        FinishOidc: {
            /** @description What the provider has added to the address of our page, behind the question mark */
            query: string;
        };
        Forecast: {
            campaignId: string;
            seed: number;
            /** @description Calls in the queue of the campaign */
            waiting: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startsAt: string;
            /** @description When the last call is over, retries included: in one of ten courses no later than `p10`, in half of them than `p50`, in nine of ten than `p90`. At the end of the campaign what is left is canceled. Null: later than in 90 days, or never */
            finishesAt: {
                p10: string | null;
                p50: string | null;
                p90: string | null;
            };
            /** @description Calls that are dialed from now on, in the middle course, as in all that follows */
            attempts: number;
            /** @description How they end; `refused` ones are not dialed */
            byOutcome: {
                [key: string]: number;
            };
            /** @description Calls that are never dialed */
            left: number;
            /** @description Calls dialed by hour; hours without calls are left out */
            hours: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
                calls: number;
            }[];
            /** @description The tightest of the caps that the forecast goes by, at the time at which the fewest other campaigns dial */
            concurrentCallsMax: number;
            /** @description How much of the calls at one time is in use while calls are due, from 0 to 1; null: none ever is */
            utilization: number | null;
            /** @description What the forecast supposes and leaves out */
            assumptions: string[];
        };
        /** @default {} */
        ForecastRequestInput: {
            /**
             * @description The same seed comes to the same, as long as nothing about the campaign changes
             * @default 1
             */
            seed?: number;
        };
        FrequencyCap: {
            /** @description Calls that rang, or may have; retries count too */
            calls: number;
            /** @description Of 24 hours each, up to now */
            days: number;
        };
        Import: {
            importId: string;
            /** @enum {string} */
            kind: "calls" | "suppressions";
            /** @description The campaign that the calls are queued into */
            campaignId: string | null;
            /**
             * @description `canceled`: what had been taken by then stays, and the rest of the rows was left out
             * @enum {string}
             */
            status: "running" | "completed" | "canceled";
            /** @description Rows of the file without its header and without empty lines */
            rowsRead: number;
            /** @description So far; the rest waits while the import runs */
            rowsAccepted: number;
            /** @description So far; `GET …/refused` has them with the reasons */
            rowsRefused: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            completedAt: string | null;
        };
        ImportPage: {
            imports: components["schemas"]["Import"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        Invitation: {
            /** @description Shown here only; null where an Idempotency-Key replays the invitation */
            url: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        Join: {
            /** @description What stands behind the # of the link */
            token: string;
            /** @description At least 12 characters, and none of those that would be guessed first; there are no other rules */
            password: string;
            /**
             * Format: email
             * @description By which the member signs in from then on. Needed where the member has none, else left out
             */
            email?: string;
            /** @description Changes the name of the member */
            name?: string;
        };
        JoinInfo: {
            memberName: string | null;
            /** @description Null: the member has none, and gives one when joining */
            email: string | null;
            organizationName: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        JoinInfoRequest: {
            /** @description What stands behind the # of the link */
            token: string;
        };
        LanguageModelPrice: {
            /** @constant */
            kind: "language-model";
            /** @enum {string} */
            provider: "scripted" | "openai" | "anthropic";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model: string | null;
            /**
             * @description `cached-input-tokens` were kept by the provider from earlier requests, `cache-write-input-tokens` are written down to be kept (Anthropic); each costs what `input-tokens` do where it has no price
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "cached-input-tokens" | "cache-write-input-tokens";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1000000
             */
            per: number;
        };
        LanguageModelPriceInput: {
            /** @constant */
            kind: "language-model";
            /** @enum {string} */
            provider: "scripted" | "openai" | "anthropic";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model?: string | null;
            /**
             * @description `cached-input-tokens` were kept by the provider from earlier requests, `cache-write-input-tokens` are written down to be kept (Anthropic); each costs what `input-tokens` do where it has no price
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "cached-input-tokens" | "cache-write-input-tokens";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1000000
             */
            per?: number;
        };
        LatencyAnalytics: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            to: string;
            agentId: string | null;
            /** @description Calls that the figures are of: those of the period in which there was a conversation */
            calls: number;
            /** @description False: the period has more calls, and these are the latest of them */
            isWhole: boolean;
            /** @description Turns in which a caller waited for the agent */
            turns: number;
            parts: components["schemas"]["LatencyParts"];
        };
        LatencyParts: {
            /** @description What callers waited: from the end of speech to the first audio sent */
            waited: components["schemas"]["LatencyPercentiles"];
            /** @description The providers' part of it */
            provider: components["schemas"]["LatencyPercentiles"];
            /** @description The rest: deciding that the turn is over, and everything between */
            added: components["schemas"]["LatencyPercentiles"];
            /** @description From the end of speech until the last words were understood */
            transcript: components["schemas"]["LatencyPercentiles"];
            /** @description From the end of speech to the decision that the turn is over */
            endOfTurn: components["schemas"]["LatencyPercentiles"];
            /** @description From there until the model began to answer */
            firstToken: components["schemas"]["LatencyPercentiles"];
            /** @description From the end of the turn until the model had said something that can be spoken */
            model: components["schemas"]["LatencyPercentiles"];
            /** @description From there to the first audio of the voice */
            voice: components["schemas"]["LatencyPercentiles"];
            /** @description From there to the first audio sent */
            line: components["schemas"]["LatencyPercentiles"];
        };
        LatencyPercentiles: {
            /** @description Turns that had this part */
            count: number;
            p50Ms: number | null;
            p90Ms: number | null;
            p95Ms: number | null;
            p99Ms: number | null;
            maxMs: number | null;
        };
        ListedWorkflow: {
            workflowId: string;
            name: string;
            /** @description Of the draft */
            trigger: components["schemas"]["WorkflowTrigger"];
            /** @description The draft */
            definition: {
                [key: string]: unknown;
            };
            enabled: boolean;
            /** @description When the filter of the published trigger failed last, and why; null: never */
            triggerFailure: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
                /** @description The event for which it could not be evaluated; it started nothing */
                eventId: string;
                message: string;
            } | null;
            /** @description What runs; null until the workflow is published */
            published: components["schemas"]["WorkflowVersion"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
            /** @description Its newest runs, at most 5, newest first */
            lastRuns: {
                workflowRunId: string;
                /** @enum {string} */
                status: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                endedAt: string | null;
            }[];
        };
        Member: {
            memberId: string;
            name: string | null;
            /** @description Unique within the organization, whatever the case of its letters */
            email: string | null;
            /**
             * @description What the keys of the member may do at most
             * @enum {string}
             */
            role: "Admin" | "Agent Manager" | "Support" | "Viewer";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        MemberPage: {
            members: components["schemas"]["Member"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        NextOpen: {
            scheduleId: string;
            /** @description The number in E.164 */
            phoneNumber: string | null;
            /** @description Whether the schedule allows the call now */
            open: boolean;
            /** @description The first instant from now on that allows the call; null: none within 400 days */
            nextOpen: string | null;
            /** @description Where the called party may be; the call is allowed when all of them are open. Empty: that cannot be told, and the call is held */
            timeZones: string[];
            /**
             * @description What the time zones were told from; `call`: from `timeZone`, as a call would name it
             * @enum {string}
             */
            timeZoneSource: "schedule" | "call" | "area-code" | "country" | "nothing";
            /** @description The same in words */
            explanation: string;
        };
        OidcAddress: {
            /**
             * Format: uri
             * @description Of the page of the provider
             */
            url: string;
        };
        OidcOffer: {
            /** @description Null: nobody signs in by a provider here */
            name: string | null;
        };
        OidcSession: {
            session: components["schemas"]["Session"];
            /** @description As `beginOidc` was told */
            returnTo: string;
        };
        Organization: {
            organizationId: string;
            name: string;
            /** @description Calls at one time, inbound ones and second legs of transfers among them; 10 unless set */
            maxConcurrentCalls: number;
            /** @description As it was set; null: not set */
            allowedCountries: string[] | null;
            /** @description As it was set; null: the usual ones */
            allowedNumberTypes: string[] | null;
            /** @description Hosts at which addresses are called that hold no number */
            sipHosts: string[];
            /**
             * @description `off` stops all outbound calls of the organization within a second
             * @enum {string}
             */
            dialing: "on" | "off";
            /** @description Packs of calling-hours rules that are switched on */
            rulePacks: string[];
            /** @description When the circuits of trunks and campaigns open, which hold their calls */
            circuitBreaker: components["schemas"]["CircuitBreaker"];
            /** @description How often one person may be called over all campaigns; further calls wait. null: no such cap */
            frequencyCap: components["schemas"]["FrequencyCap"] | null;
            eligibilityWebhook: components["schemas"]["EligibilityWebhook"] | null;
            /** @description A chat in which nobody has written for so long becomes `abandoned`; an hour unless set */
            abandonChatsAfterSeconds: number;
            /** @description The rate limit of each API key; 6000 unless set */
            requestsPerSecond: number;
            /** @description For how long what has been written is kept */
            retention: components["schemas"]["Retention"];
            /** @description Where calls may be placed to as things are now */
            effectiveAllowedCountries: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        OutcomeBucket: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            from: string;
            /**
             * Format: date-time
             * @description When the next begins
             */
            to: string;
            /** @description Calls that ended then, by endedReason */
            byOutcome: {
                [key: string]: number;
            };
        };
        Overview: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
            timeZone: string;
            live: {
                calls: number;
                /** @description Calls that are neither queued nor over, by status */
                byStatus: {
                    [key: string]: number;
                };
            };
            queue: {
                /** @description Calls in the queue */
                waiting: number;
                /** @description Those of them whose time has come; 10000 at most are counted */
                due: number;
                /** @description False: more are due */
                isWhole: boolean;
            };
            /** @description Since the day began in the time zone */
            today: {
                /**
                 * Format: date-time
                 * @description The whole hour in which the day began in the time zone
                 */
                from: string;
                /** @description Calls that were created, by type */
                created: {
                    [key: string]: number;
                };
                /** @description Calls that ended, by status */
                byStatus: {
                    [key: string]: number;
                };
                /** @description Calls that ended, by endedReason */
                byOutcome: {
                    [key: string]: number;
                };
            };
            /** @description Of the calls of the last hour */
            latency: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                from: string;
                calls: number;
                turns: number;
                waited: components["schemas"]["LatencyPercentiles"];
                provider: components["schemas"]["LatencyPercentiles"];
                added: components["schemas"]["LatencyPercentiles"];
            };
            /** @description What needs attention, newest first; without what the key may not read, 100 at most */
            attention: components["schemas"]["Attention"][];
        };
        PageMetadata: {
            /** @description Absolute URL of the next page; null on the last one */
            nextPage: string | null;
        };
        Personalization: {
            /** @description E.164 */
            phoneNumber: string;
            /** @enum {string} */
            state: "none" | "available" | "consumed";
            /** @description What the next call from the number will use and why, in words */
            reason: string;
            /** @description What the next call will use; null when it uses nothing */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description When the most recent push was stored */
            pushedAt: string | null;
            consumedAt: string | null;
            /** @description The call that used the most recent push */
            consumedByCallId: string | null;
        };
        PersonalizationPushAnswer: {
            /**
             * @description The data was stored
             * @constant
             */
            success: true;
        };
        PersonalizationPushInput: {
            /** @description In any common format; normalized to E.164, and taken as it is when it is E.164 already. Ten digits are a US number */
            phoneNumber: string;
            /** @description Values of any JSON type by the variable names of the agent's prompt; at most 200 keys and 64 KB */
            data: {
                [key: string]: unknown;
            };
        };
        PhoneNumber: {
            phoneNumberId: string;
            /** @description E.164; belongs to one organization of the installation; cannot be changed */
            phoneNumber: string;
            /** @description The trunk that calls of this number go over; null: none yet */
            trunkId: string | null;
            /** @description Trunks that take the place of `trunkId`, in this order, while it is down and when it refuses a call before anything rang; calls from them are for this number too */
            fallbackTrunkIds: string[];
            /** @description The agent that takes calls to this number; null: they are refused */
            inboundAgentId: string | null;
            /** @description Whether the number may stand in as caller id for customers of its area code, else of its state or a neighbouring one */
            localPresence: boolean;
            /** @description How many calls are dialed with the number on one of its days (from midnight of the standard time where it is); further ones take another local presence number, or wait for the next day. null: any number */
            maxCallsPerDay: number | null;
            /** @description The header of an inbound INVITE that carries the `externalId` of the call; else it is the Call-ID */
            externalIdHeader: string;
            /** @description What becomes of a call that cannot be taken (no agent, no free slot); null: 486 Busy Here */
            overflow: {
                /** @constant */
                type: "reject";
                /**
                 * @description 486 Busy Here ends the call; many carriers take 480 and 503 as a reason to try another way to the number
                 * @default 486
                 * @enum {number}
                 */
                code: 486 | 480 | 503;
            } | null;
            /** @description Calls dialed with it since its day began; counted where it has `localPresence` or `maxCallsPerDay` */
            callsToday: number;
            /** @description When a call with the number was first answered over its trunk, in either direction; null: none was yet. Until then another organization may add the number from 30 days after `createdAt` */
            provenAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        PhoneNumberPage: {
            phoneNumbers: components["schemas"]["PhoneNumber"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        PlaceCallInput: {
            /** @description The number to call, E.164 */
            phoneNumber: string;
            /** @description The organization's number used as caller id */
            phoneNumberId: string;
            /** @default {} */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * @description Among calls without a campaign those of a higher priority are dialed first
             * @default 5
             */
            priority?: number;
            /** @description Where the customer is: an IANA time zone, in any capitals. It takes the place of what the number tells, such as in calling hours */
            timeZone?: string | null;
        };
        PreviewAgentInput: {
            /** @description The customer's; left out, nothing is personalized */
            phoneNumber?: string;
            /**
             * @description Only an inbound call uses what was pushed for its number
             * @default inbound
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * @description What the call brings
             * @default {}
             */
            variables?: {
                [key: string]: unknown;
            };
            /** @description Left out: the published one */
            version?: number;
            /**
             * @description True: with the changes that are not published
             * @default false
             */
            draft?: boolean;
        };
        PreviewedVariable: {
            name: string;
            /** @description null: it has none, and texts are empty in its place */
            value: unknown;
            /** @description null: nothing gives it a value. built-in: one of customerNumber, agentNumber, callId, date, time, timeZone */
            source: ("personalization" | "call" | "default" | "built-in") | null;
        };
        Price: components["schemas"]["LanguageModelPrice"] | components["schemas"]["VoicePrice"] | components["schemas"]["TranscriberPrice"] | components["schemas"]["SpeechToSpeechPrice"] | components["schemas"]["TelephonyPrice"];
        PriceInput: components["schemas"]["LanguageModelPriceInput"] | components["schemas"]["VoicePriceInput"] | components["schemas"]["TranscriberPriceInput"] | components["schemas"]["SpeechToSpeechPriceInput"] | components["schemas"]["TelephonyPriceInput"];
        PriceList: {
            /** @description From 1; 0: prices were never set */
            version: number;
            currency: string | null;
            prices: components["schemas"]["Price"][];
            /** @description Calls that end from here on are charged by it */
            createdAt: string | null;
        };
        ProviderKey: {
            providerKeyId: string;
            /** @enum {string} */
            provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "cartesia";
            /** @description What agents ask for it by with `key`, where an organization has several of one provider */
            name: string | null;
            /** @description Where the service is, for one that speaks the provider's protocol; null: the provider's own */
            baseUrl: string | null;
            /** @description The last characters of the key; null where it is short or there is none */
            lastFour: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        ProviderKeyPage: {
            providerKeys: components["schemas"]["ProviderKey"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        RedeliverFailed: {
            /**
             * Format: date-time
             * @description Deliveries that were given up after this instant
             */
            since: string;
        };
        Redelivered: {
            /** @description 10,000 at most; ask again for more */
            redelivered: number;
        };
        Retention: {
            /** @description Calls are removed so many days after their end, with their recordings; null: never. Not less than `frequencyCap.days` */
            callsDays: number | null;
            /** @description Recordings are removed so many days after the end of their calls; null: with them */
            recordingsDays: number | null;
            /** @description Chats are removed so many days after their end; null: never */
            chatsDays: number | null;
            /** @description Runs of workflows are removed so many days after their end; null: never */
            runsDays: number | null;
            /** @description Events can be read, and sent again, for so many days; null: for ever */
            eventsDays: number | null;
            /** @description Entries of the audit log are removed after so many days, and a checkpoint kept from which the rest verifies; null: never */
            auditDays: number | null;
        };
        RetryConfig: {
            callRetryConfigId: string;
            name: string;
            /** @description How often a customer is called at most, the first call included */
            maxAttempts: number;
            /** @description The wait after the end of the first attempt, of the second and so on; the last one repeats */
            delaysSeconds: number[];
            /** @description Take the place of `delaysSeconds` after attempts that ended so, such as shorter ones after `busy` */
            outcomeDelaysSeconds: {
                "no-answer"?: number[];
                busy?: number[];
                failed?: number[];
                voicemail?: number[];
            };
            /** @description Whether the next attempt is made in another part of the customer's day than the last: before 11:00, before 14:00, before 17:00 or later; the least tried one that the schedule opens within three days */
            varyTimeOfDay: boolean;
            /** @description The outcomes after which the customer is called again */
            retryOn: ("no-answer" | "busy" | "failed" | "voicemail")[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        RetryConfigCampaigns: {
            campaigns: {
                campaignId: string;
                name: string;
                /** @enum {string} */
                status: "running" | "paused";
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
            }[];
            metadata: components["schemas"]["PageMetadata"];
        };
        RetryConfigPage: {
            retryConfigs: components["schemas"]["RetryConfig"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        RulePack: {
            rulePackId: string;
            name: string;
            description: string;
            rules: components["schemas"]["CallingHoursRule"][];
        };
        RulePackList: {
            rulePacks: components["schemas"]["RulePack"][];
        };
        Scenario: {
            name: string;
            /** @default  */
            description: string;
            /**
             * @description Skipped where that recognizer is not installed, or the service has no key of that provider
             * @default []
             */
            needs: ("pocketsphinx" | "openai" | "anthropic" | "deepgram" | "elevenlabs" | "cartesia")[];
            /** @description As POST /api/agents takes it */
            agent?: {
                [key: string]: unknown;
            };
            /** @description Instead of `agent`: one of the running service */
            agentId?: string;
            /**
             * @default inbound
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description Of the call
             * @default {}
             */
            variables: {
                [key: string]: unknown;
            };
            /** @description What the trunk and the customer speak, the preferred one first; PCMU and PCMA where it is left out */
            codecs?: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Of the customer
             * @default rms
             * @enum {string}
             */
            voice: "slt" | "rms" | "awb";
            /**
             * @description What the customer does with a call of the agent
             * @default answers
             */
            customer: components["schemas"]["ScenarioCustomer"];
            /**
             * @description A service for tools; `$HTTP` in the agent stands for its address. Of several answers one after the other is given, and the last again and again
             * @default {}
             */
            http: {
                [key: string]: {
                    /** @default 200 */
                    status: number;
                    /** @default 0 */
                    delayMs: number;
                    /** @default {} */
                    json: unknown;
                } | {
                    /** @default 200 */
                    status: number;
                    /** @default 0 */
                    delayMs: number;
                    /** @default {} */
                    json: unknown;
                }[];
            };
            steps: components["schemas"]["ScenarioStep"][];
            expect: components["schemas"]["ScenarioExpectations"];
            /** @description What the call was that the scenario was made of */
            recorded?: components["schemas"]["ScenarioRecorded"];
        };
        ScenarioCustomer: ("answers" | "busy" | "no-answer" | "declines" | "voicemail") | ({
            /** @constant */
            kind: "answers";
            /**
             * @description Rings so long before that
             * @default 200
             */
            ringMs: number;
        } | {
            /** @constant */
            kind: "busy";
        } | {
            /** @constant */
            kind: "no-answer";
            /**
             * @description Then the network says that nobody answers (480); null: it rings until it is given up
             * @default null
             */
            ringMs: number | null;
        } | {
            /** @constant */
            kind: "declines";
            /** @default 200 */
            ringMs: number;
            /**
             * @description The SIP status
             * @default 603
             */
            code: number;
        } | {
            /** @constant */
            kind: "voicemail";
            /** @default 200 */
            ringMs: number;
            /** @default You have reached the voicemail of Maya. Please leave a message after the tone. */
            greeting: string;
            /**
             * @description Hangs up so long after the beep, or when nothing has been heard for 5 s
             * @default 60000
             */
            recordsMs: number;
        });
        ScenarioExpectations: {
            endedReason?: string;
            endedBy?: string;
            /**
             * @description In this order, with anything in between
             * @default []
             */
            transcript: components["schemas"]["ScenarioSaid"][];
            /**
             * @description In no entry of the transcript
             * @default []
             */
            never: components["schemas"]["ScenarioSaid"][];
            /** @description The tools that were called, in order, by name or with their arguments */
            toolCalls?: (string | {
                name: string;
                /** @description Those that are given have to be so; there may be others */
                arguments?: {
                    [key: string]: unknown;
                };
            })[];
            /** @description How often the customer heard the agent speak */
            turnsMin?: number;
            /** @description From the end of what the customer says to the agent, each time */
            answerMsMax?: number;
            /** @description From an interruption to silence on the wire, each time */
            silencedMsMax?: number;
            /** @description What the customer waited in any turn, by the `latency` of the call record */
            waitedMsMax?: number;
        };
        ScenarioRecorded: {
            callId: string;
            agentVersion: number | null;
            endedReason: string | null;
            exchanges: {
                /** @description What the customer did; null: nothing yet */
                customer: string | null;
                /** @description What of the answer of the agent was heard */
                agent: string[];
                /** @description The customer interrupted it, or hung up meanwhile */
                isCut: boolean;
                tools: {
                    name: string;
                    arguments: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description What the customer waited, by the ledger of the call */
                waitedMs: number | null;
            }[];
        };
        ScenarioSaid: {
            /** @enum {string} */
            role?: "bot" | "user" | "tool" | "system";
            is?: string;
            contains?: string;
            matches?: string;
        };
        ScenarioStep: {
            /** @description Said with the voice of the customer */
            say: string;
        } | {
            /** @description A mono WAV file, from the folder of the scenario */
            play: string;
        } | {
            press: string;
        } | {
            /** @description Milliseconds in which nothing is done */
            wait: number;
        } | {
            /**
             * @description The agent has spoken and is silent; it begins to speak; the call is over
             * @enum {string}
             */
            await: "turn" | "speech" | "end";
            /** @description With `turn`: the agent is silent for so long; 700 unless said otherwise */
            silenceMs?: number;
        } | {
            interrupt: {
                /** @description So long the turn of the agent has been going on; where it ends before, at its end */
                afterMs: number;
                say?: string;
                press?: string;
            };
        } | {
            /** @description Decibels below full scale; null: none */
            noise: number | null;
        } | {
            hangUp: true | {
                /** @description So long the turn of the agent has been going on; where it ends before, at its end */
                afterMs: number;
            };
        };
        Schedule: {
            scheduleId: string;
            name: string;
            /**
             * @description An IANA time zone, or `customer` for the called party's own
             * @example America/New_York
             * @example customer
             */
            timeZone: string;
            /** @description When calls may be placed, every week */
            windows: {
                days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                /**
                 * @description `HH:MM`, 00:00 to 23:59
                 * @example 09:00
                 */
                start: string;
                /**
                 * @description `HH:MM`, later than the start, excluded; 24:00 is midnight
                 * @example 17:00
                 */
                end: string;
            }[];
            exceptions: {
                /**
                 * @description `YYYY-MM-DD`, each date once
                 * @example 2026-12-25
                 */
                date: string;
                /** @description In place of the week's; an empty list closes the day */
                windows: {
                    /**
                     * @description `HH:MM`, 00:00 to 23:59
                     * @example 09:00
                     */
                    start: string;
                    /**
                     * @description `HH:MM`, later than the start, excluded; 24:00 is midnight
                     * @example 17:00
                     */
                    end: string;
                }[];
            }[];
            /** @description 1 at first, one more with every change */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        SchedulePage: {
            schedules: components["schemas"]["Schedule"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        Session: {
            sessionId: string;
            member: {
                memberId: string;
                name: string | null;
                email: string | null;
                /** @enum {string} */
                role: "Admin" | "Agent Manager" | "Support" | "Viewer";
            };
            organization: {
                organizationId: string;
                name: string;
            };
            /** @description What the role of the member may do */
            scopes: string[];
            /** @description Sent with every change, as the header `x-csrf-token` */
            csrfToken: string;
            /**
             * Format: date-time
             * @description At the latest; a session that nobody uses is over after 12 hours
             */
            expiresAt: string;
        };
        SessionList: {
            sessions: {
                sessionId: string;
                /** @description Whether it is the one that asks */
                isCurrent: boolean;
                /** @description The IP address from which it was opened */
                address: string | null;
                userAgent: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description To the minute
                 */
                lastSeenAt: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                expiresAt: string;
            }[];
        };
        SetChatWidgetInput: {
            /** @description The origins of the pages that may hold the widget, exactly as browsers say them */
            allowedOrigins: string[];
            /** @default true */
            enabled?: boolean;
        };
        SetPricesInput: {
            /** @description ISO 4217 */
            currency: string;
            /** @description An empty list: calls have no cost */
            prices: components["schemas"]["PriceInput"][];
        };
        SignIn: {
            email: string;
            password: string;
            /** @description Needed by those who are members of several organizations with one e-mail address and password */
            organizationId?: string;
        };
        SpeechToSpeechPrice: {
            /** @constant */
            kind: "speech-to-speech";
            /** @enum {string} */
            provider: "openai";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model: string | null;
            /**
             * @description `input-tokens` and `output-tokens` are those of text. Of what the provider kept from before: `cached-input-audio-tokens` cost what `cached-input-tokens` do where they have no price, and without one of `cached-input-tokens` either they are in `unpriced`, never charged as other input
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1000000
             */
            per: number;
        };
        SpeechToSpeechPriceInput: {
            /** @constant */
            kind: "speech-to-speech";
            /** @enum {string} */
            provider: "openai";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model?: string | null;
            /**
             * @description `input-tokens` and `output-tokens` are those of text. Of what the provider kept from before: `cached-input-audio-tokens` cost what `cached-input-tokens` do where they have no price, and without one of `cached-input-tokens` either they are in `unpriced`, never charged as other input
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1000000
             */
            per?: number;
        };
        StoreWorkflowSecret: {
            /** @description Steps refer to it by this; a secret of the same name is replaced */
            name: string;
            /** @description Stored encrypted and never shown again */
            value: string;
            /** @description Where it may be sent; a request to another origin fails before it is sent */
            allowedOrigins: string[];
        };
        StoredCallSessionData: {
            callId: string;
            data: {
                [key: string]: unknown;
            };
            ttlSeconds: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        Suppression: {
            suppressionId: string;
            /** @description The customer's number as it is called */
            phoneNumber: string;
            /**
             * @description `api`: by this interface; `call`, `chat`: the customer said so in one; `import`: from a file of numbers
             * @enum {string}
             */
            source: "api" | "call" | "chat" | "import";
            reason: string | null;
            /** @description The call in which the customer asked for it; null: there was none */
            callId: string | null;
            /** @description The member who did it, `system` for the program; null: from before that was written down */
            createdBy: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        SuppressionPage: {
            suppressions: components["schemas"]["Suppression"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        Talk: {
            talkId: string;
            agentId: string;
            /** @description Null: the draft */
            agentVersion: number | null;
            /**
             * @description `lost`: with the process that carried it
             * @enum {string}
             */
            status: "live" | "ended" | "lost";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            endedAt: string | null;
            /** @description As a call's; `failed`: it did not come to an end of its own */
            endedReason: string | null;
            /** @description What providers were used for it, as far as it has come */
            usage: components["schemas"]["CallUsage"][];
            /** @description By the prices when it was over; null before, and where there were none */
            cost: components["schemas"]["CallCost"] | null;
        };
        TalkPage: {
            talks: components["schemas"]["Talk"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        TelephonyPrice: {
            /** @constant */
            kind: "telephony";
            /**
             * @description Null: every other trunk
             * @default null
             */
            trunkId: string | null;
            /**
             * @description Null: both. People whom a caller is put through to are called, which is outbound
             * @default null
             */
            direction: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1
             */
            per: number;
            /**
             * @description Each connection is charged for a multiple of this, rounded up
             * @default 1
             */
            incrementSeconds: number;
        };
        TelephonyPriceInput: {
            /** @constant */
            kind: "telephony";
            /**
             * @description Null: every other trunk
             * @default null
             */
            trunkId?: string | null;
            /**
             * @description Null: both. People whom a caller is put through to are called, which is outbound
             * @default null
             */
            direction?: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1
             */
            per?: number;
            /**
             * @description Each connection is charged for a multiple of this, rounded up
             * @default 1
             */
            incrementSeconds?: number;
        };
        TranscriberPrice: {
            /** @constant */
            kind: "speech-to-text";
            /** @enum {string} */
            provider: "pocketsphinx" | "openai" | "deepgram";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model: string | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1
             */
            per: number;
        };
        TranscriberPriceInput: {
            /** @constant */
            kind: "speech-to-text";
            /** @enum {string} */
            provider: "pocketsphinx" | "openai" | "deepgram";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model?: string | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1
             */
            per?: number;
        };
        Trunk: {
            trunkId: string;
            name: string;
            /** @description The carrier's host name, IPv4 or IPv6 address, without scheme and port */
            host: string;
            /** @description null: where the NAPTR and SRV records of `host` say, by their priorities and weights; without such records the usual port of `transport` */
            port: number | null;
            /**
             * @description What carries SIP to the carrier; over `tls` its certificate has to be for `host`, by an authority that this server trusts, and its port is usually 5061
             * @enum {string}
             */
            transport: "udp" | "tcp" | "tls";
            /** @description What the carrier knows us by when it asks for credentials */
            username: string | null;
            /** @description Whether to register at the carrier as `username`, for carriers that send calls only to who is registered; needs `username` and `password`, and `health` says whether it succeeded */
            register: boolean;
            /** @description IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: what `host` resolves to; an empty list: none */
            allowedAddresses: string[] | null;
            /** @description Calls placed over the trunk in any one second at most; the others wait (`trunk-limit`); null: no limit of its own */
            maxCallsPerSecond: number | null;
            /** @description Calls over the trunk at the same time at most, in both directions: placed ones wait (`trunk-limit`), received ones are refused (503, or the overflow of the number); null: no limit of its own */
            maxConcurrentCalls: number | null;
            /** @description In the order of preference; G722 and OPUS carry twice the bandwidth of the others, and OPUS takes loss best at about half of their bits, for more work of this server */
            codecs: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and an encrypted offer is taken; `required`: a call without keys is refused. The keys are as secret as the signalling: use `tls`
             * @enum {string}
             */
            mediaEncryption: "off" | "optional" | "required";
            /** @description How often the carrier is asked by OPTIONS whether it is there; null: only after an INVITE that nobody answered, until it answers again */
            optionsIntervalSeconds: number | null;
            /** @description Whether the other side of a call may put us through to somebody else (REFER): the number that it names is called over this trunk, if the organization may call it, and the conversation goes on with whoever answers. false: such a request is refused (603) */
            acceptTransfers: boolean;
            /** @description How the trunk reads dialed digits */
            dialPlan: {
                /** @description As it was set; null: that of the number that a call is on */
                country: string | null;
                exitCodes: string[];
                linePrefixes: string[];
            };
            health: components["schemas"]["TrunkHealth"];
            /** @description Opens when too many of its attempts fail; its calls are held then */
            circuit: components["schemas"]["Circuit"];
            /** @description Whether a password is stored */
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        TrunkHealth: {
            /**
             * @description Calls through a trunk that is down are held; `unknown`: not looked at in the last minute
             * @enum {string}
             */
            status: "up" | "down" | "unknown";
            /** @description Why it is down */
            reason: string | null;
            since: string | null;
            checkedAt: string | null;
        };
        TrunkPage: {
            trunks: components["schemas"]["Trunk"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        UpdateAgentInput: {
            name?: string;
            /** @description Text with `{{variable}}` */
            prompt?: string;
            /** @description What the agent says when the call is answered; null: what its model says first */
            firstMessage?: string | null;
            language?: string;
            /** @description A variable used in `prompt` or `firstMessage` and not listed is required, but for customerNumber, agentNumber, callId, date, time, timeZone, which every call has */
            variables?: {
                name: string;
                /** @default true */
                required?: boolean;
                /** @default null */
                default?: string | number | boolean | null;
                /** @default null */
                description?: string | null;
            }[];
            /** @description What decides what to say; null: the agent says its first message and nothing else */
            model?: components["schemas"]["AgentModelInput"] | null;
            /** @description null: the embedded voice */
            voice?: components["schemas"]["AgentVoiceInput"] | null;
            /** @description null: the embedded recognizer, where the model can tell what to expect */
            transcriber?: components["schemas"]["AgentTranscriberInput"] | null;
            /** @description A model that hears and speaks by itself and answers the callers; `transcriber`, `model` and `voice` carry a call on when it cannot be reached, and the voice speaks what it cannot. null: transcriber, model and voice do it all */
            speechToSpeech?: components["schemas"]["AgentSpeechToSpeechInput"] | null;
            /** @description What the model can do beside speaking */
            tools?: components["schemas"]["AgentToolInput"][];
            transferDestinations?: components["schemas"]["AgentTransferDestinationInput"][];
            /** @description What is found out about a call after its end */
            analysis?: {
                /**
                 * @description A few sentences on what happened
                 * @default true
                 */
                summary?: boolean;
                /**
                 * @description The customer's, as `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment?: boolean;
                /**
                 * @description A JSON Schema of type object; the call record holds what was found in `analysis`
                 * @default null
                 */
                structuredDataSchema?: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics?: {
                    /** @description Stands for it in the results */
                    name: string;
                    /** @description What has to be true of the conversation for it to pass, in words */
                    description: string;
                }[];
            } | null;
            limits?: {
                /**
                 * @description A call is ended when the agent has talked for this long; while the caller is put through to somebody this stands still, and 4 hours of that end the call
                 * @default 1800
                 */
                maxDurationSeconds?: number;
                /**
                 * @description A call is ended after this much silence
                 * @default 10
                 */
                silenceSeconds?: number;
            };
            conversation?: components["schemas"]["AgentConversationInput"];
            /**
             * @description True: the change is published at once, and made to the draft too if there is one. False: it is made to the draft, which is begun as a copy of what is published
             * @default true
             */
            publish?: boolean;
        };
        UpdateCampaign: {
            /** @description At most the organization's maxConcurrentCalls; null: no cap of its own */
            maxConcurrentCalls?: number | null;
            /** @description How many turns it has beside other campaigns; default 1 */
            weight?: number;
        };
        UpdateMember: {
            name?: string;
            /** @description Unique within the organization, whatever the case of its letters */
            email?: string | null;
            /**
             * @description What the keys of the member may do at most
             * @enum {string}
             */
            role?: "Admin" | "Agent Manager" | "Support" | "Viewer";
        };
        UpdateOrganizationInput: {
            name?: string;
            /** @description Calls at one time, inbound ones and second legs of transfers among them; 10 unless set */
            maxConcurrentCalls?: number;
            /** @description Where calls may be placed to; null: the countries of its own numbers */
            allowedCountries?: string[] | null;
            /** @description Types of numbers that may be called, by the numbering plans; null: all but personal numbers, pagers and mailboxes. Premium-rate and shared-cost numbers are never dialed, and satellite ones belong to no country that could be allowed */
            allowedNumberTypes?: ("fixed-line" | "mobile" | "fixed-line-or-mobile" | "toll-free" | "voip" | "uan" | "personal-number" | "pager" | "voicemail" | "unknown")[] | null;
            /** @description Hosts of your own, such as a telephone system: calls are put through to addresses there that hold no number, such as `sip:204@pbx.example`. Names such as `sip:sales@…` are also called at the host of the call's trunk, and numbers at every host, as far as they may be called */
            sipHosts?: string[];
            /**
             * @description `off` stops all outbound calls of the organization within a second
             * @enum {string}
             */
            dialing?: "on" | "off";
            /** @description Packs of calling-hours rules that hold calls until it is time where the number is; see `GET /api/rule-packs` */
            rulePacks?: ("us-federal" | "us-states")[];
            /** @description When the circuits of trunks and campaigns open, which hold their calls */
            circuitBreaker?: components["schemas"]["CircuitBreakerInput"];
            /** @description How often one person may be called over all campaigns; further calls wait. null: no such cap */
            frequencyCap?: components["schemas"]["FrequencyCap"] | null;
            /** @description Asked before each call of the organization is dialed, when everything else allows it; null: nobody is asked */
            eligibilityWebhook?: components["schemas"]["EligibilityWebhookInputInput"] | null;
            /** @description A chat in which nobody has written for so long becomes `abandoned`; an hour unless set */
            abandonChatsAfterSeconds?: number;
            /** @description The rate limit of each API key; 6000 unless set */
            requestsPerSecond?: number;
            /** @description For how long what has been written is kept; what is left out stays as it is */
            retention?: components["schemas"]["UpdateRetention"];
        };
        UpdatePhoneNumberInput: {
            /** @description E.164; belongs to one organization of the installation; cannot be changed */
            phoneNumber?: string;
            /** @description The trunk that calls of this number go over; null: none yet */
            trunkId?: string | null;
            /** @description Trunks that take the place of `trunkId`, in this order, while it is down and when it refuses a call before anything rang; calls from them are for this number too */
            fallbackTrunkIds?: string[];
            /** @description The agent that takes calls to this number; null: they are refused */
            inboundAgentId?: string | null;
            /** @description Whether the number may stand in as caller id for customers of its area code, else of its state or a neighbouring one */
            localPresence?: boolean;
            /** @description How many calls are dialed with the number on one of its days (from midnight of the standard time where it is); further ones take another local presence number, or wait for the next day. null: any number */
            maxCallsPerDay?: number | null;
            /** @description The header of an inbound INVITE that carries the `externalId` of the call; else it is the Call-ID */
            externalIdHeader?: string;
            /** @description What becomes of a call that cannot be taken (no agent, no free slot); null: 486 Busy Here */
            overflow?: {
                /** @constant */
                type: "reject";
                /**
                 * @description 486 Busy Here ends the call; many carriers take 480 and 503 as a reason to try another way to the number
                 * @default 486
                 * @enum {number}
                 */
                code?: 486 | 480 | 503;
            } | null;
        };
        UpdateRetention: {
            /** @description Calls are removed so many days after their end, with their recordings; null: never. Not less than `frequencyCap.days` */
            callsDays?: number | null;
            /** @description Recordings are removed so many days after the end of their calls; null: with them */
            recordingsDays?: number | null;
            /** @description Chats are removed so many days after their end; null: never */
            chatsDays?: number | null;
            /** @description Runs of workflows are removed so many days after their end; null: never */
            runsDays?: number | null;
            /** @description Events can be read, and sent again, for so many days; null: for ever */
            eventsDays?: number | null;
            /** @description Entries of the audit log are removed after so many days, and a checkpoint kept from which the rest verifies; null: never */
            auditDays?: number | null;
        };
        UpdateRetryConfig: {
            name?: string;
            /** @description How often a customer is called at most, the first call included */
            maxAttempts?: number;
            /** @description The wait after the end of the first attempt, of the second and so on; the last one repeats */
            delaysSeconds?: number[];
            /** @description Take the place of `delaysSeconds` after attempts that ended so, such as shorter ones after `busy` */
            outcomeDelaysSeconds?: {
                "no-answer"?: number[];
                busy?: number[];
                failed?: number[];
                voicemail?: number[];
            };
            /** @description Whether the next attempt is made in another part of the customer's day than the last: before 11:00, before 14:00, before 17:00 or later; the least tried one that the schedule opens within three days */
            varyTimeOfDay?: boolean;
            /** @description The outcomes after which the customer is called again */
            retryOn?: ("no-answer" | "busy" | "failed" | "voicemail")[];
        };
        UpdateSchedule: {
            name?: string;
            /**
             * @description An IANA time zone, or `customer` for the called party's own
             * @example America/New_York
             * @example customer
             */
            timeZone?: string;
            /** @description When calls may be placed, every week */
            windows?: {
                days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                /**
                 * @description `HH:MM`, 00:00 to 23:59
                 * @example 09:00
                 */
                start: string;
                /**
                 * @description `HH:MM`, later than the start, excluded; 24:00 is midnight
                 * @example 17:00
                 */
                end: string;
            }[];
            exceptions?: {
                /**
                 * @description `YYYY-MM-DD`, each date once
                 * @example 2026-12-25
                 */
                date: string;
                /** @description In place of the week's; an empty list closes the day */
                windows: {
                    /**
                     * @description `HH:MM`, 00:00 to 23:59
                     * @example 09:00
                     */
                    start: string;
                    /**
                     * @description `HH:MM`, later than the start, excluded; 24:00 is midnight
                     * @example 17:00
                     */
                    end: string;
                }[];
            }[];
        };
        UpdateTrunkInput: {
            name?: string;
            /** @description The carrier's host name, IPv4 or IPv6 address, without scheme and port */
            host?: string;
            /** @description null: where the NAPTR and SRV records of `host` say, by their priorities and weights; without such records the usual port of `transport` */
            port?: number | null;
            /**
             * @description What carries SIP to the carrier; over `tls` its certificate has to be for `host`, by an authority that this server trusts, and its port is usually 5061
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /** @description What the carrier knows us by when it asks for credentials */
            username?: string | null;
            /** @description Whether to register at the carrier as `username`, for carriers that send calls only to who is registered; needs `username` and `password`, and `health` says whether it succeeded */
            register?: boolean;
            /** @description IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: what `host` resolves to; an empty list: none */
            allowedAddresses?: string[] | null;
            /** @description Calls placed over the trunk in any one second at most; the others wait (`trunk-limit`); null: no limit of its own */
            maxCallsPerSecond?: number | null;
            /** @description Calls over the trunk at the same time at most, in both directions: placed ones wait (`trunk-limit`), received ones are refused (503, or the overflow of the number); null: no limit of its own */
            maxConcurrentCalls?: number | null;
            /** @description In the order of preference; G722 and OPUS carry twice the bandwidth of the others, and OPUS takes loss best at about half of their bits, for more work of this server */
            codecs?: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and an encrypted offer is taken; `required`: a call without keys is refused. The keys are as secret as the signalling: use `tls`
             * @enum {string}
             */
            mediaEncryption?: "off" | "optional" | "required";
            /** @description How often the carrier is asked by OPTIONS whether it is there; null: only after an INVITE that nobody answered, until it answers again */
            optionsIntervalSeconds?: number | null;
            /** @description Whether the other side of a call may put us through to somebody else (REFER): the number that it names is called over this trunk, if the organization may call it, and the conversation goes on with whoever answers. false: such a request is refused (603) */
            acceptTransfers?: boolean;
            /** @description How the trunk reads dialed digits. SIP addresses that calls are put through to are judged as the numbers that it makes of them. Given as a whole: what is left out has its default */
            dialPlan?: components["schemas"]["DialPlanInput"];
            /** @description Write-only: stored encrypted and never returned; null removes it */
            password?: string | null;
        };
        UpdateWebhookEndpoint: {
            /** @description Where events are sent, by POST: http or https, at an address that is public or that the operator allows */
            url?: string;
            /** @description Types of events, or `["*"]`: all, those to come among them. `audit.entry`, and so `*`, needs `audit:export` */
            events?: ("*" | "call.queued" | "call.started" | "call.ended" | "call.analyzed" | "campaign.created" | "campaign.updated" | "campaign.paused" | "campaign.resumed" | "campaign.ended" | "campaign.importCompleted" | "chat.created" | "chat.message" | "chat.handedOff" | "chat.handedBack" | "chat.ended" | "chat.abandoned" | "workflow.run.created" | "workflow.run.completed" | "workflow.run.failed" | "workflow.run.canceled" | "workflow.run.unpublished" | "personalization.consumed" | "suppression.added" | "webhookEndpoint.disabled" | "audit.entry")[];
            /** @description For people */
            description?: string | null;
            /** @description Whether events are sent */
            enabled?: boolean;
        };
        UpdateWorkflow: {
            name?: string;
            trigger?: components["schemas"]["WorkflowTrigger"];
            /** @description The draft: `steps`, each with its own `id` and a `type`; at most 200 and 128 KB */
            definition?: {
                steps?: ({
                    id: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Changes nothing and answers 409 `workflow.changed` where `updatedAt` is another by now
             */
            ifUpdatedAt?: string;
        };
        VisitorChat: {
            chatId: string;
            /** @constant */
            status: "active";
            messages: ({
                /** @enum {string} */
                role: "user" | "bot";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
            } | {
                /** @constant */
                role: "agent";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description A human agent */
                agentName: string;
            })[];
            /** @description Goes with every further request, as `Authorization: Bearer` */
            sessionToken: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        VisitorMessage: {
            /** @description 1 for the first message of the chat */
            position: number;
            /** @constant */
            role: "user";
            content: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        VisitorMessages: {
            messages: ({
                /** @enum {string} */
                role: "user" | "bot";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description 1 for the first message of the chat */
                position: number;
            } | {
                /** @constant */
                role: "agent";
                content: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /** @description A human agent */
                agentName: string;
                /** @description 1 for the first message of the chat */
                position: number;
            })[];
        };
        VisitorSessionToken: {
            /** @description Goes with every further request, as `Authorization: Bearer` */
            sessionToken: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        VoicePrice: {
            /** @constant */
            kind: "text-to-speech";
            /** @enum {string} */
            provider: "flite" | "openai" | "deepgram" | "elevenlabs" | "cartesia";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model: string | null;
            /** @constant */
            unit: "characters";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1000000
             */
            per: number;
        };
        VoicePriceInput: {
            /** @constant */
            kind: "text-to-speech";
            /** @enum {string} */
            provider: "flite" | "openai" | "deepgram" | "elevenlabs" | "cartesia";
            /**
             * @description Null: every other model of it
             * @default null
             */
            model?: string | null;
            /** @constant */
            unit: "characters";
            /** @description Of the currency, as a decimal text */
            amount: string;
            /**
             * @description So many of the unit cost the amount
             * @default 1000000
             */
            per?: number;
        };
        WebhookDelivery: {
            deliveryId: string;
            webhookEndpointId: string;
            /** @description Sent as `webhook-id` */
            eventId: string;
            type: string;
            /** @description Deliveries of the same resource are made in the order of its events */
            resourceId: string;
            /**
             * @description `pending`: it waits for its first or next attempt; `dead`: it was given up, 3 days after the first
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead";
            attempts: number;
            /** @description Null when it is over, and where an earlier delivery of the same resource comes first */
            nextAttemptAt: string | null;
            lastAttemptAt: string | null;
            /** @description Of the last attempt; null: there was no answer */
            responseCode: number | null;
            responseMs: number | null;
            /** @description How the answer began */
            responseText: string | null;
            /** @description Why the last attempt failed */
            error: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            eventTimestamp: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        WebhookDeliveryPage: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WebhookEndpoint: {
            webhookEndpointId: string;
            url: string;
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @description `member`: somebody did it; `failing`: no attempt succeeded for 5 days; `gone`: it answered 410 */
            disabledReason: ("member" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Deliveries that wait for their first or next attempt */
            pendingDeliveries: number;
            /** @description Failed attempts since the last that succeeded */
            failures: number;
            /** @description Since when no attempt has succeeded; null: the last one did */
            failingSince: string | null;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            /** @description Until then the secret before the last rotation signs too */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        WebhookEndpointPage: {
            webhookEndpoints: components["schemas"]["WebhookEndpoint"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WebhookEndpointWithSecret: {
            webhookEndpointId: string;
            url: string;
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @description `member`: somebody did it; `failing`: no attempt succeeded for 5 days; `gone`: it answered 410 */
            disabledReason: ("member" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Deliveries that wait for their first or next attempt */
            pendingDeliveries: number;
            /** @description Failed attempts since the last that succeeded */
            failures: number;
            /** @description Since when no attempt has succeeded; null: the last one did */
            failingSince: string | null;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            /** @description Until then the secret before the last rotation signs too */
            previousSecretUntil: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
            /** @description `whsec_…`, shown here and never again; null in a replay */
            secret: string | null;
        };
        Workflow: {
            workflowId: string;
            name: string;
            /** @description Of the draft */
            trigger: components["schemas"]["WorkflowTrigger"];
            /** @description The draft */
            definition: {
                [key: string]: unknown;
            };
            enabled: boolean;
            /** @description When the filter of the published trigger failed last, and why; null: never */
            triggerFailure: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
                /** @description The event for which it could not be evaluated; it started nothing */
                eventId: string;
                message: string;
            } | null;
            /** @description What runs; null until the workflow is published */
            published: components["schemas"]["WorkflowVersion"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        WorkflowEventBrought: {
            workflowEventId: string;
            /** @description Steps that waited for the key and go on; 0: it is kept */
            stepsAnswered: number;
        };
        WorkflowPage: {
            workflows: components["schemas"]["ListedWorkflow"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WorkflowProblems: {
            /** @description What `publish` would refuse; none: it would publish it */
            problems: {
                /** @description By its path, such as `definition.steps.2.then.0.url` */
                field: string;
                message: string;
            }[];
        };
        WorkflowRun: {
            workflowRunId: string;
            workflowId: string;
            /** @description The published version that was triggered; null: there was none */
            version: number | null;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
            /** @description Why the run is where it is, in words */
            reason: string | null;
            /** @description The member whose key triggered it */
            triggeredBy: string;
            /** @description The request that triggered it */
            requestId: string;
            /** @description The run whose step started it */
            parentRunId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description Since when it is paused */
            pausedAt: string | null;
            endedAt: string | null;
            /** @description The body of the trigger */
            input: {
                [key: string]: unknown;
            };
            /** @description What its `end` came to; null until it is over */
            output: unknown;
            /** @description The first 100 in the order in which they began. An input or output of more than 16384 characters is `{"tooLong": <characters>}` here; GET /api/workflow-runs/{workflowRunId}/steps?key=… has it whole */
            steps: components["schemas"]["WorkflowRunStep"][];
            /** @description GET /api/workflow-runs/{workflowRunId}/steps has them all */
            hasMoreSteps: boolean;
        };
        WorkflowRunPage: {
            runs: components["schemas"]["WorkflowRunSummary"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WorkflowRunStep: {
            /** @description The id of the step, in loops with their iterations: `notify#3` */
            key: string;
            stepId: string;
            type: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "canceled";
            attempts: number;
            /** @description What it was carried out by; secrets as references */
            input: unknown;
            output: unknown;
            error: string | null;
            waitsUntil: string | null;
            /** @description `event:<key>`, `run:<workflowRunId>` or `call:<callId>` */
            waitsFor: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startedAt: string;
            endedAt: string | null;
        };
        WorkflowRunStepPage: {
            steps: components["schemas"]["WorkflowRunStep"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WorkflowRunSummary: {
            workflowRunId: string;
            workflowId: string;
            /** @description The published version that was triggered; null: there was none */
            version: number | null;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
            /** @description Why the run is where it is, in words */
            reason: string | null;
            /** @description The member whose key triggered it */
            triggeredBy: string;
            /** @description The request that triggered it */
            requestId: string;
            /** @description The run whose step started it */
            parentRunId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description Since when it is paused */
            pausedAt: string | null;
            endedAt: string | null;
        };
        WorkflowSecret: {
            workflowSecretId: string;
            name: string;
            allowedOrigins: string[];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
        };
        WorkflowSecrets: {
            secrets: components["schemas"]["WorkflowSecret"][];
        };
        WorkflowTrigger: {
            /** @constant */
            type: "webhook";
        } | {
            /** @constant */
            type: "schedule";
            /** @description Five fields: minute, hour, day of the month, month, day of the week */
            cron: string;
            timeZone: string;
        } | {
            /** @constant */
            type: "event";
            /** @enum {string} */
            event: "call.started" | "call.ended" | "call.analyzed" | "campaign.updated" | "campaign.paused" | "campaign.resumed" | "campaign.ended" | "campaign.importCompleted" | "chat.created" | "chat.handedOff" | "chat.handedBack" | "chat.ended" | "chat.abandoned" | "personalization.consumed" | "suppression.added" | "webhookEndpoint.disabled";
            /** @description A CEL expression over `event` (`eventId`, `type`, `timestamp`, `data`); without it, every one */
            filter?: string;
        };
        WorkflowTriggerAnswer: {
            /** @description The id of the run: GET /api/workflow-runs/{id} */
            workflowTriggeredId: string;
        };
        WorkflowVersion: {
            /** @description 1 for the first */
            version: number;
            trigger: components["schemas"]["WorkflowTrigger"];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            publishedAt: string;
            /** @description The member who published it */
            publishedBy: string;
            definition: {
                [key: string]: unknown;
            };
        };
        WorkflowVersionPage: {
            versions: components["schemas"]["WorkflowVersionSummary"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WorkflowVersionSummary: {
            /** @description 1 for the first */
            version: number;
            trigger: components["schemas"]["WorkflowTrigger"];
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            publishedAt: string;
            /** @description The member who published it */
            publishedBy: string;
        };
    };
    responses: {
        /** @description Invalid input; `error` is `<field>: <message>` */
        InvalidInput: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid credential */
        NoCredential: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key lacks the scope */
        NotAllowed: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unknown id (an id of another organization is an unknown id) */
        UnknownId: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The state of things does not allow it */
        Conflict: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the operation takes: 64 KB unless it says otherwise */
        BodyTooLarge: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON, or not CSV as it is where a file is sent */
        NotJson: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limited, or too many expensive requests of the organization wait (`organization.busy`); see `retry-after` */
        RateLimited: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Nothing was done: shutting down, or the database cannot be reached; see `retry-after` */
        Unavailable: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is not known whether it was done: the database went away while it was being stored. Safe to send again are PUT (but of a password), DELETE, and the same request with the same Idempotency-Key */
        OutcomeUnknown: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid credential, or the key lacks the scope */
        NoCredentialOrNotAllowed: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAgents: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAgentInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgentInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    publishAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    discardAgentDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listAgentVersions: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentVersionPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
                /** @description 1 for the first */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentVersion"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTalks: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                agentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TalkPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviderKeys: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKeyPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProviderKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProviderKeyInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKey"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteProviderKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                providerKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listTrunks: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrunkPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTrunk: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTrunkInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trunk"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getTrunk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                trunkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trunk"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTrunk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                trunkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateTrunk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                trunkId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTrunkInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trunk"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resetTrunkCircuit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                trunkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trunk"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
                /** @description Only those whose calls go over this trunk */
                trunkId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumberPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePhoneNumberInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                phoneNumberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                phoneNumberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updatePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                phoneNumberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePhoneNumberInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduleInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSchedule"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    tellNextOpen: {
        parameters: {
            query?: {
                /** @description The number to call, in any common format; required when the schedule goes by `customer` */
                phoneNumber?: string;
                /** @description Where the called party is, as a call would name it; it counts when the schedule goes by `customer` */
                timeZone?: string;
            };
            header?: never;
            path: {
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextOpen"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRetryConfigs: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryConfigPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRetryConfig: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRetryConfigInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryConfig"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getRetryConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callRetryConfigId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryConfig"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteRetryConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callRetryConfigId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateRetryConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callRetryConfigId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRetryConfig"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryConfig"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listRetryConfigCampaigns: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                callRetryConfigId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryConfigCampaigns"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallDataByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallLookup"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallDataByPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallLookup"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                status?: "queued" | "ringing" | "in-progress" | "forwarding" | "ended" | "canceled";
                type?: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                agentId?: string;
                campaignId?: string;
                /** @description E.164 */
                customerNumber?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgentCalls: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                status?: "queued" | "ringing" | "in-progress" | "forwarding" | "ended" | "canceled";
                type?: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                campaignId?: string;
                /** @description E.164 */
                customerNumber?: string;
            };
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceCallInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWhy"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    followCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    redialCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    pauseCallRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRecordingPause"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resumeCallRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallRecordingPause"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    writeCallSessionData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallSessionDataInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCallSessionData"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getCallAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallAnalysis"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyzeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallAnalysis"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getCallScenario: {
        parameters: {
            query?: {
                /** @description `yaml`: as a file for `npm run scenarios` */
                format?: "json" | "yaml";
            };
            header?: never;
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                    "application/yaml": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    queueCampaignCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCallInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignCallQueued"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    queueCampaignCalls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCallBatchInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignCallBatchQueued"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
                status?: "running" | "paused" | "ended";
                agentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignDetail"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaign"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    endCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resetCampaignCircuit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignDetail"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    redialUnknownCampaignCalls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRedial"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    forecastCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForecastRequestInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forecast"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getCampaignOutcomes: {
        parameters: {
            query?: {
                /** @description When the campaign was created, unless said otherwise */
                from?: string;
                /** @description Now unless said otherwise; of a campaign that has ended, when its last call did */
                to?: string;
                /** @description The shortest of which the period has at most 72, unless said otherwise */
                interval?: "hour" | "day" | "week";
                /** @description Whose days and weeks count; UTC unless said otherwise */
                timeZone?: string;
            };
            header?: never;
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignOutcomes"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignCalls: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                status?: "queued" | "ringing" | "in-progress" | "forwarding" | "ended" | "canceled";
                type?: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                agentId?: string;
                /** @description E.164 */
                customerNumber?: string;
            };
            header?: never;
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCampaignCalls: {
        parameters: {
            query?: {
                /** @description The schedule of calls whose row names none */
                scheduleId?: string;
                /** @description The caller id of calls whose row names none */
                phoneNumberId?: string;
                /** @description The retry configuration of calls whose row names none; none when left out */
                callRetryConfigId?: string;
                /** @description Match customer area codes; default false */
                localPresenceEnabled?: boolean;
                /** @description That of calls whose row names none, from 1 to 9; default 5 */
                priority?: number;
                /** @description What columns are whose names do not say it, as JSON: `{"Mobile":"phoneNumber","Vorname":"variables.firstName","Note":"ignore"}` */
                columns?: string;
                /** @description Whose numbers those are that are not in international form; without it they are refused */
                country?: string;
                /** @description What stands between two fields; by default what the header has */
                delimiter?: "comma" | "semicolon" | "tab";
                /** @description What becomes of a number that an earlier row of the file has; default refuse */
                duplicates?: "refuse" | "keep";
            };
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listImportsOfCampaignCalls: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                campaignId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelImportOfCampaignCalls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaignId: string;
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getImportOfCampaignCalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: string;
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRefusedRowsOfCampaignCalls: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: string;
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushPersonalization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonalizationPushInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalizationPushAnswer"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getPersonalization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description In any common format; normalized to E.164, and taken as it is when it is E.164 already. Ten digits are a US number */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Personalization"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewAgentInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPreview"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    importSuppressions: {
        parameters: {
            query?: {
                /** @description Why none of them is to be called, for people */
                reason?: string;
                /** @description What columns are whose names do not say it, as JSON: `{"Mobile":"phoneNumber","Vorname":"variables.firstName","Note":"ignore"}` */
                columns?: string;
                /** @description Whose numbers those are that are not in international form; without it they are refused */
                country?: string;
                /** @description What stands between two fields; by default what the header has */
                delimiter?: "comma" | "semicolon" | "tab";
                /** @description What becomes of a number that an earlier row of the file has; default refuse */
                duplicates?: "refuse" | "keep";
            };
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listImportsOfSuppressions: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelImportOfSuppressions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                suppressionImportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getImportOfSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suppressionImportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRefusedRowsOfSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suppressionImportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only this number, E.164 */
                phoneNumber?: string;
                /** @description `api`: by this interface; `call`, `chat`: the customer said so in one; `import`: from a file of numbers */
                source?: "api" | "call" | "chat" | "import";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSuppressionInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    exportSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suppressionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listChats: {
        parameters: {
            query?: {
                /** @description Fields to leave out; the only option is `summary` */
                exclude?: "summary"[];
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChatInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listAllChats: {
        parameters: {
            query?: {
                /** @description Fields to leave out; the only option is `summary` */
                exclude?: "summary"[];
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only chats of this customer */
                customerUniqueId?: string;
                /** @description Only chats that are under way, and who answers in them */
                status?: "active" | "handedOff";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatDetailsPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChatAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnalysis"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyzeChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnalysis"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatDetails"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChatMessages: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Only messages after that position; default 0 */
                after?: number;
            };
            header?: never;
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatMessagePage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    addChatMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChatMessage"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedChatMessage"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    followChat: {
        parameters: {
            query?: {
                /** @description Only messages after that position; default 0. The header `Last-Event-ID` goes before it */
                after?: number;
            };
            header?: never;
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    handOffChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resumeChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getChatSessionData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatSessionData"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    endChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                chatId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getChatWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatWidget"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setChatWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetChatWidgetInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatWidget"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteChatWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listRulePacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePackList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrices: {
        parameters: {
            query?: {
                /** @description As `priceVersion` of a call’s cost; without it the one that counts now */
                version?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPricesInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description Whose day counts; UTC unless said otherwise */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallAnalytics: {
        parameters: {
            query?: {
                /** @description A day before `to` unless said otherwise */
                from?: string;
                /** @description Now unless said otherwise */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallAnalytics"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLatencyAnalytics: {
        parameters: {
            query?: {
                /** @description Calls created from then on; a day before `to` unless said otherwise */
                from?: string;
                /** @description Calls created before; now unless said otherwise */
                to?: string;
                agentId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatencyAnalytics"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMemberInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Only what this member did; `system` for the service itself */
                memberId?: string;
                /** @description Only this action */
                actionVerb?: "created" | "updated" | "deleted" | "exported" | "started" | "paused" | "resumed" | "assigned" | "unassigned" | "reset" | "ended" | "canceled" | "published" | "enabled" | "disabled" | "handedOff" | "abandoned" | "rotated" | "triggered" | "pushed";
                /** @description Only what was done to this kind of resource */
                resourceType?: "organizations" | "members" | "api_keys" | "sessions" | "invitations" | "passwords" | "agents" | "trunks" | "provider_keys" | "phone_numbers" | "schedules" | "retry_configs" | "campaigns" | "calls" | "recordings" | "data_deletions" | "call_session_data" | "chats" | "chat_messages" | "chat_widgets" | "talks" | "workflows" | "workflow_runs" | "workflow_secrets" | "workflow_events" | "personalization" | "suppressions" | "imports" | "webhook_endpoints" | "webhook_deliveries" | "prices" | "secret_keys" | "audit_logs" | "exports";
                /** @description Only what was done to the resource of this id */
                resourceReferenceId?: string;
                /** @description Items a page; default 100 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAuditLogs: {
        parameters: {
            query?: {
                /** @description Only entries created after this timestamp */
                createdAtGt?: string;
                /** @description Only entries created before this timestamp */
                createdAtLt?: string;
                /** @description Results per page; default 10000 */
                pageSize?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            403: components["responses"]["NoCredentialOrNotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only those whose name contains this, in capitals or not; of numbers, whose digits do, and of members also their email */
                search?: string;
                /** @description Only those of these ids, at most 100; one that does not exist is left out */
                ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkflow"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkflow"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    publishWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    enableWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    disableWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersionPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowId: string;
                /** @description 1 for the first */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersion"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowDefinitionSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkWorkflowDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckWorkflow"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowProblems"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listWorkflowSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSecrets"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    storeWorkflowSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StoreWorkflowSecret"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSecret"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteWorkflowSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowSecretId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    triggerWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTriggerAnswer"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /** @description Only runs of this status */
                status?: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                workflowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllWorkflowRuns: {
        parameters: {
            query?: {
                /** @description Only runs of this workflow */
                workflowId?: string;
                /** @description Only runs of this status */
                status?: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflowRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflowRunSteps: {
        parameters: {
            query?: {
                /** @description Only this step, with all of its input and output */
                key?: string;
                /** @description Items a page; default and at most 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                workflowRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunStepPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    pauseWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resumeWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    retryWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflowRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    bringWorkflowEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BringWorkflowEventInput"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowEventBrought"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description Go on behind this place: `metadata.next` of an earlier answer, or `latest` for what is stored from now on; left out: from the oldest event that is kept */
                after?: string;
                /** @description Only events of these types, separated by commas; left out: all that the key may read */
                types?: string;
                /** @description Events at most; default 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventFeed"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Begin behind this place: `metadata.next` of `GET /api/events`, or the `id` of an event that was streamed; left out: with what is stored from now on. The header Last-Event-ID counts in its place */
                after?: string;
                /** @description Only events of these types, separated by commas; one that ends with a dot is the beginning of several, such as `call.` */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointInput"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                status?: "pending" | "delivered" | "dead";
            };
            header?: never;
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookEndpointId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookEndpointId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    redeliverFailedWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverFailed"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    exportCalls: {
        parameters: {
            query?: {
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Items a page; default 10000 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportChats: {
        parameters: {
            query?: {
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                /** @description Items a page; default 10000 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatDetailsPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDataDeletions: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletionPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDataDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; with another body it is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDataDeletion"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletion"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getDataDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                dataDeletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletion"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    readJoinLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinInfoRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinInfo"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    join: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Join"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcOffer"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginOidcInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcAddress"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    finishOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishOidc"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcSession"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    beginVisitorChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `token` of the widget */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorChat"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    renewVisitorSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `token` of the widget */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorSessionToken"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listVisitorMessages: {
        parameters: {
            query?: {
                /** @description Only messages after that position; default 0 */
                after?: number;
            };
            header?: never;
            path: {
                /** @description The `token` of the widget */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorMessages"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    addVisitorMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `token` of the widget */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorMessage"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    followVisitorChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `token` of the widget */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    endVisitorChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `token` of the widget */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ended";
                    };
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            404: components["responses"]["UnknownId"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    "call.queued": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_call_queued"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "call.started": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_call_started"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "call.ended": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_call_ended"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "call.analyzed": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_call_analyzed"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_campaign_created"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "campaign.updated": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_campaign_updated"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "campaign.paused": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_campaign_paused"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "campaign.resumed": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_campaign_resumed"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "campaign.ended": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_campaign_ended"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "campaign.importCompleted": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_campaign_importCompleted"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.created": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_chat_created"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.message": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_chat_message"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.handedOff": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_chat_handedOff"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.handedBack": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_chat_handedBack"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.ended": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_chat_ended"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.abandoned": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_chat_abandoned"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "workflow.run.created": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_workflow_run_created"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "workflow.run.completed": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_workflow_run_completed"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "workflow.run.failed": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_workflow_run_failed"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "workflow.run.canceled": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_workflow_run_canceled"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "workflow.run.unpublished": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_workflow_run_unpublished"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "personalization.consumed": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_personalization_consumed"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "suppression.added": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_suppression_added"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhookEndpoint.disabled": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_webhookEndpoint_disabled"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "audit.entry": {
        parameters: {
            query?: never;
            header: {
                "webhook-id": string;
                "webhook-timestamp": string;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event_audit_entry"];
            };
        };
        responses: {
            /** @description Taken. Anything else is tried again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
