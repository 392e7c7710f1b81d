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
         * Delete an unused agent
         * @description Needs the scope `agents:write`.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent: publish its next version, or save a draft
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
         * @description Calls dialed or answered from now on run it. Calls that have begun keep their version.
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
         * Discard the unpublished changes of an agent
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
    "/api/agent-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List complete agents for common jobs
         * @description Complete agents for common jobs, to begin with and to change. Each comes twice. `embedded` plays a
         *     script without a key. `vendor` has instructions for a model: add the `configuration` of a preset
         *     (`GET /api/agent-presets`). Send either to `POST /api/agents`. Nothing is stored before that.
         *
         *     Needs the scope `agents:read`.
         */
        get: operations["listAgentTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/browser-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List browser calls with agents, newest first
         * @description Returns the browser calls of the last 400 days with their usage and cost. Their audio and transcripts are not stored.
         *
         *     Needs the scope `agents:read`.
         */
        get: operations["listBrowserCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{agentId}/drill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play calls in which the providers of an agent fail
         * @description Plays calls of the agent with a scripted customer: one without a fault, and one for each fault of each
         *     provider, in which that provider and those before it hang, answer 500, or break off in the middle. The answer says
         *     what the caller heard, for how long there was silence, which providers served, and whether the call was completed. It
         *     arrives when all calls are over, usually after 20 to 60 s and at the latest after about 3 minutes.
         *
         *     By default stubs take the places of the providers: no vendor is asked, and the drill costs nothing. With
         *     `"providers": "real"` the vendors are asked with the stored keys; they bill it, and Parley adds it to no cost. The customer's
         *     voice is English. The agent uses no tools and transfers no calls. A speech-to-speech model is left out: its replacement is
         *     played.
         *
         *     A drill ends when the client closes its connection. An organization may run one drill at a time. Failures of a drill do not count for other calls.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["drillAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider-circuits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers that calls avoid now, because their last requests failed
         * @description Returns at most 100. A provider that sends nothing in time, or that fails twice in a row, is avoided for 15 s
         *     while another provider of the chain can be asked. Each probe that fails doubles the time, up to two minutes. Each process
         *     decides by what it has seen itself.
         *
         *     Needs the scope `agents:read`.
         */
        get: operations["listProviderCircuits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a text to the knowledge
         * @description The text is split at its headings, and found from now on. An organization has at most
         *     500 sources and 200000 parts of documents.
         *
         *     Needs the scope `agents:write`. The body may have 4 MB.
         */
        post: operations["createKnowledgeText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a file to the knowledge
         * @description The body is the file: PDF, Word (.docx), HTML, Markdown, plain text or CSV, 20 MB at most. The
         *     source is `reading` until its text is found, some seconds later. `failed` has the reason in `problem`. Pictures are left
         *     out; a scanned PDF needs a text recognition first. The first line of a CSV file is its header.
         *
         *     Needs the scope `agents:write`. The body may have 20 MB. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        post: operations["uploadKnowledgeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/sources/{sourceId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the file of a source
         * @description The body is the file: PDF, Word (.docx), HTML, Markdown, plain text or CSV, 20 MB at most. The
         *     source is `reading` until its text is found, some seconds later. `failed` has the reason in `problem`. Pictures are left
         *     out; a scanned PDF needs a text recognition first. The first line of a CSV file is its header.
         *
         *     Needs the scope `agents:write`. The body may have 20 MB. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        put: operations["replaceKnowledgeFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a page of the web to the knowledge
         * @description Fetches the page soon, and again as `rereadHours` says. The page must be public: private addresses are
         *     refused unless `PARLEY_EGRESS_ALLOW` permits them. Its navigation is left out. The robots.txt of the site is respected; it
         *     addresses the reader as `ParleyBot`.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["createKnowledgePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a site to the knowledge
         * @description Fetches the pages that the sitemaps of the site list, 2000 at most, and again as `rereadHours` says. The
         *     sitemaps are those that robots.txt names, or `/sitemap.xml`. Pages of another origin are left out. Reading again fetches
         *     only changed pages where the server says which those are, and removes pages that are no longer listed.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["createKnowledgeSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/sources/{sourceId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a page or site again now
         * @description Does nothing while it is being read.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["readKnowledgeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources of knowledge, newest first
         * @description Needs the scope `agents:read`.
         */
        get: operations["listKnowledgeSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/sources/{sourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a source of knowledge
         * @description Needs the scope `agents:read`.
         */
        get: operations["getKnowledgeSource"];
        put?: never;
        post?: never;
        /**
         * Delete a source with its documents
         * @description Needs the scope `agents:write`.
         */
        delete: operations["deleteKnowledgeSource"];
        options?: never;
        head?: never;
        /**
         * Change a source of knowledge
         * @description Needs the scope `agents:write`. The body may have 4 MB.
         */
        patch: operations["updateKnowledgeSource"];
        trace?: never;
    };
    "/api/knowledge/sources/{sourceId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of a source, newest first
         * @description Needs the scope `agents:read`.
         */
        get: operations["listKnowledgeDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document with its text
         * @description Needs the scope `agents:read`.
         */
        get: operations["getKnowledgeDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a document
         * @description Corrects what was read. The correction is found from now on, and reading the source
         *     again does not replace it.
         *
         *     Needs the scope `agents:write`. The body may have 4 MB.
         */
        patch: operations["updateKnowledgeDocument"];
        trace?: never;
    };
    "/api/knowledge/documents/{documentId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the last correction of a document
         * @description Brings back the title and text from before the last correction. Doing it once more brings the correction
         *     back. When a page or file was read anew since then, there is nothing to undo.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["undoKnowledgeCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/documents/{documentId}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the parts of a document that a search finds, in their order
         * @description Needs the scope `agents:read`.
         */
        get: operations["listKnowledgeChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/embedding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the embedding model of the knowledge, and how many parts have been embedded
         * @description Needs the scope `agents:read`.
         */
        get: operations["getKnowledgeEmbedding"];
        /**
         * Choose an embedding model for the knowledge
         * @description Searches compare the meanings of questions and texts too, from now on. Texts go to the provider, which
         *     bills them. The model is tried first, so that a wrong key or model is refused with the provider's words. All parts of
         *     documents are then embedded in the background. Until that is done, the parts that are still missing are found by
         *     their words. Another model, or another number of dimensions, embeds all parts anew. An organization may send 10 choices a minute.
         *
         *     Needs the scope `agents:write`. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        put: operations["chooseKnowledgeEmbedding"];
        post?: never;
        /**
         * Search the knowledge by words alone
         * @description Removes the vectors in the background. Does nothing when no model is chosen.
         *
         *     Needs the scope `agents:write`.
         */
        delete: operations["removeKnowledgeEmbedding"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the knowledge
         * @description Returns the parts of the organization's documents that answer a question best, the best first. Needs no
         *     key: PostgreSQL searches by the words of the question in their forms in the language of each source, and by similar words for
         *     those that no source has. Words that few parts have count most, and words of titles and headings count more. If the knowledge
         *     has an embedding model, the question goes to its provider, and parts of similar meaning are found too.
         *
         *     Needs the scope `agents:read`.
         */
        post: operations["searchKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the knowledge does not answer
         * @description Returns what callers and customers said in the last 30 days about which the sources of the agent
         *     had nothing, the most frequent first, at most 100. Looks at the newest 2000 calls and as many chats. A turn of
         *     one or two words is left out. The search goes by words and cannot tell a question from other words, so the list also has
         *     sentences that ask nothing. Questions are in the records of calls and chats, and are deleted with them.
         *
         *     Needs the scope `calls:read`.
         */
        get: operations["listUnansweredQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer-facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is known of a customer, newest first
         * @description Needs the scope `personalization:read`.
         */
        get: operations["listCustomerFacts"];
        put?: never;
        /**
         * Add a fact about a customer
         * @description Agents with `memory` read it in conversations that begin from now on. It replaces the customer's
         *     fact of the same topic. Numbers of cards and accounts, passwords and codes are refused.
         *
         *     Needs the scope `personalization:write`.
         */
        post: operations["createCustomerFact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer-facts/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete all facts about a customer
         * @description Deletes the facts of every agent. To delete everything about a person, calls and chats too, use `POST /api/data-deletions`.
         *
         *     Needs the scope `personalization:write`.
         */
        post: operations["forgetCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer-facts/{factId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a fact about a customer
         * @description Needs the scope `personalization:read`.
         */
        get: operations["getCustomerFact"];
        put?: never;
        post?: never;
        /**
         * Delete a fact about a customer
         * @description Needs the scope `personalization:write`.
         */
        delete: operations["deleteCustomerFact"];
        options?: never;
        head?: never;
        /**
         * Correct a fact about a customer
         * @description The days that it is kept begin again.
         *
         *     Needs the scope `personalization:write`.
         */
        patch: operations["updateCustomerFact"];
        trace?: never;
    };
    "/api/pronunciations/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the pronunciation dictionary
         * @description A CSV file (UTF-8) with `term`, `language`, `replacement` and `ipa`, in the order of the terms.
         *     It can be imported as it is. A text that a spreadsheet would read as a formula begins with an apostrophe.
         *
         *     Needs the scope `agents:read`.
         */
        get: operations["exportPronunciations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pronunciations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or change the entries of a CSV file
         * @description The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns:
         *     `term`, and any of `language`, `replacement` and `ipa`. An entry whose term and primary language are in the dictionary
         *     replaces that entry; others are added, and none is deleted. When a line is wrong, the 400 names it and nothing changes.
         *     The entries apply to calls that begin from now on.
         *
         *     Needs the scope `agents:write`. The body may have 1 MB. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        post: operations["importPronunciations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pronunciations/speak": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak a term, to listen to it
         * @description The answer is a WAV file of the term, spoken as in a call whose dictionary has this entry alone.
         *     The entry need not be stored. The embedded voice needs no key and speaks English; it speaks `replacement`, not
         *     `ipa`. The vendor of an agent's voice bills the request. Changes nothing.
         *
         *     A voice that does not speak the language is refused with `language`, one without a key with `agentId`, and a text that it
         *     cannot speak with `term` or `replacement`. The answer is 503 (`pronunciation.voice_failed`) when the voice fails.
         *
         *     Needs the scope `agents:write`. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        post: operations["speakPronunciation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pronunciations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pronunciation dictionary, newest first
         * @description Needs the scope `agents:read`.
         */
        get: operations["listPronunciations"];
        put?: never;
        /**
         * Add a term to the pronunciation dictionary
         * @description All voices of the organization speak the term in this way, in calls that begin from now on.
         *     The transcript keeps the written term. A term has one entry in each language, and an organization at most
         *     1000 entries.
         *
         *     Needs the scope `agents:write`.
         */
        post: operations["createPronunciation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pronunciations/{pronunciationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an entry of the pronunciation dictionary
         * @description Needs the scope `agents:read`.
         */
        get: operations["getPronunciation"];
        put?: never;
        post?: never;
        /**
         * Delete an entry of the pronunciation dictionary
         * @description Needs the scope `agents:write`.
         */
        delete: operations["deletePronunciation"];
        options?: never;
        head?: never;
        /**
         * Change an entry of the pronunciation dictionary
         * @description The change applies to calls that begin from now on.
         *
         *     Needs the scope `agents:write`.
         */
        patch: operations["updatePronunciation"];
        trace?: never;
    };
    "/api/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all providers, with the keys that the organization has stored
         * @description Needs the scope `organization:read`.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a model, a voice and a transcriber for common wishes
         * @description Chooses among the providers whose keys the organization has stored. Where no key serves a part, an
         *     embedded provider stands in if it works, and `missing` names the keys that would serve. A `configuration` can be sent as it is
         *     when an agent is created or changed. Nothing is stored.
         *
         *     Needs the scope `agents:read`. A key may have 8 of these requests in progress at a time; one more is a 429.
         */
        get: operations["listAgentPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/providers/{provider}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the models of a provider
         * @description Asks the vendor with the organization's key, where it has such a list, and keeps the answer for
         *     ten minutes. A vendor that fails is a `problem` in the answer, never an error. Of some vendors the list is our own, with its
         *     day. Agents may name models and voices that no list has. An organization may cause 60 questions to vendors a minute.
         *
         *     Needs the scope `agents:read`. A key may have 8 of these requests in progress at a time; one more is a 429.
         */
        get: operations["listProviderModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/providers/{provider}/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the voices of a provider
         * @description Asks the vendor with the organization's key, where it has such a list, and keeps the answer for
         *     ten minutes. A vendor that fails is a `problem` in the answer, never an error. Of some vendors the list is our own, with its
         *     day. Agents may name models and voices that no list has. An organization may cause 60 questions to vendors a minute.
         *
         *     Needs the scope `agents:read`. A key may have 8 of these requests in progress at a time; one more is a 429.
         */
        get: operations["listProviderVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/provider-keys/{providerKeyId}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the vendor whether it accepts a key
         * @description Sends the vendor's cheapest request with the key, usually its list of models or voices, and
         *     answers within about 5 s. The outcome `accepted` says that the vendor knows the key, not that every model is open to it.
         *     An organization may send 30 checks a minute.
         *
         *     Needs the scope `organization:write`. A key may have 4 of these requests in progress at a time; one more is a 429.
         */
        post: operations["checkProviderKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/providers/{provider}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a model or a voice
         * @description Asks a model a question, or lets a voice speak a sentence, with the key that a call would use. The
         *     answer arrives when it is complete, after at most 15 s. A failure of the provider is the outcome `failed` with its words.
         *     The provider bills the trial, and Parley adds it to no cost. An organization may send 30 trials a minute.
         *
         *     Needs the scope `agents:write`. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        post: operations["tryProvider"];
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
         * List provider keys, newest first, without the keys themselves
         * @description Needs the scope `organization:read`.
         */
        get: operations["listProviderKeys"];
        put?: never;
        /**
         * Store a provider key
         * @description Stores the organization's key for a speech or language provider. Agents name the provider
         *     in `model`, `voice` and `transcriber`. A call uses the newest key of that provider, or the newest with the name
         *     that the agent gives as `key`. `apiKey` is stored encrypted and never returned; the list shows its last four
         *     characters. `baseUrl` points to another service with the same protocol, such as a model server of your own. The
         *     operator decides whether it may be a private address (`PARLEY_EGRESS_ALLOW`). `region`, `resource`, `apiVersion` and
         *     `accessKeyId` are for the providers that have them.
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
         * Delete an unused provider key; calls in progress keep it
         * @description Needs the scope `organization:write`.
         */
        delete: operations["deleteProviderKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sounds, newest first
         * @description Needs the scope `agents:read`.
         */
        get: operations["listSounds"];
        put?: never;
        /**
         * Upload a sound
         * @description Stores a recording that agents play, such as a voicemail message (`voicemailSoundId`). The body
         *     is a WAV file: 16-bit PCM, 8 to 48 kHz, mono or stereo, 120 s at most. It is stored as mono at 16 kHz, and as
         *     loud as the agents speak. Convert other formats first, such as with
         *     `ffmpeg -i message.mp3 -ac 1 -ar 16000 -c:a pcm_s16le message.wav`. An organization has at most 100 sounds.
         *
         *     Needs the scope `agents:write`. The body may have 12 MB. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        post: operations["createSound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sounds/{soundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sound, without its audio
         * @description Needs the scope `agents:read`.
         */
        get: operations["getSound"];
        put?: never;
        post?: never;
        /**
         * Delete a sound that no agent plays
         * @description Needs the scope `agents:write`.
         */
        delete: operations["deleteSound"];
        options?: never;
        head?: never;
        /**
         * Rename a sound
         * @description Needs the scope `agents:write`.
         */
        patch: operations["updateSound"];
        trace?: never;
    };
    "/api/sounds/{soundId}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audio of a sound: mono, 16 kHz
         * @description A `Range` header requests a part, which is answered with 206, or with 416 if the file has no such part.
         *
         *     Needs the scope `agents:read`.
         */
        get: operations["getSoundAudio"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description A trunk connects to a SIP carrier or PBX for outbound and inbound calls. `password` is
         *     stored encrypted and never returned; `hasPassword` says whether one is stored. With `register` the server registers at
         *     the carrier as `username` and stays registered; a call to that user reaches the phone number of the trunk, if it has
         *     exactly one. Inbound calls are identified by their source: `allowedAddresses`, or the addresses of `host`. Networks wider
         *     than /8 (IPv4) or /16 (IPv6) are refused, because they would admit almost anyone. `health` says whether the carrier is
         *     reachable; calls over a trunk that is `down` are held, and dialed once it is up again.
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
         * Delete an unused trunk
         * @description Needs the scope `telephony:write`.
         */
        delete: operations["deleteTrunk"];
        options?: never;
        head?: never;
        /**
         * Change a trunk
         * @description Omitted fields stay unchanged. `password` null removes the password. A trunk with a
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
         * Close the circuit of a trunk
         * @description A circuit opens when too many of the latest attempts over the trunk failed
         *     (`circuitBreaker` of the organization), and closes when a probe call succeeds. Closing it here also resets the count
         *     of failures.
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
         * @description A number belongs to the first organization of the installation that adds it. The first answered
         *     call over the number's trunk proves the claim (`provenAt`). A claim that is not proven within 30 days does not prevent other
         *     organizations from adding the number. A number of another organization is refused with the same 400 as an invalid number.
         *     Unassigned numbers are accepted. Without `trunkId`, calls with this number as caller id are queued and held. An inbound
         *     call is matched by the called number, then by whether its source belongs to the number's trunk.
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
         * Delete a phone number without queued or live calls
         * @description Needs the scope `telephony:write`.
         */
        delete: operations["deletePhoneNumber"];
        options?: never;
        head?: never;
        /**
         * Change a phone number
         * @description `phoneNumber` cannot be changed; create another resource. Calls held because the number had no trunk,
         *     or its trunk was down, become due when the number gets another one.
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
         * @description Defines when calls may be dialed. Times are wall time. When a clock change skips the start of a
         *     window, the window opens at the change; a repeated hour is open both times. A window across midnight is written as two,
         *     the first until 24:00. The time zone `customer` is the called party's own, derived from the number (its area code, else
         *     its country) unless the call names it. When several zones are possible, all of them must be open; when none is known,
         *     the call is held. A schedule that never opens is refused.
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
         * Delete a schedule without queued or live calls
         * @description Needs the scope `schedules:write`.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description The result is validated like a new schedule. Queued calls get their new due times before the
         *     response, which takes some seconds for 100,000 of them. Calls queued meanwhile use the new hours.
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
         * Check when a schedule allows calling a number
         * @description The same decision that the dialer makes before every call, for this moment. The number is
         *     required when the schedule's time zone is `customer`, unless `timeZone` is given. The response contains the time zones
         *     used and their source.
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
         * @description Sets how often, and after which outcomes, a customer who was not reached is called again.
         *     `busy`: the line was busy; `no-answer`: the customer did not answer; `voicemail`: a machine answered; `failed`: the
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
         * @description The change applies to attempts that end from now on.
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
         * List the campaigns that use a retry configuration, newest first
         * @description Returns campaigns that have not ended and have a call that was queued with it. Every call names its own retry configuration.
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
         * @description Always answers 200. `data` is the latest session data of any call of this key that has not expired, or null. `ttl` is the seconds left, rounded up, or null. `latestCall` is the latest call or null. The external id is the value of the INVITE's header that the phone number names (default `X-External-ID`), else its Call-ID. The first 1024 characters count.
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
         * @description Always answers 200. `data` is the latest session data of any call of this key that has not expired, or null. `ttl` is the seconds left, rounded up, or null. `latestCall` is the latest call or null. Calls in both directions count. The number may be in any common format. Ten digits are a US number.
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
         * @description The call is queued, and dialed as soon as there is room. No schedule holds it.
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
         * List every decision about a call, in order
         * @description Says why a call was queued, held, dialed or not made, and how it ended.
         *
         *     Needs the scope `calls:read`.
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
         * Read the recording of a call: stereo, the customer left, the agent right
         * @description A `Range` header requests a part, which is answered with 206, or with 416 if the file has no such part.
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
    "/api/calls/{callId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on a call, oldest first
         * @description Needs the scope `calls:read`.
         */
        get: operations["listCallComments"];
        put?: never;
        /**
         * Add a comment to a call
         * @description Comments are removed with the call, and with the data of its customer. Answers 409 `call.erased` when that data was deleted, and `call.too_many_comments` at 100 comments.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["addCallComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{callId}/comments/{commentId}": {
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
         * Delete a comment on a call
         * @description Needs the scope `calls:write`.
         */
        delete: operations["deleteCallComment"];
        options?: never;
        head?: never;
        /**
         * Edit a comment of your own on a call
         * @description Replaces the text. Answers 403 `comment.of_another` for a comment of another member.
         *
         *     Needs the scope `calls:write`.
         */
        patch: operations["editCallComment"];
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
         * Stream the changes of a call
         * @description Server-sent events about one call:
         *
         *     - `state`: status, what answered, how the call ended
         *     - `entry`: `index` and `entry` of the transcript; an entry comes again when the heard part of it is known
         *     - `removed`: the transcript from index `from` on was taken back
         *     - `turn`: `index` and `turn` of the latency ledger
         *     - `end`: the last event
         *
         *     The stream begins with everything that is known, after a reconnection too. Changes come within a second, whichever process
         *     carries the call. The stream of an ended call holds its record and `end`.
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
         * Cancel a queued call, or stop a live one
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
         * Dial a call with an unknown outcome again
         * @description A call that ended as `unknown-outcome` may have rung, so only a request of a person dials it
         *     again. The answer is the next attempt: a new call, due at once, in the same campaign. Its `campaignParentCallIds` name the
         *     attempts before it. Each call can be dialed again once.
         *
         *     Answers 409:
         *
         *     - `call.redialed`: the call was dialed again before
         *     - `call.outcome_known`: the call ended in another way
         *     - `campaign.ended`: its campaign has ended
         *     - `agent.deleted`, `phone_number.deleted`, `schedule.deleted`, `retry_configuration.deleted`: the call names something
         *       that was deleted
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
         * @description Takes effect within a second. A paused recording holds silence, so that its times stay those of the call. Answers 409 `call.not_live` when the call is not live, and `recording.not_recorded` when it is not recorded.
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
         * Resume the paused recording of a live call
         * @description Takes effect within a second. A paused recording holds silence, so that its times stay those of the call. Answers 409 `call.not_live` when the call is not live, and `recording.not_recorded` when it is not recorded.
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
         * @description Replaces the data and restarts its time to live. The record of the call keeps the last data as `sessionVariables`.
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
    "/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views, newest first
         * @description Needs the scope `calls:read`.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Save filters as a view
         * @description A view is the filters of a page of the console under a name. All members of the organization see it. Answers 409 `view.name_taken` when another view of the page has the name, and `view.too_many` at 200 views.
         *
         *     Needs the scope `calls:write`.
         */
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a saved view
         * @description Needs the scope `calls:read`.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description Needs the scope `calls:write`.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        /**
         * Change the name or the filters of a view
         * @description `filters` replaces all filters of the view.
         *
         *     Needs the scope `calls:write`.
         */
        patch: operations["updateView"];
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find anything by name, number or id
         * @description Returns at most 5 results of each kind. Calls are found by their id or the customer's number, other resources by a part of their name or by their id. Kinds that the key may not read are left out.
         *
         *     Needs the scope `organization:read`.
         */
        get: operations["search"];
        put?: never;
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
         * Read the analysis of a call
         * @description Needs the scope `calls:read`.
         */
        get: operations["getCallAnalysis"];
        put?: never;
        /**
         * Analyse an ended call again
         * @description Analyses an ended call again, by the published version of its agent: its model, schema and rubrics.
         *     The earlier findings stay until new ones replace them, and for good when the analysis fails. `agentVersion` names the version
         *     behind the findings. While an analysis is pending, the first one included, no other begins: the answer describes the pending
         *     one, and `pendingAgentVersion` names its version.
         *
         *     Answers 409: `call.not_over`, `call.erased`, `call.no_transcript`, `agent.deleted`, `agent.without_analysis` (the
         *     published version has no analysis plan), `analysis.too_often` after 20 times, and
         *     `analysis.too_many_pending` while 100 requested analyses of the organization are pending.
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
         * Returns an ended call as a scenario that repeats it
         * @description The scenario contains what the customer said and pressed, and when; the version of the agent that ran the call; and what the agent said and did, as expectations. Stubs return the results of the tools, and transfers reach the simulated customer, so playing the scenario changes nothing outside. Requires the scope `agents:read` as well. 409 for a call that has not ended (`call.not_over`), that never reached its customer (`call.not_played`), or whose agent was deleted (`call.agent_deleted`).
         *
         *     Needs the scope `calls:read`, and in the cases named above `agents:read`.
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
         * @description Queues one call into the agent's campaign of that name. The first call creates the campaign, and a
         *     call by the name of an ended campaign starts a new one. `phoneNumber` is the customer's number. `phoneNumberId` is the
         *     organization's number, used as caller id. `maxConcurrentCalls` and `endCampaignAt` belong to the campaign: a later call
         *     with them changes them for all calls, a call without them changes nothing. A call is queued and held when its number has no
         *     trunk or its campaign is paused; `GET /api/calls/{callId}/why` says so. The call is durable when 201 is sent. An unknown
         *     agent is a 404, an unknown id in the body a 400.
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
         * @description Each call is accepted or refused separately, by the rules of the operation for a single call. `results` has one entry for each call, in order. Every accepted call is durable when the answer is sent. `defaults` holds the values
         *     that the calls share. With an `Idempotency-Key` a repeated request gets the same results. A batch counts as one request for
         *     the rate limit. Import a file for more calls.
         *
         *     Needs the scope `campaigns:write`. The body may have 8 MB. A key may have 4 of these requests in progress at a time; one more is a 429.
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
        /**
         * Create a campaign without calls
         * @description Add its calls by a file or one by one. `callDefaults` holds the schedule, the caller id and the retry configuration that the calls of files use. A campaign is also created by its first call.
         *
         *     Needs the scope `campaigns:write`.
         */
        post: operations["createCampaign"];
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
         * Change the cap, the weight or the defaults of a campaign
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
         * End a campaign for good and cancel its queued calls
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
         * @description A circuit opens when too many of the latest attempts of the campaign failed (`circuitBreaker` of the organization). It closes by itself when a probe call succeeds. Failures before the reset do not count.
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
         * Dial the calls of a campaign with an unknown outcome again
         * @description Does what `POST /api/calls/{callId}/redial` does for up to 1,000 calls of the campaign, the earliest first. Repeat the request while `hasMore` is true. Skips calls whose phone number, schedule or retry configuration was deleted.
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
         * Forecast when a campaign will finish
         * @description Simulates the rest of the campaign on a virtual clock. Uses its queued calls and their regions, the schedules, retries and caps, and the outcomes of its calls so far. Changes nothing. `assumptions` lists what is assumed and left out.
         *
         *     Needs the scope `campaigns:read`. A key may have 2 of these requests in progress at a time; one more is a 429.
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
         * Show how the calls of a campaign ended over time
         * @description Counts ended calls by time and by `endedReason`, in at most 1000 whole hours, days or weeks (from Monday), including those of `from` and `to`. Counts are kept for 400 days. They are updated when calls end, so the cost does not grow with the number of calls. They include calls whose records were removed.
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
         * @description The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns. The
         *     column `phoneNumber` is required. `scheduleId`, `phoneNumberId`, `callRetryConfigId`, `timeZone` and `priority` may
         *     be columns. Every other column is a variable with the column's name. `columns` maps columns with other names. An empty field counts as
         *     absent. Parameters hold the values that all calls share; a wrong one is a 400, and no row is queued.
         *
         *     Numbers are international, or in the national format of `country`. A row with the number of an earlier row is refused,
         *     unless `duplicates=keep`.
         *
         *     The file is read as it arrives. The answer is 202 when all of it is stored. From then on each row is queued once or refused with
         *     a reason (`GET …/imports/{importId}`, `…/refused`), even if a process dies. Before that no row is queued, so a failed request
         *     can be sent again. With an `Idempotency-Key` it can also be sent again when the answer was lost. The whole file is refused
         *     (400) when it is not CSV, is not UTF-8, lacks a column, or has more than 1,000,000 rows. The error names the line.
         *
         *     Needs the scope `campaigns:write`. The body may have 256 MB. A key may have 2 of these requests in progress at a time; one more is a 429.
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
         * @description Imports are kept for 30 days after their completion.
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
         * Cancel a running import
         * @description Accepted rows stay; `rowsAccepted` counts them. Rows that are neither accepted nor refused are dropped.
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
         * Read an import
         * @description While it is `running`, rows that are neither accepted nor refused are still waiting. An import is kept for 30 days after its completion.
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
         * Download the refused rows of an import
         * @description A CSV file (UTF-8) of the rows refused so far, in the order of the file: `importLine` is the line in which the row
         *     begins, `importError` the problem as `<field>: <message>`, then the row as it was sent, with the same delimiter. The corrected
         *     file can be imported as it is, because an import ignores these two columns.
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
         * @description When the number calls, the data fills the variables of the agent's prompt.
         *     Only the latest push of a number counts, even when it is empty. One call uses it; later calls have no pushed data until the next push. Both fields are required. Keys are variable names (letters, digits and `_`); values may be any JSON except what
         *     **JSON** in the introduction excludes. Unknown fields are ignored. A possible but unassigned number is accepted. The
         *     response is sent when the data is stored.
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
         *     the latest push, and `consumed` when a call has used it and the next one will have no pushed data.
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
         * Preview the prompt and first message of a call
         * @description Includes the data pushed for the number without consuming it, and what an agent with `memory`
         *     knows of the customer; the key then also needs the scope `personalization:read`. Precedence: pushed data, `variables`, the agent's defaults, then the built-in variables:
         *     `customerNumber`, `agentNumber` (here the number that the agent answers), `callId`, `memory`, and the customer's
         *     `date`, `time` and `timeZone`, in UTC when the number does not have exactly one zone.
         *
         *     Needs the scope `agents:read`, and in the cases named above `personalization:read`. The body may have 1 MB.
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
         * Suppress the numbers of a CSV file of up to 1,000,000 rows
         * @description The body is a CSV file (UTF-8; comma, semicolon or tab; RFC 4180) whose first line names the columns. The
         *     column `phoneNumber`, or the one that `columns` maps to it, is read; others are ignored. Numbers are international, or
         *     in the national format of `country`. The file is read as it arrives. The answer is 202 when all of it is stored. From then on each
         *     number is suppressed or refused with a reason, even if a process dies. A number that is already suppressed counts as
         *     accepted, and its suppression does not change.
         *
         *     Needs the scope `calls:write`. The body may have 256 MB. A key may have 2 of these requests in progress at a time; one more is a 429.
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
         * @description Imports are kept for 30 days after their completion.
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
         * Cancel a running import
         * @description Accepted rows stay; `rowsAccepted` counts them. Rows that are neither accepted nor refused are dropped.
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
         * Read an import
         * @description While it is `running`, rows that are neither accepted nor refused are still waiting. An import is kept for 30 days after its completion.
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
         * Download the refused rows of an import
         * @description A CSV file (UTF-8) of the rows refused so far, in the order of the file: `importLine` is the line in which the row
         *     begins, `importError` the problem as `<field>: <message>`, then the row as it was sent, with the same delimiter. The corrected
         *     file can be imported as it is, because an import ignores these two columns.
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
         * List suppressed numbers, newest first
         * @description Needs the scope `calls:read`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Suppress a number: never call it again
         * @description Queued calls to the number end as `number-suppressed` when their turn comes. A ringing call is canceled within a second. A conversation that has begun continues. Suppressing a number again changes nothing.
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
         * Download all suppressed numbers
         * @description A CSV file (UTF-8) in the order of the numbers, with `phoneNumber`, `source`, `reason`, `callId`, `createdBy` and `createdAt`. It can be imported as it is. A reason that a spreadsheet would read as a formula begins with an apostrophe. Audited.
         *
         *     Needs the scope `exports:read`. A key may have 2 of these requests in progress at a time; one more is a 429.
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
         * @description Newest first. `exclude=summary` omits `summary` from every chat; it is the only option.
         *     `createdAtGt` and `createdAtLt` are exclusive. `summary` is null until it is available. Each message has only the fields of
         *     its role.
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
         * List chats of all agents, or of one customer, newest first
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
    "/api/chats/{chatId}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the analysis of a chat
         * @description Needs the scope `chats:read`.
         */
        get: operations["getChatAnalysis"];
        put?: never;
        /**
         * Analyse a finished chat again
         * @description Analyses a finished chat again with its agent's published version: its model, schema and rubrics. Earlier results
         *     remain until the new analysis replaces them at once, and remain if it fails. `agentVersion` names the version behind the
         *     results. While an analysis is pending (including the first one), the response describes that one, and
         *     `pendingAgentVersion` names its version. 409: `chat.not_over`, `chat.no_messages`, `agent.deleted`,
         *     `agent.without_analysis` (the published version has no `analysis`), `analysis.too_often` after 20 requests,
         *     `analysis.too_many_pending` while 100 requested analyses of the organization's chats are pending.
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
    "/api/chats/{chatId}/session-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the session data of a chat
         * @description The data written by the tool `setCallSessionData`, until it expires.
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
         * @description A chat accepts a message of the `user` while it is `active` or `handedOff`. In an
         *     `active` chat the agent answers each message once, in order. The response is the stored message; the answer follows in the
         *     transcript. With `Accept: text/event-stream` the response is an event stream: the stored message (`message`), the answer
         *     while it is written (`delta` with `text`; `restart` discards the text so far), tools that start (`tool`), each stored
         *     message (`message`, its position as the event id), and finally `done` with the chat's `status` and whether it was
         *     `answered`. An agent without a model does not answer. A chat accepts messages of an `agent` (a person of the organization)
         *     after its handoff. A finished chat accepts none, and no chat accepts more than 1,000 since the agent's last answer.
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
         *     with its position as the event id, then new messages, `status` when the chat's status changes, and `delta`, `restart` and
         *     `tool` of answers that this server writes. The stream ends with the chat, or after 15 minutes; reconnect with
         *     `Last-Event-ID`.
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
         * @description Changes an `active` chat to `handedOff`. From then on people answer.
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
         * Return a chat to the agent
         * @description Changes a `handedOff` chat to `active`. Messages the customer wrote in between were for the person, but if the last message is the customer's, the agent answers it.
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
         * @description Changes an `active` or `handedOff` chat to `ended`. It accepts no more messages.
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
         * @description Visitors of pages from `allowedOrigins` may chat with the agent through the routes under
         *     `/public/chats/{token}` (docs/chats.md). An existing widget is changed and keeps its token; delete it to get a new one.
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
         * @description A number without a known country is judged by its calling code. Emergency and premium-rate numbers are never dialed. `requestsPerSecond` and `dialing` take effect within a second.
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
         * List the calling-hours rule packs with their sources
         * @description An organization enables packs with `rulePacks`. They are data and not legal advice. Check whether a law applies to your calls.
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
         * Read the organization's prices
         * @description Needs the scope `organization:read`.
         */
        get: operations["getPrices"];
        /**
         * Set the organization's prices
         * @description Replaces the whole price list. Calls that end from now on get their `cost` from it; earlier calls keep theirs. The most specific price applies: that of a model before that of its provider, that of a trunk before that of all trunks. Embedded providers cost nothing unless they have a price.
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
         * Show the present state, today, the last hour, and what needs attention
         * @description The overview of an organization. Its cost does not grow with the number of calls, because counts are updated with each call.
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
         * Count calls now, and created and ended calls by hour
         * @description Covers the whole hours from `from` to `to`: at most 31 days, within the last 400 days. The answer names them. A call counts in the hour it was created and in the hour it ended. `now` holds the counts of this moment. Counts are updated with each call, so the cost does not grow with the number of calls. They include calls whose records were removed.
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
    "/api/analytics/breakdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare calls by day, hour, agent, campaign or trunk
         * @description Counts the calls that were created in a period of at most 400 days and are over. Calls whose records were removed are not counted.
         *
         *     Needs the scope `calls:read`. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        get: operations["getCallBreakdown"];
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
         * Show how long callers waited for the agents
         * @description Reads the latency ledgers of the latest 5000 calls in a period of at most 31 days. A percentile is the smallest time that this share of turns did not exceed. 404 when no agent has the id `agentId`, unless the period has calls of that agent.
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
    "/api/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the processes of the installation, with their versions
         * @description The processes serve all organizations. Of several versions, which an upgrade has, each must be the one before or after the others. At most 200, the oldest first.
         *
         *     Needs the scope `organization:read`.
         */
        get: operations["listProcesses"];
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
         * @description The scopes of the role must be within those of the API key, else 403 `scope.escalation`. An e-mail address of another member is refused with 400.
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
         * @description The scopes of the old and the new role, and for a new `email` those of the member’s role, must be within those of the API key, else 403 `scope.escalation`. The member’s keys that exceed the new role are revoked at once. The last Admin keeps the role: 409 `member.last_admin`.
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
         * Create a sign-in link for a member
         * @description Valid once within 7 days. The member opens it to choose a password, for the first time or after forgetting it. A new link replaces the previous one. The scopes of the member’s role must be within those of the API key, else 403 `scope.escalation`.
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
         * List API keys, newest first, including revoked ones
         * @description Needs the scope `keys:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key and show it once
         * @description The scopes must be within those of the requesting API key and of the role of the key's member, else 403 `scope.escalation`. A key is a signed JWT (RFC 7519). A replay by Idempotency-Key returns the same response with `key` null.
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
         * Read an API key's record
         * @description Needs the scope `keys:read`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key at once
         * @description A revoked key stays in the list, with `revokedAt`. Revoking it again changes nothing and also answers 204. Its scopes must be within those of the requesting API key, else 403 `scope.escalation`; an API key can therefore revoke itself.
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
         * Search the audit log: who did what, to what, and when
         * @description Newest first. An entry must match all filters, and `createdAtGt` and `createdAtLt` are as in the export; `metadata.nextPage` continues with `createdAtLt`. Searches and exports are audited, together once per key and hour.
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
         * @description Newest first by `createdAt`, which is unique and strictly increasing within an organization. `createdAtGt` and `createdAtLt` are exclusive, with any offset and to the microsecond; where nothing matches, the page is empty. `metadata.nextPage` carries `createdAtLt`, `pageSize` and, when it was given, `createdAtGt`; it is null on the last page, also when that is full.
         *
         *     A client that polls with `createdAtGt` set to the newest `createdAt` seen misses nothing: no entry ever appears below a returned one. The export itself is audited (`exported`, `audit_logs`): every request, whatever its parameters, at most once per key and hour. The requested page does not contain that entry. A missing or invalid credential is a 403.
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
         * @description A new workflow is enabled and unpublished. `trigger` says what starts it: a webhook, a
         *     schedule (a cron expression in a time zone), or an event of Parley. Of `definition`, only the `id` and `type` of each
         *     step are checked, so that a draft may be incomplete; publishing checks it against the JSON Schema of
         *     GET /api/workflow-definition-schema. After an outage, only the latest missed run of a schedule is started. The input of a
         *     scheduled run is `{"scheduledAt": …}`.
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
         * Read a workflow: its draft and its published version
         * @description Needs the scope `workflows:read`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        /**
         * Delete a workflow without open runs
         * @description Each of its runs can still be read by its id.
         *
         *     Needs the scope `workflows:write`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Change the draft of a workflow
         * @description The published version and its trigger stay in force until the next publication.
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
         * @description An invalid draft is refused; `details` lists each wrong field with its step. Steps run on behalf of the publisher. The publisher’s key needs the scopes of the steps (campaigns:write, calls:write, chats:write, personalization:write, workflows:trigger; agents:write for language models; calls:read to wait for the end of a call). An event trigger needs events:read.
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
         * Disable a workflow: its triggers are refused
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
         * Check whether a draft could be published
         * @description Changes nothing, so that an editor can check while typing.
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
         * List workflow secrets, without their values
         * @description Needs the scope `workflows:read`.
         */
        get: operations["listWorkflowSecrets"];
        put?: never;
        /**
         * Store a workflow secret
         * @description Steps refer to it by `{"secret": "<name>"}` in the headers and the body of requests. Its value is
         *     only inserted into the request that is sent; recorded runs show the reference.
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
         * Delete a workflow secret; steps that refer to it fail from now on
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
         * Start a workflow by its webhook trigger
         * @description The body becomes the run's input: extra fields are kept, missing ones are empty. Any JSON value
         *     with any JSON content type is accepted, except what **JSON** in the introduction excludes. A value other than an object, or
         *     no body, becomes an empty object. The trigger of the published version applies, or that of the draft while nothing is
         *     published. The response is sent once the run is stored; from then on it is executed even if processes fail. A run of an
         *     enabled workflow without a published version ends at once as `unpublished`. 409 `workflow.disabled` and
         *     `workflow.no_webhook_trigger`.
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
         * @description Without inputs, which can be large; read a run for its input.
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
         * @description Includes runs of deleted workflows. Without inputs; read a run for its input.
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
         * Read a run with its input, output and first steps
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
         * List the steps of a run in the order they began
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
         * Cancel an open run
         * @description Effects outside the run, such as a call, are not undone.
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
         * Pause a run: steps in progress finish, and nothing else begins
         * @description Waiting times continue to elapse. Events that arrive meanwhile are processed on resumption.
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
         * Resume a paused run
         * @description A run that is not paused stays unchanged.
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
         * Retry a failed run from its failed step
         * @description Uses the version that it began with. Completed steps are not repeated. Requests keep their `Idempotency-Key`. 409 `workflow_run.not_failed`, `workflow.deleted`.
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
         * Send an event to workflow steps that wait for its key
         * @description Continues all runs whose `waitForEvent` names the key, with `payload` as the step’s output. An event that arrives before its step is kept for `keepSeconds` and consumed by one step.
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
         * Read events in order
         * @description For polling: every event, in the same order as webhooks, which is the order of changes for each
         *     resource. Continue with `after` set to `metadata.next`: nothing is missed or repeated, whatever is stored meanwhile.
         *     An event becomes visible when all changes in progress at its storage have finished, usually within milliseconds. It is
         *     kept as long as the organization configures (`retention.eventsDays`, 30 by default). Entries of the audit log
         *     (`audit.entry`) require a key that also holds `audit:export`.
         *
         *     Needs the scope `events:read`, and in the cases named above `audit:export`.
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
         * Stream events as they happen
         * @description For following, for example by web pages: server-sent events (`text/event-stream`). Each carries an event
         *     of `GET /api/events` as its `data`, and a position as its `id`. A client that reconnects with it as Last-Event-ID, as
         *     browsers do, misses nothing. An event arrives about 0.2 s after its change. A quiet stream sends a keep-alive every 15 s.
         *     The stream is closed for a reader that is more than 1 MB behind, and when its key or session ends. Entries of the audit
         *     log (`audit.entry`) require a key that also holds `audit:export`.
         *
         *     Needs the scope `events:read`, and in the cases named above `audit:export`.
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
         * Create a webhook endpoint
         * @description Events are sent to `url` by POST as they happen, signed by the Standard Webhooks specification
         *     (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`) with the `secret`, which is shown only here. The
         *     `webhooks` of this document describe the bodies. Any 2xx within 15 seconds accepts an event; redirects are not followed.
         *     Every event is delivered at least once, always with the same `webhook-id`, and in order per resource. Failures are retried
         *     after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 1, 3 and 6 hours and then every 12 hours (each varied by up to a
         *     fifth), for 3 days. An endpoint without a success for 5 days, or that answers 410, is disabled, with an entry in the audit
         *     log and the event `webhookEndpoint.disabled`. An organization may have 20 endpoints. The events `audit.entry` and `*`
         *     require a key that also holds `audit:export`.
         *
         *     Needs the scope `webhooks:write`, and in the cases named above `audit:export`.
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
         * Read a webhook endpoint and its state
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint and its deliveries
         * @description Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Omitted fields stay unchanged. A re-enabled endpoint continues where it stopped, as far back as events are kept. The events `audit.entry` and `*` require a key that also holds `audit:export`.
         *
         *     Needs the scope `webhooks:write`, and in the cases named above `audit:export`.
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
         * Rotate the signing secret
         * @description The new secret is shown only here. For 24 hours everything is also signed with the previous one: `webhook-signature` then contains two signatures, one of which must match.
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
    "/api/webhook-endpoints/{webhookEndpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries and their results, newest first
         * @description Delivered ones are kept for 7 days, others for 30.
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
         * Read a delivery
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
         * Send a test event
         * @description An event of type `webhookEndpoint.test`, sent once; the deliveries show the result.
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
         * Send a finished delivery again
         * @description Sent at once with the same `webhook-id`, ahead of everything waiting. A pending one stays unchanged.
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
         * Send failed deliveries again
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
         * @description Newest first, each item as in the single operation. `createdAtGt` and `createdAtLt` are
         *     exclusive. Follow `metadata.nextPage` as given; it is null on the last page, and no page after the first is empty.
         *     The answer is streamed. Exports are audited, at most once per key and hour, whatever page is requested.
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
    "/api/calls/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a filtered list of calls as a table
         * @description The calls that match the filters of `GET /api/calls`, newest first, as a file: a row or line for each, with
         *     `callId`, `createdAt`, `startedAt`, `endedAt`, `status`, `type`, `customerNumber`, `phoneNumber`, `agentId`, `agentName`, `agentVersion`, `campaignId`, `campaignName`, `attempt`, `endedReason`, `endedBy`, `answeredBy`, `durationSeconds`, `sentiment`, `failedRubrics`, `cost`, `currency`, `summary`, `transferDestination`, `externalId`. `format=csv` is UTF-8 with a line of names; a text that a spreadsheet
         *     would read as a formula begins with an apostrophe. `format=ndjson` (`application/x-ndjson`) has a JSON object in each line. The
         *     answer is streamed, however many calls there are. Exports are audited, at most once per key and hour.
         *
         *     Needs the scope `exports:read`. A key may have 2 of these requests in progress at a time; one more is a 429.
         */
        get: operations["exportCallTable"];
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
         * @description Newest first, each item as in the single operation. `createdAtGt` and `createdAtLt` are
         *     exclusive. Follow `metadata.nextPage` as given; it is null on the last page, and no page after the first is empty.
         *     The answer is streamed. Exports are audited, at most once per key and hour, whatever page is requested.
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
         * @description Returns receipts, and the progress of running deletions. None names the person.
         *
         *     Needs the scope `data-deletions:read`.
         */
        get: operations["listDataDeletions"];
        put?: never;
        /**
         * Delete a person's data
         * @description Deletes a person's data in the background. The person is found by a telephone number or by the customer's id in chats. If you know both, send a request for each.
         *
         *     The deletion cancels queued calls and waits for the end of live calls. It empties call records, which stay for the counts, and removes their recordings. It removes chats, pushes, session data and workflow runs that name the person. The data of events, also of undelivered ones, becomes `{"erased": true}`. A suppression stays, so that the number is not called again. The audit log contains only ids. While a deletion of the person runs, a repeated request returns it.
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
         * @description Returns what was deleted, by kind. The receipt does not name the person.
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
         * Read which member a link signs in, without using it
         * @description The token is the part after # in `<public URL>/join#<token>`. 404 `link.not_found`: the link was used, replaced or has expired.
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
         * Choose a password with a link, and sign in
         * @description Uses up the link, ends all earlier sessions of the member and sets the session cookie.
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
         * Read who is signed in, and the member’s scopes
         * @description Needs the session of a signed-in member; API keys are refused.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Sets the session cookie. 401 `sign_in.refused`: wrong address or password. Limits per minute: ten attempts for an e-mail address, thirty from an IP address. 409 `sign_in.ambiguous`: several organizations have the member and are listed in `details`.
         *
         *     Needs no credential; pages of other sites are refused.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Needs the session of a signed-in member; API keys are refused.
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
         * Whether single sign-on is configured, and the provider’s name
         * @description Needs no credential; pages of other sites are refused.
         */
        get: operations["getOidc"];
        put?: never;
        /**
         * Begin single sign-on
         * @description Returns the URL of the provider’s page, and sets a cookie that `finishOidc` needs within ten minutes. 503 `oidc.unavailable` when the provider does not respond.
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
         * Finish single sign-on with the provider’s response
         * @description Sets the session cookie. 401 `oidc.begun_elsewhere`: the response belongs to another sign-in, was used or is too old. 401 `oidc.refused`: the provider refused. 401 `oidc.answer_invalid`: the response is invalid. 403 `oidc.email_unverified`: the e-mail address is not verified. 403 `oidc.no_member`: no member has it. 409 `sign_in.ambiguous`: several organizations have the member and are listed in `details`; begin again with one of them.
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
         * List the requesting member’s open sessions, newest first
         * @description Needs the session of a signed-in member; API keys are refused.
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
         * End one of your own sessions
         * @description Needs the session of a signed-in member; API keys are refused.
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
         * Change your password and end your other sessions
         * @description A wrong `currentPassword` is 403 `password.wrong`.
         *
         *     Needs the session of a signed-in member; API keys are refused.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at the demo organization
         * @description Opens a session in an organization with made-up calls of the last week, in which the member may look at everything and change nothing. Sets the session cookie; a second cookie keeps the own session. 409 `demo.entered`: the session is in the demo already.
         *
         *     Needs the session of a signed-in member; API keys are refused.
         */
        post: operations["enterDemo"];
        /**
         * Return from the demo organization
         * @description Ends the session in the demo. The cookie of the own session is back, if that is still open.
         *
         *     Needs the session of a signed-in member; API keys are refused.
         */
        delete: operations["leaveDemo"];
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
         * Start a chat as a visitor of a web page
         * @description Limits: 10 new chats per minute for an address, 600 for a widget.
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
         * Extend a visitor’s session by an hour
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
         * @description At most 200; tool messages are omitted.
         *
         *     Needs the session of the visitor who began the chat, and the `Origin` of a page that may hold the widget.
         */
        get: operations["listVisitorMessages"];
        put?: never;
        /**
         * Add a message as a visitor
         * @description With `Accept: text/event-stream` the response is a stream like that of `POST /api/chats/{chatId}/messages`, without tools. Limits: 60 messages per minute for an address, 6,000 for a widget.
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
         * @description Server-sent events like those of `GET /api/chats/{chatId}/events`, without tools, after the position in the header `Last-Event-ID`. Limits: 50 open streams for an address, 1,000 for a widget.
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
        /** A call was queued, including as a retry */
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
        /** A call ended, answered or not */
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
        /** A call's summary, structured data and rubrics are available, or the analysis failed (`failed`) */
        post: operations["call.analyzed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.agentChanged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An agent handed a call over to another one */
        post: operations["call.agentChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "call.stageEntered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A call entered a stage of its agent's flow */
        post: operations["call.stageEntered"];
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
        /** The cap, weight or end of a campaign changed */
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
        /** A paused campaign was resumed */
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
        /** A campaign was ended, or its end time passed */
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
        /** Every row of a call file was queued or refused */
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
        /** A chat started */
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
        /** A message was added to a chat */
        post: operations["chat.message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.agentChanged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An agent handed a chat over to another one */
        post: operations["chat.agentChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "chat.stageEntered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A chat entered a stage of its agent's flow */
        post: operations["chat.stageEntered"];
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
        /** A person took over a chat */
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
        /** The agent took a chat back */
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
        /** The customer of a chat stopped writing */
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
        /** A workflow run ended */
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
        /** A step of a run failed permanently */
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
        /** A workflow without a published version was triggered */
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
        /** An inbound call used the personalization pushed for its number */
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
        /** A number was suppressed */
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
        /** A webhook endpoint was disabled because it keeps failing or answered 410 */
        post: operations["webhookEndpoint.disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "database.failedOver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The database failed over to a copy that may lack changes which were acknowledged shortly before */
        post: operations["database.failedOver"];
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
        /** A change was recorded in the audit log */
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
            /** @description The member who owns the key */
            memberId: string;
        };
        Agent: {
            agentId: string;
            /** @description The published version, starting at 1. New calls run it */
            version: number;
            name: string;
            /** @description May contain `{{variable}}` */
            prompt: string;
            /** @description Spoken when the call is answered; null: the model speaks first */
            firstMessage: string | null;
            /** @description The language in which calls begin */
            language: string;
            /** @description Further languages. A call changes to one of them when the caller speaks it or asks for it */
            languages: {
                language: string;
                /**
                 * @description The id of a voice of the agent's voice provider; null: the provider's first voice of the language
                 * @default null
                 */
                voice: string | null;
            }[];
            /** @description Variables used in `prompt` or `firstMessage` and not listed here are required, except customerNumber, agentNumber, callId, date, time, timeZone, memory, which every call has */
            variables: {
                name: string;
                /** @default true */
                required: boolean;
                /** @default null */
                default: string | number | boolean | null;
                /** @default null */
                description: string | null;
            }[];
            /** @description The model that decides what to say; null: the agent says only its first message */
            model: components["schemas"]["AgentModel"] | null;
            /** @description null: the embedded voice */
            voice: components["schemas"]["AgentVoice"] | null;
            /** @description null: the embedded recognizer, if the model supplies the phrases to expect */
            transcriber: components["schemas"]["AgentTranscriber"] | null;
            /** @description A model that hears and speaks directly. `transcriber`, `model` and `voice` take over when it cannot be reached, and the voice speaks fixed texts. null: transcriber, model and voice handle the call */
            speechToSpeech: components["schemas"]["AgentSpeechToSpeech"] | null;
            /** @description The conversation as a graph of stages, each with its own instructions and tools; null: `prompt` alone */
            flow: components["schemas"]["AgentFlow"] | null;
            /** @description The tools that the model may call */
            tools: components["schemas"]["AgentTool"][];
            transferDestinations: components["schemas"]["AgentTransferDestination"][];
            /** @description The analysis of a call after it ends; null: none */
            analysis: {
                /**
                 * @description A few sentences about what happened
                 * @default true
                 */
                summary: boolean;
                /**
                 * @description The customer's sentiment: `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment: boolean;
                /**
                 * @description A JSON Schema of type object. The call record holds the extracted data in `analysis`
                 * @default null
                 */
                structuredDataSchema: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics: {
                    /** @description The name of its result */
                    name: string;
                    /** @description The statement about the conversation that must be true to pass */
                    description: string;
                }[];
            } | null;
            /** @description What the agent remembers of a customer from one conversation to the next, as in `/api/customer-facts`; null: nothing */
            memory: components["schemas"]["AgentMemory"] | null;
            /** @description The documents from which the agent answers. They are searched while the caller speaks, and before each answer of a chat; null: none */
            knowledge: components["schemas"]["AgentKnowledge"] | null;
            limits: {
                /**
                 * @description Maximum duration of the conversation in seconds; then the call ends. The time pauses during a transfer, which ends the call after 4 hours
                 * @default 1800
                 */
                maxDurationSeconds: number;
                /**
                 * @description Ends the call after this much silence
                 * @default 10
                 */
                silenceSeconds: number;
            };
            conversation: components["schemas"]["AgentConversation"];
            /** @description Rules that are checked before the agent says or does something. A sentence that breaks one is replaced */
            guardRails: components["schemas"]["AgentGuardRails"];
            /** @description The variables that a campaign call must provide in `variables` */
            requiredVariables: string[];
            /** @description Unpublished changes; null: none */
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
            /** @description May contain `{{variable}}` */
            prompt: string;
            /** @description Spoken when the call is answered; null: the model speaks first */
            firstMessage: string | null;
            /** @description The language in which calls begin */
            language: string;
            /** @description Further languages. A call changes to one of them when the caller speaks it or asks for it */
            languages: {
                language: string;
                /**
                 * @description The id of a voice of the agent's voice provider; null: the provider's first voice of the language
                 * @default null
                 */
                voice: string | null;
            }[];
            /** @description Variables used in `prompt` or `firstMessage` and not listed here are required, except customerNumber, agentNumber, callId, date, time, timeZone, memory, which every call has */
            variables: {
                name: string;
                /** @default true */
                required: boolean;
                /** @default null */
                default: string | number | boolean | null;
                /** @default null */
                description: string | null;
            }[];
            /** @description The model that decides what to say; null: the agent says only its first message */
            model: components["schemas"]["AgentModel"] | null;
            /** @description null: the embedded voice */
            voice: components["schemas"]["AgentVoice"] | null;
            /** @description null: the embedded recognizer, if the model supplies the phrases to expect */
            transcriber: components["schemas"]["AgentTranscriber"] | null;
            /** @description A model that hears and speaks directly. `transcriber`, `model` and `voice` take over when it cannot be reached, and the voice speaks fixed texts. null: transcriber, model and voice handle the call */
            speechToSpeech: components["schemas"]["AgentSpeechToSpeech"] | null;
            /** @description The conversation as a graph of stages, each with its own instructions and tools; null: `prompt` alone */
            flow: components["schemas"]["AgentFlow"] | null;
            /** @description The tools that the model may call */
            tools: components["schemas"]["AgentTool"][];
            transferDestinations: components["schemas"]["AgentTransferDestination"][];
            /** @description The analysis of a call after it ends; null: none */
            analysis: {
                /**
                 * @description A few sentences about what happened
                 * @default true
                 */
                summary: boolean;
                /**
                 * @description The customer's sentiment: `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment: boolean;
                /**
                 * @description A JSON Schema of type object. The call record holds the extracted data in `analysis`
                 * @default null
                 */
                structuredDataSchema: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics: {
                    /** @description The name of its result */
                    name: string;
                    /** @description The statement about the conversation that must be true to pass */
                    description: string;
                }[];
            } | null;
            /** @description What the agent remembers of a customer from one conversation to the next, as in `/api/customer-facts`; null: nothing */
            memory: components["schemas"]["AgentMemory"] | null;
            /** @description The documents from which the agent answers. They are searched while the caller speaks, and before each answer of a chat; null: none */
            knowledge: components["schemas"]["AgentKnowledge"] | null;
            limits: {
                /**
                 * @description Maximum duration of the conversation in seconds; then the call ends. The time pauses during a transfer, which ends the call after 4 hours
                 * @default 1800
                 */
                maxDurationSeconds: number;
                /**
                 * @description Ends the call after this much silence
                 * @default 10
                 */
                silenceSeconds: number;
            };
            conversation: components["schemas"]["AgentConversation"];
            /** @description Rules that are checked before the agent says or does something. A sentence that breaks one is replaced */
            guardRails: components["schemas"]["AgentGuardRails"];
        };
        AgentConversation: {
            /**
             * @description Whether the caller's speech and keys interrupt the agent. If not, it answers them when it has finished
             * @default true
             */
            interruptible: boolean;
            /**
             * @description How other voices in the room, such as a television, are distinguished from the caller's: `off` takes every voice for the caller's, `strong` also ignores callers who speak much more softly than before
             * @default standard
             * @enum {string}
             */
            backgroundSuppression: "off" | "standard" | "strong";
            /**
             * @description Words that do not end the agent's turn, in addition to those of its language (such as `mhm`)
             * @default []
             */
            backchannels: string[];
            /**
             * @description Names, products and other terms that the caller may say, the most important first: each a text, or an object with `term` and `boost`. Transcribers that take key terms recognize them better. Those without boosts get the terms with the highest boost first. A term may contain `{{variable}}`; one that becomes empty or longer than 100 characters is left out
             * @default []
             */
            keyTerms: (string | {
                term: string;
                /** @description How strongly the transcriber prefers the term: more than 0 to 1, and 0.5 is usual */
                boost: number;
            })[];
            /**
             * @description Silence after which a sentence that sounds complete ends the caller's turn; null: 250, or 500 with `speechToSpeech`, which gives no words to judge by
             * @default null
             */
            endOfTurnMs: number | null;
            /**
             * @description The model begins to answer when the caller has probably finished, so that the answer comes sooner. When the caller goes on, that answer is dropped unheard. This is the most dropped answers of a call; 0: the model is asked only when the turn is over
             * @default 10
             */
            droppedAnswersMax: number;
            /**
             * @description Whether the model may answer `<wait>` when the caller has not finished, or `<wait long>` when the caller asks for time. The agent then listens on, and the model is asked again after 2.5 or 8 seconds of silence. Explaining this takes about 80 tokens of each request
             * @default false
             */
            mayHoldBack: boolean;
            /**
             * @description Messages for silence: the next one is spoken after every `afterSeconds`; null: none
             * @default null
             */
            silencePrompts: {
                afterSeconds: number;
                messages: string[];
            } | null;
            /**
             * @description Spoken this long before `limits.maxDurationSeconds`; null: never
             * @default null
             */
            durationWarning: {
                beforeSeconds: number;
                message: string;
            } | null;
            /**
             * @description Whether numbers, money, dates, telephone numbers, addresses and abbreviations are written in words for the voice; false: the voice reads them as it can
             * @default true
             */
            readNumbers: boolean;
            /**
             * @description Whether the first message waits for the caller to speak, for a short time. An agent without a first message waits as long as the call allows
             * @default false
             */
            waitForCaller: boolean;
            /**
             * @description Spoken while a tool or the model is slow; null: the defaults of the language, empty: none
             * @default null
             */
            fillers: string[] | null;
            /**
             * @description Left on an answering machine, may contain `{{variable}}`; null: no message
             * @default null
             */
            voicemailMessage: string | null;
            /**
             * @description A sound that is left on an answering machine instead of `voicemailMessage`, which is spoken when the sound cannot be loaded; null: none
             * @default null
             */
            voicemailSoundId: string | null;
            /**
             * @description on: an outbound call first detects whether a person answered. An answering machine gets `voicemailSoundId` or `voicemailMessage` after its beep, and the call ends as `voicemail`. An announcement of the telephone network ends the call as `operator-intercept`. In a queue the agent waits for a person, for `limits.maxDurationSeconds` at most. The model is informed of a menu or a call screener
             * @default off
             * @enum {string}
             */
            answerDetection: "off" | "on";
            /**
             * @description Whether answer detection also asks the agent's language model about longer greetings that it does not know, at most three times a call. It never waits for the model
             * @default true
             */
            answerDetectionByModel: boolean;
            /**
             * @description For outbound calls to companies: the agent listens to menus to their end, presses keys, waits on hold in silence, and begins its conversation when a person speaks. The call ends as `no-person-reached` at these limits, and when the same menu is heard a fourth time. null: the agent speaks with every party that answers
             * @default null
             */
            menus: {
                /**
                 * @description The most time on hold until a person answers
                 * @default 900
                 */
                holdSecondsMax: number;
                /**
                 * @description The most menus heard, repeated ones included
                 * @default 15
                 */
                menusMax: number;
            } | null;
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
             * @description Whether the caller's speech and keys interrupt the agent. If not, it answers them when it has finished
             * @default true
             */
            interruptible?: boolean;
            /**
             * @description How other voices in the room, such as a television, are distinguished from the caller's: `off` takes every voice for the caller's, `strong` also ignores callers who speak much more softly than before
             * @default standard
             * @enum {string}
             */
            backgroundSuppression?: "off" | "standard" | "strong";
            /**
             * @description Words that do not end the agent's turn, in addition to those of its language (such as `mhm`)
             * @default []
             */
            backchannels?: string[];
            /**
             * @description Names, products and other terms that the caller may say, the most important first: each a text, or an object with `term` and `boost`. Transcribers that take key terms recognize them better. Those without boosts get the terms with the highest boost first. A term may contain `{{variable}}`; one that becomes empty or longer than 100 characters is left out
             * @default []
             */
            keyTerms?: (string | {
                term: string;
                /** @description How strongly the transcriber prefers the term: more than 0 to 1, and 0.5 is usual */
                boost: number;
            })[];
            /**
             * @description Silence after which a sentence that sounds complete ends the caller's turn; null: 250, or 500 with `speechToSpeech`, which gives no words to judge by
             * @default null
             */
            endOfTurnMs?: number | null;
            /**
             * @description The model begins to answer when the caller has probably finished, so that the answer comes sooner. When the caller goes on, that answer is dropped unheard. This is the most dropped answers of a call; 0: the model is asked only when the turn is over
             * @default 10
             */
            droppedAnswersMax?: number;
            /**
             * @description Whether the model may answer `<wait>` when the caller has not finished, or `<wait long>` when the caller asks for time. The agent then listens on, and the model is asked again after 2.5 or 8 seconds of silence. Explaining this takes about 80 tokens of each request
             * @default false
             */
            mayHoldBack?: boolean;
            /**
             * @description Messages for silence: the next one is spoken after every `afterSeconds`; null: none
             * @default null
             */
            silencePrompts?: {
                afterSeconds: number;
                messages: string[];
            } | null;
            /**
             * @description Spoken this long before `limits.maxDurationSeconds`; null: never
             * @default null
             */
            durationWarning?: {
                beforeSeconds: number;
                message: string;
            } | null;
            /**
             * @description Whether numbers, money, dates, telephone numbers, addresses and abbreviations are written in words for the voice; false: the voice reads them as it can
             * @default true
             */
            readNumbers?: boolean;
            /**
             * @description Whether the first message waits for the caller to speak, for a short time. An agent without a first message waits as long as the call allows
             * @default false
             */
            waitForCaller?: boolean;
            /**
             * @description Spoken while a tool or the model is slow; null: the defaults of the language, empty: none
             * @default null
             */
            fillers?: string[] | null;
            /**
             * @description Left on an answering machine, may contain `{{variable}}`; null: no message
             * @default null
             */
            voicemailMessage?: string | null;
            /**
             * @description A sound that is left on an answering machine instead of `voicemailMessage`, which is spoken when the sound cannot be loaded; null: none
             * @default null
             */
            voicemailSoundId?: string | null;
            /**
             * @description on: an outbound call first detects whether a person answered. An answering machine gets `voicemailSoundId` or `voicemailMessage` after its beep, and the call ends as `voicemail`. An announcement of the telephone network ends the call as `operator-intercept`. In a queue the agent waits for a person, for `limits.maxDurationSeconds` at most. The model is informed of a menu or a call screener
             * @default off
             * @enum {string}
             */
            answerDetection?: "off" | "on";
            /**
             * @description Whether answer detection also asks the agent's language model about longer greetings that it does not know, at most three times a call. It never waits for the model
             * @default true
             */
            answerDetectionByModel?: boolean;
            /**
             * @description For outbound calls to companies: the agent listens to menus to their end, presses keys, waits on hold in silence, and begins its conversation when a person speaks. The call ends as `no-person-reached` at these limits, and when the same menu is heard a fourth time. null: the agent speaks with every party that answers
             * @default null
             */
            menus?: {
                /**
                 * @description The most time on hold until a person answers
                 * @default 900
                 */
                holdSecondsMax?: number;
                /**
                 * @description The most menus heard, repeated ones included
                 * @default 15
                 */
                menusMax?: number;
            } | null;
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
        /** @description The conversation as data. It needs no key and no network */
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
                    /** @description Each value with synonyms */
                    options: {
                        [key: string]: string[];
                    };
                } | {
                    /** @constant */
                    type: "email";
                } | {
                    /** @constant */
                    type: "spelled";
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
                 * @description Match when the whole utterance is one of these
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
                 * @description Says the node again instead of continuing
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
                 * @description Said at the first failure in a row, the second, …
                 * @default []
                 */
                says: string[];
                /**
                 * @description Whether the text of the node follows
                 * @default true
                 */
                repeat: boolean;
                /**
                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                 * @description Said at the first failure in a row, the second, …
                 * @default []
                 */
                says: string[];
                /**
                 * @description Whether the text of the node follows
                 * @default true
                 */
                repeat: boolean;
                /**
                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                    /** @description The spoken text; may contain {{variable}} and {{slot}} */
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
                         * @description The first match is taken
                         * @default []
                         */
                        options: {
                            /**
                             * @description Match when the whole utterance is one of these
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
                             * @description Says the node again instead of continuing
                             * @default false
                             */
                            repeat: boolean;
                        }[];
                        /** @description Filled from what is said or pressed when no option fits */
                        slot?: string;
                        /** @description The next node when the slot is filled */
                        goto?: string;
                        noMatch?: {
                            /**
                             * @description Said at the first failure in a row, the second, …
                             * @default []
                             */
                            says: string[];
                            /**
                             * @description Whether the text of the node follows
                             * @default true
                             */
                            repeat: boolean;
                            /**
                             * @description The next node after all of `says` have been said. Without it the last of them is repeated
                             * @default null
                             */
                            goto: string | null;
                        };
                        noInput?: {
                            /**
                             * @description Said at the first failure in a row, the second, …
                             * @default []
                             */
                            says: string[];
                            /**
                             * @description Whether the text of the node follows
                             * @default true
                             */
                            repeat: boolean;
                            /**
                             * @description The next node after all of `says` have been said. Without it the last of them is repeated
                             * @default null
                             */
                            goto: string | null;
                        };
                    };
                    branch?: {
                        if: components["schemas"]["DialogueCondition"];
                        goto: string;
                    }[];
                    /** @description The next node when no condition of the branch holds */
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
                        /** @description The next node when the tool fails: its result has an `error`, or the agent has no such tool */
                        onFailure: string;
                    };
                    goto?: string;
                    transfer?: {
                        destination: string;
                        onFailure: string;
                    };
                    /** @constant */
                    end?: true;
                    /** @description Ends the dialogue and enters this stage of the flow. Slots with the name of a variable become variables */
                    stage?: string;
                };
            };
        };
        /** @description The conversation as data. It needs no key and no network */
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
                    /** @description Each value with synonyms */
                    options: {
                        [key: string]: string[];
                    };
                } | {
                    /** @constant */
                    type: "email";
                } | {
                    /** @constant */
                    type: "spelled";
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
                 * @description Match when the whole utterance is one of these
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
                 * @description Says the node again instead of continuing
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
                 * @description Said at the first failure in a row, the second, …
                 * @default []
                 */
                says?: string[];
                /**
                 * @description Whether the text of the node follows
                 * @default true
                 */
                repeat?: boolean;
                /**
                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                 * @description Said at the first failure in a row, the second, …
                 * @default []
                 */
                says?: string[];
                /**
                 * @description Whether the text of the node follows
                 * @default true
                 */
                repeat?: boolean;
                /**
                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                    /** @description The spoken text; may contain {{variable}} and {{slot}} */
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
                         * @description The first match is taken
                         * @default []
                         */
                        options?: {
                            /**
                             * @description Match when the whole utterance is one of these
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
                             * @description Says the node again instead of continuing
                             * @default false
                             */
                            repeat?: boolean;
                        }[];
                        /** @description Filled from what is said or pressed when no option fits */
                        slot?: string;
                        /** @description The next node when the slot is filled */
                        goto?: string;
                        noMatch?: {
                            /**
                             * @description Said at the first failure in a row, the second, …
                             * @default []
                             */
                            says?: string[];
                            /**
                             * @description Whether the text of the node follows
                             * @default true
                             */
                            repeat?: boolean;
                            /**
                             * @description The next node after all of `says` have been said. Without it the last of them is repeated
                             * @default null
                             */
                            goto?: string | null;
                        };
                        noInput?: {
                            /**
                             * @description Said at the first failure in a row, the second, …
                             * @default []
                             */
                            says?: string[];
                            /**
                             * @description Whether the text of the node follows
                             * @default true
                             */
                            repeat?: boolean;
                            /**
                             * @description The next node after all of `says` have been said. Without it the last of them is repeated
                             * @default null
                             */
                            goto?: string | null;
                        };
                    };
                    branch?: {
                        if: components["schemas"]["DialogueCondition"];
                        goto: string;
                    }[];
                    /** @description The next node when no condition of the branch holds */
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
                        /** @description The next node when the tool fails: its result has an `error`, or the agent has no such tool */
                        onFailure: string;
                    };
                    goto?: string;
                    transfer?: {
                        destination: string;
                        onFailure: string;
                    };
                    /** @constant */
                    end?: true;
                    /** @description Ends the dialogue and enters this stage of the flow. Slots with the name of a variable become variables */
                    stage?: string;
                };
            };
        };
        AgentDrill: {
            agentId: string;
            /** @description The version that was played; null: the draft */
            version: number | null;
            tookMs: number;
            /** @description The chains of the agent, in the order of asking */
            providers: components["schemas"]["DrillProvider"][];
            /** @description Providers that no call can use, for example because their key is missing */
            unusable: {
                provider: string;
                message: string;
            }[];
            /** @description One call without a fault, then one for each fault */
            calls: components["schemas"]["DrillCall"][];
        };
        AgentFlow: {
            start: string;
            /**
             * @description A JSON Schema of type object: what can be found out. Values are checked against it
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            variables: {
                [key: string]: unknown;
            };
            stages: {
                [key: string]: components["schemas"]["AgentFlowStage"];
            };
        };
        AgentFlowInput: {
            start: string;
            /**
             * @description A JSON Schema of type object: what can be found out. Values are checked against it
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            variables?: {
                [key: string]: unknown;
            };
            stages: {
                [key: string]: components["schemas"]["AgentFlowStageInput"];
            };
        };
        AgentFlowStage: {
            /**
             * @description Added to the agent's `prompt` while the stage lasts. May contain `{{variable}}`
             * @default
             */
            instructions: string;
            /**
             * @description A scripted dialogue that plays without a model; null: the model speaks in this stage
             * @default null
             */
            dialogue: {
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
                        /** @description Each value with synonyms */
                        options: {
                            [key: string]: string[];
                        };
                    } | {
                        /** @constant */
                        type: "email";
                    } | {
                        /** @constant */
                        type: "spelled";
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
                     * @description Match when the whole utterance is one of these
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
                     * @description Says the node again instead of continuing
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
                     * @description Said at the first failure in a row, the second, …
                     * @default []
                     */
                    says: string[];
                    /**
                     * @description Whether the text of the node follows
                     * @default true
                     */
                    repeat: boolean;
                    /**
                     * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                     * @description Said at the first failure in a row, the second, …
                     * @default []
                     */
                    says: string[];
                    /**
                     * @description Whether the text of the node follows
                     * @default true
                     */
                    repeat: boolean;
                    /**
                     * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                        /** @description The spoken text; may contain {{variable}} and {{slot}} */
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
                             * @description The first match is taken
                             * @default []
                             */
                            options: {
                                /**
                                 * @description Match when the whole utterance is one of these
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
                                 * @description Says the node again instead of continuing
                                 * @default false
                                 */
                                repeat: boolean;
                            }[];
                            /** @description Filled from what is said or pressed when no option fits */
                            slot?: string;
                            /** @description The next node when the slot is filled */
                            goto?: string;
                            noMatch?: {
                                /**
                                 * @description Said at the first failure in a row, the second, …
                                 * @default []
                                 */
                                says: string[];
                                /**
                                 * @description Whether the text of the node follows
                                 * @default true
                                 */
                                repeat: boolean;
                                /**
                                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
                                 * @default null
                                 */
                                goto: string | null;
                            };
                            noInput?: {
                                /**
                                 * @description Said at the first failure in a row, the second, …
                                 * @default []
                                 */
                                says: string[];
                                /**
                                 * @description Whether the text of the node follows
                                 * @default true
                                 */
                                repeat: boolean;
                                /**
                                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
                                 * @default null
                                 */
                                goto: string | null;
                            };
                        };
                        branch?: {
                            if: components["schemas"]["DialogueCondition"];
                            goto: string;
                        }[];
                        /** @description The next node when no condition of the branch holds */
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
                            /** @description The next node when the tool fails: its result has an `error`, or the agent has no such tool */
                            onFailure: string;
                        };
                        goto?: string;
                        transfer?: {
                            destination: string;
                            onFailure: string;
                        };
                        /** @constant */
                        end?: true;
                        /** @description Ends the dialogue and enters this stage of the flow. Slots with the name of a variable become variables */
                        stage?: string;
                    };
                };
            } | null;
            /**
             * @description Said on entry without the model. May contain `{{variable}}`
             * @default null
             */
            says: string | null;
            /**
             * @description The names of the agent's tools that may be used here; null: all
             * @default null
             */
            tools: string[] | null;
            /** @description The sources of `/api/knowledge/sources` that are searched while the stage lasts; `all`: every source, `none`: none. Absent: those of the agent's `knowledge` */
            knowledge?: ("all" | "none") | string[];
            /**
             * @description The variables that the model is to find out here
             * @default []
             */
            collects: string[];
            /**
             * @description The first that fits is taken
             * @default []
             */
            edges: {
                to: string;
                /** @description A CEL condition on `vars` and `call`, such as `vars.guests > 6`. Taken as soon as it holds */
                when?: string;
                /** @description When the model takes it, in words for the model, such as "the caller wants to pay" */
                choice?: string;
                /** @description Taken when the caller presses these keys, or writes them in a chat */
                keys?: string;
                /**
                 * @description Taken when the caller says nothing, in place of a silence prompt
                 * @constant
                 */
                silence?: true;
                /**
                 * @description Taken when a tool or every model fails
                 * @constant
                 */
                failure?: true;
            }[];
            /**
             * @description How the stage is reached from every stage of the model; null: only by edges
             * @default null
             */
            global: {
                /** @description When the model goes there, in words for the model */
                choice?: string;
                /** @description The caller goes there by pressing these keys */
                keys?: string;
            } | null;
            /**
             * @description What follows the words of the stage: the end of the call or chat, a transfer, or another agent, which carries the conversation on
             * @default null
             */
            finish: ("end-call" | {
                transfer: string;
            } | {
                handOver: {
                    /** @description The agent that carries the conversation on */
                    agentId: string;
                    /**
                     * @description How the other agent begins. `answer`: its model answers the customer, and knows why it was handed the conversation. `firstMessage`: it says its first message, if it has one
                     * @default answer
                     * @enum {string}
                     */
                    opening: "answer" | "firstMessage";
                    /**
                     * @description What the other agent knows of the conversation so far. With `mayReturn` the same goes for the way back
                     * @default all
                     * @enum {string}
                     */
                    history: "all" | "lastTurns" | "none";
                    /**
                     * @description With `history` `lastTurns`: how many of the last turns of the customer the other agent knows
                     * @default 5
                     */
                    turns: number;
                    /**
                     * @description Which variables of the call and of the flow the other agent gets; those that it lacks get its defaults
                     * @default all
                     */
                    variables: "all" | string[];
                    /**
                     * @description Whether the other agent gets a tool `handBack`. This stage then goes on: its edges count from then on
                     * @default false
                     */
                    mayReturn: boolean;
                };
            }) | null;
        };
        AgentFlowStageInput: {
            /**
             * @description Added to the agent's `prompt` while the stage lasts. May contain `{{variable}}`
             * @default
             */
            instructions?: string;
            /**
             * @description A scripted dialogue that plays without a model; null: the model speaks in this stage
             * @default null
             */
            dialogue?: {
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
                        /** @description Each value with synonyms */
                        options: {
                            [key: string]: string[];
                        };
                    } | {
                        /** @constant */
                        type: "email";
                    } | {
                        /** @constant */
                        type: "spelled";
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
                     * @description Match when the whole utterance is one of these
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
                     * @description Says the node again instead of continuing
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
                     * @description Said at the first failure in a row, the second, …
                     * @default []
                     */
                    says?: string[];
                    /**
                     * @description Whether the text of the node follows
                     * @default true
                     */
                    repeat?: boolean;
                    /**
                     * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                     * @description Said at the first failure in a row, the second, …
                     * @default []
                     */
                    says?: string[];
                    /**
                     * @description Whether the text of the node follows
                     * @default true
                     */
                    repeat?: boolean;
                    /**
                     * @description The next node after all of `says` have been said. Without it the last of them is repeated
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
                        /** @description The spoken text; may contain {{variable}} and {{slot}} */
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
                             * @description The first match is taken
                             * @default []
                             */
                            options?: {
                                /**
                                 * @description Match when the whole utterance is one of these
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
                                 * @description Says the node again instead of continuing
                                 * @default false
                                 */
                                repeat?: boolean;
                            }[];
                            /** @description Filled from what is said or pressed when no option fits */
                            slot?: string;
                            /** @description The next node when the slot is filled */
                            goto?: string;
                            noMatch?: {
                                /**
                                 * @description Said at the first failure in a row, the second, …
                                 * @default []
                                 */
                                says?: string[];
                                /**
                                 * @description Whether the text of the node follows
                                 * @default true
                                 */
                                repeat?: boolean;
                                /**
                                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
                                 * @default null
                                 */
                                goto?: string | null;
                            };
                            noInput?: {
                                /**
                                 * @description Said at the first failure in a row, the second, …
                                 * @default []
                                 */
                                says?: string[];
                                /**
                                 * @description Whether the text of the node follows
                                 * @default true
                                 */
                                repeat?: boolean;
                                /**
                                 * @description The next node after all of `says` have been said. Without it the last of them is repeated
                                 * @default null
                                 */
                                goto?: string | null;
                            };
                        };
                        branch?: {
                            if: components["schemas"]["DialogueCondition"];
                            goto: string;
                        }[];
                        /** @description The next node when no condition of the branch holds */
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
                            /** @description The next node when the tool fails: its result has an `error`, or the agent has no such tool */
                            onFailure: string;
                        };
                        goto?: string;
                        transfer?: {
                            destination: string;
                            onFailure: string;
                        };
                        /** @constant */
                        end?: true;
                        /** @description Ends the dialogue and enters this stage of the flow. Slots with the name of a variable become variables */
                        stage?: string;
                    };
                };
            } | null;
            /**
             * @description Said on entry without the model. May contain `{{variable}}`
             * @default null
             */
            says?: string | null;
            /**
             * @description The names of the agent's tools that may be used here; null: all
             * @default null
             */
            tools?: string[] | null;
            /** @description The sources of `/api/knowledge/sources` that are searched while the stage lasts; `all`: every source, `none`: none. Absent: those of the agent's `knowledge` */
            knowledge?: ("all" | "none") | string[];
            /**
             * @description The variables that the model is to find out here
             * @default []
             */
            collects?: string[];
            /**
             * @description The first that fits is taken
             * @default []
             */
            edges?: {
                to: string;
                /** @description A CEL condition on `vars` and `call`, such as `vars.guests > 6`. Taken as soon as it holds */
                when?: string;
                /** @description When the model takes it, in words for the model, such as "the caller wants to pay" */
                choice?: string;
                /** @description Taken when the caller presses these keys, or writes them in a chat */
                keys?: string;
                /**
                 * @description Taken when the caller says nothing, in place of a silence prompt
                 * @constant
                 */
                silence?: true;
                /**
                 * @description Taken when a tool or every model fails
                 * @constant
                 */
                failure?: true;
            }[];
            /**
             * @description How the stage is reached from every stage of the model; null: only by edges
             * @default null
             */
            global?: {
                /** @description When the model goes there, in words for the model */
                choice?: string;
                /** @description The caller goes there by pressing these keys */
                keys?: string;
            } | null;
            /**
             * @description What follows the words of the stage: the end of the call or chat, a transfer, or another agent, which carries the conversation on
             * @default null
             */
            finish?: ("end-call" | {
                transfer: string;
            } | {
                handOver: {
                    /** @description The agent that carries the conversation on */
                    agentId: string;
                    /**
                     * @description How the other agent begins. `answer`: its model answers the customer, and knows why it was handed the conversation. `firstMessage`: it says its first message, if it has one
                     * @default answer
                     * @enum {string}
                     */
                    opening?: "answer" | "firstMessage";
                    /**
                     * @description What the other agent knows of the conversation so far. With `mayReturn` the same goes for the way back
                     * @default all
                     * @enum {string}
                     */
                    history?: "all" | "lastTurns" | "none";
                    /**
                     * @description With `history` `lastTurns`: how many of the last turns of the customer the other agent knows
                     * @default 5
                     */
                    turns?: number;
                    /**
                     * @description Which variables of the call and of the flow the other agent gets; those that it lacks get its defaults
                     * @default all
                     */
                    variables?: "all" | string[];
                    /**
                     * @description Whether the other agent gets a tool `handBack`. This stage then goes on: its edges count from then on
                     * @default false
                     */
                    mayReturn?: boolean;
                };
            }) | null;
        };
        AgentGuardRail: {
            /** @constant */
            type: "words";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description Must not be said. A phrase may stand anywhere in a sentence */
            phrases: string[];
            /** @description Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}` */
            replacement: string;
        } | {
            /** @constant */
            type: "personal-data";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /**
             * @description Recognized by their form. `card-number`: 13 to 19 digits with a valid check digit. `bank-account`: a valid IBAN. `social-security-number`: of the USA, written with hyphens
             * @default []
             */
            kinds: ("card-number" | "bank-account" | "social-security-number" | "email-address")[];
            /**
             * @description Variables whose value must not be said, such as a date of birth that the caller has to know
             * @default []
             */
            variables: string[];
            /** @description Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}` */
            replacement: string;
        } | {
            /** @constant */
            type: "disclosure";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description Said word for word. When the caller interrupts it, it is said again. May contain `{{variables}}` */
            text: string;
            /**
             * @description It begins at the latest so many seconds after the call was answered; 0: with the first answer to the caller. In a chat it always stands before the first answer
             * @default 0
             */
            withinSeconds: number;
        } | {
            /** @constant */
            type: "topic";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description What the agent must not say, in words for a model, such as `medical advice` */
            description: string;
            /** @description Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}` */
            replacement: string;
        } | {
            /** @constant */
            type: "tool";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description The names of the tools */
            tools: string[];
            /**
             * @description A CEL expression that must be true for the tool to run. Available: `arguments`, `variables`, and `disclosed`, which has true for the name of each disclosure that was said. null: none
             * @default null
             */
            when: string | null;
            /**
             * @description A question that the agent asks, word for word, before the tool runs. The caller must have heard it and answered, and not with no. May contain `{{argument}}`. null: none
             * @default null
             */
            confirmation: string | null;
            /**
             * @description The result for the model when `when` is not true
             * @default This is not allowed in this conversation.
             */
            refusal: string;
        };
        AgentGuardRailInput: {
            /** @constant */
            type: "words";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description Must not be said. A phrase may stand anywhere in a sentence */
            phrases: string[];
            /** @description Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}` */
            replacement: string;
        } | {
            /** @constant */
            type: "personal-data";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /**
             * @description Recognized by their form. `card-number`: 13 to 19 digits with a valid check digit. `bank-account`: a valid IBAN. `social-security-number`: of the USA, written with hyphens
             * @default []
             */
            kinds?: ("card-number" | "bank-account" | "social-security-number" | "email-address")[];
            /**
             * @description Variables whose value must not be said, such as a date of birth that the caller has to know
             * @default []
             */
            variables?: string[];
            /** @description Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}` */
            replacement: string;
        } | {
            /** @constant */
            type: "disclosure";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description Said word for word. When the caller interrupts it, it is said again. May contain `{{variables}}` */
            text: string;
            /**
             * @description It begins at the latest so many seconds after the call was answered; 0: with the first answer to the caller. In a chat it always stands before the first answer
             * @default 0
             */
            withinSeconds?: number;
        } | {
            /** @constant */
            type: "topic";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description What the agent must not say, in words for a model, such as `medical advice` */
            description: string;
            /** @description Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}` */
            replacement: string;
        } | {
            /** @constant */
            type: "tool";
            /** @description Shown where the rule was applied. Unique within the agent */
            name: string;
            /** @description The names of the tools */
            tools: string[];
            /**
             * @description A CEL expression that must be true for the tool to run. Available: `arguments`, `variables`, and `disclosed`, which has true for the name of each disclosure that was said. null: none
             * @default null
             */
            when?: string | null;
            /**
             * @description A question that the agent asks, word for word, before the tool runs. The caller must have heard it and answered, and not with no. May contain `{{argument}}`. null: none
             * @default null
             */
            confirmation?: string | null;
            /**
             * @description The result for the model when `when` is not true
             * @default This is not allowed in this conversation.
             */
            refusal?: string;
        };
        AgentGuardRails: {
            /**
             * @description The first rule that forbids a sentence is applied
             * @default []
             */
            rules: components["schemas"]["AgentGuardRail"][];
            /**
             * @description A fast model that judges rules of type `topic`; null: the model of the agent
             * @default null
             */
            model: components["schemas"]["AgentModel"] | null;
        };
        AgentGuardRailsInput: {
            /**
             * @description The first rule that forbids a sentence is applied
             * @default []
             */
            rules?: components["schemas"]["AgentGuardRailInput"][];
            /**
             * @description A fast model that judges rules of type `topic`; null: the model of the agent
             * @default null
             */
            model?: components["schemas"]["AgentModelInput"] | null;
        };
        AgentKnowledge: {
            /**
             * @description The sources of `/api/knowledge/sources` that the agent searches; `all`: every source of the organization
             * @default all
             */
            sourceIds: "all" | string[];
            /**
             * @description The most parts of documents that the model gets for one answer
             * @default 4
             */
            chunksMax: number;
        };
        AgentKnowledgeInput: {
            /**
             * @description The sources of `/api/knowledge/sources` that the agent searches; `all`: every source of the organization
             * @default all
             */
            sourceIds?: "all" | string[];
            /**
             * @description The most parts of documents that the model gets for one answer
             * @default 4
             */
            chunksMax?: number;
        };
        AgentMemory: {
            /**
             * @description `agent`: the agent has its own facts. `organization`: it shares facts with every agent of this scope
             * @default agent
             * @enum {string}
             */
            scope: "agent" | "organization";
            writtenBy: {
                /**
                 * @description The analysis of a conversation writes facts, in the same request to the model. It requires `analysis`
                 * @default true
                 */
                analysis: boolean;
                /**
                 * @description The model writes facts during the conversation, by the tool `rememberFact`
                 * @default true
                 */
                tool: boolean;
            };
            /**
             * @description The most characters of facts in the prompt, the newest facts first
             * @default 2000
             */
            charactersMax: number;
            /**
             * @description The days that a fact is kept. They begin again when the customer confirms or changes it
             * @default 365
             */
            keepDays: number;
        };
        AgentMemoryInput: {
            /**
             * @description `agent`: the agent has its own facts. `organization`: it shares facts with every agent of this scope
             * @default agent
             * @enum {string}
             */
            scope?: "agent" | "organization";
            /** @default {} */
            writtenBy?: {
                /**
                 * @description The analysis of a conversation writes facts, in the same request to the model. It requires `analysis`
                 * @default true
                 */
                analysis?: boolean;
                /**
                 * @description The model writes facts during the conversation, by the tool `rememberFact`
                 * @default true
                 */
                tool?: boolean;
            };
            /**
             * @description The most characters of facts in the prompt, the newest facts first
             * @default 2000
             */
            charactersMax?: number;
            /**
             * @description The days that a fact is kept. They begin again when the customer confirms or changes it
             * @default 365
             */
            keepDays?: number;
        };
        AgentModel: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogue"];
        } | {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /** @description The provider's id of the model */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description null: the provider's default
             * @default null
             */
            temperature: number | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens: number | null;
            /**
             * @description Further options of the provider, which are passed through unchecked
             * @default null
             */
            providerOptions: {
                [key: string]: unknown;
            } | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentModelFallback"] | null;
            /**
             * @description The models to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentModelFallback"][];
        };
        AgentModelFallback: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogue"];
        } | {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /** @description The provider's id of the model */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description null: the provider's default
             * @default null
             */
            temperature: number | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens: number | null;
            /**
             * @description Further options of the provider, which are passed through unchecked
             * @default null
             */
            providerOptions: {
                [key: string]: unknown;
            } | null;
        };
        AgentModelFallbackInput: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogueInput"];
        } | {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /** @description The provider's id of the model */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description null: the provider's default
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens?: number | null;
            /**
             * @description Further options of the provider, which are passed through unchecked
             * @default null
             */
            providerOptions?: {
                [key: string]: unknown;
            } | null;
        };
        AgentModelInput: {
            /** @constant */
            provider: "scripted";
            dialogue: components["schemas"]["AgentDialogueInput"];
        } | {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /** @description The provider's id of the model */
            model: string;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description null: the provider's default
             * @default null
             */
            temperature?: number | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens?: number | null;
            /**
             * @description Further options of the provider, which are passed through unchecked
             * @default null
             */
            providerOptions?: {
                [key: string]: unknown;
            } | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentModelFallbackInput"] | null;
            /**
             * @description The models to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentModelFallbackInput"][];
        };
        AgentPage: {
            agents: components["schemas"]["Agent"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        AgentPreset: {
            /** @enum {string} */
            wish: "lowest-latency" | "best-quality" | "cheapest" | "only-eu" | "own-servers";
            /** @description The wish, for people */
            label: string;
            /** @description The fields of an agent. null: no stored key serves this part, and no embedded provider does */
            configuration: {
                model: {
                    [key: string]: unknown;
                } | null;
                voice: {
                    [key: string]: unknown;
                } | null;
                transcriber: {
                    [key: string]: unknown;
                } | null;
            };
            /** @description Where each part of the configuration comes from */
            choices: {
                /** @enum {string} */
                part: "model" | "voice" | "transcriber";
                /** @enum {string} */
                provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "cartesia" | "websocket" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras" | "flite" | "pocketsphinx" | "scripted";
                /** @description Why this provider was chosen: the words or the price of its vendor */
                fact: string;
                /** @description The page of the fact */
                source: string | null;
                /** @description The day on which the page was checked */
                checkedOn: string | null;
            }[];
            /** @description The parts that no stored key serves. Embedded providers may stand in for them */
            missing: {
                /** @enum {string} */
                part: "model" | "voice" | "transcriber";
                /** @description A key of any of these serves the wish */
                providers: ("openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "cartesia" | "websocket" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras" | "flite" | "pocketsphinx" | "scripted")[];
                /** @description A sentence to show */
                message: string;
            }[];
        };
        AgentPresetList: {
            presets: components["schemas"]["AgentPreset"][];
        };
        AgentPreview: {
            agentId: string;
            /** @description null: the draft */
            version: number | null;
            prompt: string;
            /** @description null: nothing is spoken */
            firstMessage: string | null;
            /** @description The words with which the agent begins: `firstMessage`, or those of its script or flow. null: a model finds them, or the caller begins */
            opening: string | null;
            variables: components["schemas"]["PreviewedVariable"][];
            /** @description Variables that a call must provide and this one does not */
            missing: string[];
            /** @description null: no personalization */
            personalization: components["schemas"]["Personalization"] | null;
        };
        AgentSpeechToSpeech: {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by content. Interruptions are always detected by Parley's own voice activity detection
             * @default local
             * @enum {string}
             */
            turnDetection: "local" | "server_vad" | "semantic_vad";
            /**
             * @description Silence that ends a turn with `server_vad`, or with one of Azure's other ways; null: the provider's default
             * @default null
             */
            silenceMs: number | null;
            /**
             * @description The model that transcribes the caller's speech for the record; null: the provider's default
             * @default null
             */
            transcriptionModel: string | null;
            /**
             * @description null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)
             * @default null
             */
            audioFormat: ("pcmu" | "pcm") | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens: number | null;
        } | {
            /** @constant */
            provider: "azure";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by content. Interruptions are always detected by Parley's own voice activity detection
             * @default local
             * @enum {string}
             */
            turnDetection: "local" | "server_vad" | "azure_semantic_vad" | "azure_semantic_vad_multilingual";
            /**
             * @description Silence that ends a turn with `server_vad`, or with one of Azure's other ways; null: the provider's default
             * @default null
             */
            silenceMs: number | null;
            /**
             * @description The model that transcribes the caller's speech for the record; null: the provider's default
             * @default null
             */
            transcriptionModel: string | null;
            /**
             * @description null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)
             * @default null
             */
            audioFormat: ("pcmu" | "pcm") | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens: number | null;
        } | {
            /** @constant */
            provider: "google";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens: number | null;
        };
        AgentSpeechToSpeechInput: {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by content. Interruptions are always detected by Parley's own voice activity detection
             * @default local
             * @enum {string}
             */
            turnDetection?: "local" | "server_vad" | "semantic_vad";
            /**
             * @description Silence that ends a turn with `server_vad`, or with one of Azure's other ways; null: the provider's default
             * @default null
             */
            silenceMs?: number | null;
            /**
             * @description The model that transcribes the caller's speech for the record; null: the provider's default
             * @default null
             */
            transcriptionModel?: string | null;
            /**
             * @description null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)
             * @default null
             */
            audioFormat?: ("pcmu" | "pcm") | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens?: number | null;
        } | {
            /** @constant */
            provider: "azure";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description What decides that the caller has finished: local: silence of `conversation.endOfTurnMs`; the others: the provider, by silence or by content. Interruptions are always detected by Parley's own voice activity detection
             * @default local
             * @enum {string}
             */
            turnDetection?: "local" | "server_vad" | "azure_semantic_vad" | "azure_semantic_vad_multilingual";
            /**
             * @description Silence that ends a turn with `server_vad`, or with one of Azure's other ways; null: the provider's default
             * @default null
             */
            silenceMs?: number | null;
            /**
             * @description The model that transcribes the caller's speech for the record; null: the provider's default
             * @default null
             */
            transcriptionModel?: string | null;
            /**
             * @description null: pcmu (G.711) in calls of 8 kHz, else pcm (24 kHz)
             * @default null
             */
            audioFormat?: ("pcmu" | "pcm") | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens?: number | null;
        } | {
            /** @constant */
            provider: "google";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Maximum tokens of one answer; null: the provider's limit
             * @default null
             */
            maxTokens?: number | null;
        };
        AgentTemplate: {
            /** @enum {string} */
            job: "appointment-reminder" | "rescheduling" | "receptionist" | "lead-qualification" | "order-status" | "collections" | "survey" | "identity-check" | "after-hours-triage" | "hand-off";
            name: string;
            /** @description What the agent does, in one sentence */
            summary: string;
            /**
             * @description Who calls: `inbound` is the customer
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            variables: {
                name: string;
                description: string;
                example: string;
                /** @description true: each call must supply it. false: the example is the default of the agent, until you change it */
                required: boolean;
            }[];
            /** @description A body for `POST /api/agents`. It needs no key: a script, the embedded voice and recognizer */
            embedded: {
                [key: string]: unknown;
            };
            /** @description A body for `POST /api/agents`, with instructions for a model. Add `model`, `voice` and `transcriber`, such as the `configuration` of a preset (`GET /api/agent-presets`) */
            vendor: {
                [key: string]: unknown;
            };
            /** @description A conversation with the embedded agent, with the examples as variables */
            conversation: ({
                agent: string;
            } | {
                customer: string;
            } | {
                /** @description The keys that the customer presses */
                presses: string;
            })[];
            /** @description What `GET /api/calls/{callId}/analysis` holds after that conversation */
            result: {
                [key: string]: unknown;
            };
        };
        AgentTemplateList: {
            templates: components["schemas"]["AgentTemplate"][];
        };
        AgentTool: {
            /** @constant */
            type: "http";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /**
             * @description A JSON Schema of type object: the arguments that the model must give
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            /** @description May contain `{{name}}` of an argument or a variable in its path and query */
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
             * @description Sent as JSON, with `{{name}}` filled in its texts. A text that is a single variable becomes that value. null: the arguments, for methods with a body
             * @default null
             */
            body: {
                [key: string]: unknown;
            } | null;
            /** @default 10000 */
            timeoutMs: number;
            /**
             * @description A JSON Schema for the response. A response that does not match is reported to the model as a failure
             * @default null
             */
            responseSchema: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "mcp";
            /** @description Prefix of the tool names: name_tool */
            name: string;
            /** @description A server with streamable HTTP transport */
            url: string;
            /** @default {} */
            headers: {
                [key: string]: string | {
                    secret: string | true;
                };
            };
            /**
             * @description The tools that the model may call; null: all
             * @default null
             */
            allowedTools: string[] | null;
            /** @default 10000 */
            timeoutMs: number;
        } | {
            /** @constant */
            type: "workflow";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /**
             * @description A JSON Schema of type object: the arguments that the model must give
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
             * @description How long to wait for the output, in milliseconds; 0: do not wait. A longer run continues on its own
             * @default 10000
             */
            timeoutMs: number;
            /**
             * @description A JSON Schema for the output. An output that does not match is reported to the model as a failure
             * @default null
             */
            responseSchema: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "handOver";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /** @description The agent that carries the conversation on */
            agentId: string;
            /**
             * @description Said by this agent before, with `{{variable}}` filled. null: nothing is said, and only the voice changes
             * @default null
             */
            message: string | null;
            /**
             * @description How the other agent begins. `answer`: its model answers the customer, and knows why it was handed the conversation. `firstMessage`: it says its first message, if it has one
             * @default answer
             * @enum {string}
             */
            opening: "answer" | "firstMessage";
            /**
             * @description What the other agent knows of the conversation so far. `summary`: what the model of this agent writes as it hands over. With `mayReturn` the same goes for the way back
             * @default all
             * @enum {string}
             */
            history: "all" | "lastTurns" | "summary" | "none";
            /**
             * @description With `history` `lastTurns`: how many of the last turns of the customer the other agent knows
             * @default 5
             */
            turns: number;
            /**
             * @description Which variables of this agent the other one gets; those that it lacks get its defaults
             * @default all
             */
            variables: "all" | string[];
            /**
             * @description A JSON Schema of type object: what the model of this agent must give. The other agent gets it as variables
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the other agent gets a tool `handBack`, with which this agent carries on
             * @default false
             */
            mayReturn: boolean;
        } | {
            /** @constant */
            type: "consult";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /** @description The agent whose model answers the question */
            agentId: string;
            /**
             * @description What the other agent knows of the conversation besides the question
             * @default none
             * @enum {string}
             */
            history: "all" | "lastTurns" | "none";
            /**
             * @description With `history` `lastTurns`: how many of the last turns of the customer the other agent knows
             * @default 5
             */
            turns: number;
            /** @default 15000 */
            timeoutMs: number;
        } | {
            /** @constant */
            type: "setCallSessionData";
            /**
             * @description The name by which the model calls the tool
             * @default setCallSessionData
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "endCall";
            /**
             * @description The name by which the model calls the tool
             * @default endCall
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "transfer";
            /**
             * @description The name by which the model calls the tool
             * @default transferCall
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "sendDtmf";
            /**
             * @description The name by which the model calls the tool
             * @default sendDtmf
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "leaveVoicemail";
            /**
             * @description The name by which the model calls the tool
             * @default leaveVoicemail
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "optOut";
            /**
             * @description The name by which the model calls the tool
             * @default optOut
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        } | {
            /** @constant */
            type: "pauseRecording";
            /**
             * @description The name by which the model calls the tool
             * @default pauseRecording
             */
            name: string;
            /**
             * @description null: the default description
             * @default null
             */
            description: string | null;
        };
        AgentToolInput: {
            /** @constant */
            type: "http";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /**
             * @description A JSON Schema of type object: the arguments that the model must give
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters?: {
                [key: string]: unknown;
            };
            /** @description May contain `{{name}}` of an argument or a variable in its path and query */
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
             * @description Sent as JSON, with `{{name}}` filled in its texts. A text that is a single variable becomes that value. null: the arguments, for methods with a body
             * @default null
             */
            body?: {
                [key: string]: unknown;
            } | null;
            /** @default 10000 */
            timeoutMs?: number;
            /**
             * @description A JSON Schema for the response. A response that does not match is reported to the model as a failure
             * @default null
             */
            responseSchema?: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "mcp";
            /** @description Prefix of the tool names: name_tool */
            name: string;
            /** @description A server with streamable HTTP transport */
            url: string;
            /** @default {} */
            headers?: {
                [key: string]: string | {
                    secret: string | true;
                };
            };
            /**
             * @description The tools that the model may call; null: all
             * @default null
             */
            allowedTools?: string[] | null;
            /** @default 10000 */
            timeoutMs?: number;
        } | {
            /** @constant */
            type: "workflow";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /**
             * @description A JSON Schema of type object: the arguments that the model must give
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
             * @description How long to wait for the output, in milliseconds; 0: do not wait. A longer run continues on its own
             * @default 10000
             */
            timeoutMs?: number;
            /**
             * @description A JSON Schema for the output. An output that does not match is reported to the model as a failure
             * @default null
             */
            responseSchema?: {
                [key: string]: unknown;
            } | null;
        } | {
            /** @constant */
            type: "handOver";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /** @description The agent that carries the conversation on */
            agentId: string;
            /**
             * @description Said by this agent before, with `{{variable}}` filled. null: nothing is said, and only the voice changes
             * @default null
             */
            message?: string | null;
            /**
             * @description How the other agent begins. `answer`: its model answers the customer, and knows why it was handed the conversation. `firstMessage`: it says its first message, if it has one
             * @default answer
             * @enum {string}
             */
            opening?: "answer" | "firstMessage";
            /**
             * @description What the other agent knows of the conversation so far. `summary`: what the model of this agent writes as it hands over. With `mayReturn` the same goes for the way back
             * @default all
             * @enum {string}
             */
            history?: "all" | "lastTurns" | "summary" | "none";
            /**
             * @description With `history` `lastTurns`: how many of the last turns of the customer the other agent knows
             * @default 5
             */
            turns?: number;
            /**
             * @description Which variables of this agent the other one gets; those that it lacks get its defaults
             * @default all
             */
            variables?: "all" | string[];
            /**
             * @description A JSON Schema of type object: what the model of this agent must give. The other agent gets it as variables
             * @default {
             *       "type": "object",
             *       "properties": {}
             *     }
             */
            parameters?: {
                [key: string]: unknown;
            };
            /**
             * @description Whether the other agent gets a tool `handBack`, with which this agent carries on
             * @default false
             */
            mayReturn?: boolean;
        } | {
            /** @constant */
            type: "consult";
            /** @description The name by which the model calls the tool */
            name: string;
            /** @description Explains to the model when to call the tool */
            description: string;
            /** @description The agent whose model answers the question */
            agentId: string;
            /**
             * @description What the other agent knows of the conversation besides the question
             * @default none
             * @enum {string}
             */
            history?: "all" | "lastTurns" | "none";
            /**
             * @description With `history` `lastTurns`: how many of the last turns of the customer the other agent knows
             * @default 5
             */
            turns?: number;
            /** @default 15000 */
            timeoutMs?: number;
        } | {
            /** @constant */
            type: "setCallSessionData";
            /**
             * @description The name by which the model calls the tool
             * @default setCallSessionData
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "endCall";
            /**
             * @description The name by which the model calls the tool
             * @default endCall
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "transfer";
            /**
             * @description The name by which the model calls the tool
             * @default transferCall
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "sendDtmf";
            /**
             * @description The name by which the model calls the tool
             * @default sendDtmf
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "leaveVoicemail";
            /**
             * @description The name by which the model calls the tool
             * @default leaveVoicemail
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "optOut";
            /**
             * @description The name by which the model calls the tool
             * @default optOut
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        } | {
            /** @constant */
            type: "pauseRecording";
            /**
             * @description The name by which the model calls the tool
             * @default pauseRecording
             */
            name?: string;
            /**
             * @description null: the default description
             * @default null
             */
            description?: string | null;
        };
        AgentTranscriber: {
            /** @constant */
            provider: "pocketsphinx";
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Silence in milliseconds after which the provider ends an utterance; null: 300. Not for Flux models
             * @default null
             */
            endpointingMs: number | null;
            /**
             * @description Whether the provider also decides that the caller has finished, in addition to the agent's own turn-taking. Flux models always do
             * @default false
             */
            endsTurns: boolean;
            /**
             * @description Flux models: the confidence with which the caller has finished; null: 0.7. Higher values wait longer and interrupt less
             * @default null
             */
            endOfTurnThreshold: number | null;
            /**
             * @description Flux models: the confidence with which the caller has probably finished, at most `endOfTurnThreshold`; null: the provider does not report it
             * @default null
             */
            likelyEndOfTurnThreshold: number | null;
            /**
             * @description Flux models: silence in milliseconds that ends the turn whatever the confidence; null: 1500
             * @default null
             */
            endOfTurnTimeoutMs: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "assemblyai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and silence
             * @default true
             */
            endsTurns: boolean;
            /**
             * @description Silence in milliseconds that ends the turn whatever the words; null: the model's own
             * @default null
             */
            endOfTurnTimeoutMs: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "soniox";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and voice
             * @default true
             */
            endsTurns: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "speechmatics";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, after half a second without words
             * @default false
             */
            endsTurns: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "gladia";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "azure-speech";
            /**
             * @description The endpoint id of a custom model; null: the service's own model
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Silence in milliseconds that ends a phrase within an utterance; null: the service's own
             * @default null
             */
            endpointingMs: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, when it hears no voice
             * @default false
             */
            endsTurns: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        } | {
            /** @constant */
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, and reports it. For servers that do
             * @default false
             */
            endsTurns: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentTranscriberFallback"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentTranscriberFallback"][];
        };
        AgentTranscriberFallback: {
            /** @constant */
            provider: "pocketsphinx";
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Silence in milliseconds after which the provider ends an utterance; null: 300. Not for Flux models
             * @default null
             */
            endpointingMs: number | null;
            /**
             * @description Whether the provider also decides that the caller has finished, in addition to the agent's own turn-taking. Flux models always do
             * @default false
             */
            endsTurns: boolean;
            /**
             * @description Flux models: the confidence with which the caller has finished; null: 0.7. Higher values wait longer and interrupt less
             * @default null
             */
            endOfTurnThreshold: number | null;
            /**
             * @description Flux models: the confidence with which the caller has probably finished, at most `endOfTurnThreshold`; null: the provider does not report it
             * @default null
             */
            likelyEndOfTurnThreshold: number | null;
            /**
             * @description Flux models: silence in milliseconds that ends the turn whatever the confidence; null: 1500
             * @default null
             */
            endOfTurnTimeoutMs: number | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "assemblyai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and silence
             * @default true
             */
            endsTurns: boolean;
            /**
             * @description Silence in milliseconds that ends the turn whatever the words; null: the model's own
             * @default null
             */
            endOfTurnTimeoutMs: number | null;
        } | {
            /** @constant */
            provider: "soniox";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and voice
             * @default true
             */
            endsTurns: boolean;
        } | {
            /** @constant */
            provider: "speechmatics";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, after half a second without words
             * @default false
             */
            endsTurns: boolean;
        } | {
            /** @constant */
            provider: "gladia";
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "azure-speech";
            /**
             * @description The endpoint id of a custom model; null: the service's own model
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Silence in milliseconds that ends a phrase within an utterance; null: the service's own
             * @default null
             */
            endpointingMs: number | null;
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, when it hears no voice
             * @default false
             */
            endsTurns: boolean;
        } | {
            /** @constant */
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, and reports it. For servers that do
             * @default false
             */
            endsTurns: boolean;
        };
        AgentTranscriberFallbackInput: {
            /** @constant */
            provider: "pocketsphinx";
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Silence in milliseconds after which the provider ends an utterance; null: 300. Not for Flux models
             * @default null
             */
            endpointingMs?: number | null;
            /**
             * @description Whether the provider also decides that the caller has finished, in addition to the agent's own turn-taking. Flux models always do
             * @default false
             */
            endsTurns?: boolean;
            /**
             * @description Flux models: the confidence with which the caller has finished; null: 0.7. Higher values wait longer and interrupt less
             * @default null
             */
            endOfTurnThreshold?: number | null;
            /**
             * @description Flux models: the confidence with which the caller has probably finished, at most `endOfTurnThreshold`; null: the provider does not report it
             * @default null
             */
            likelyEndOfTurnThreshold?: number | null;
            /**
             * @description Flux models: silence in milliseconds that ends the turn whatever the confidence; null: 1500
             * @default null
             */
            endOfTurnTimeoutMs?: number | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "assemblyai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and silence
             * @default true
             */
            endsTurns?: boolean;
            /**
             * @description Silence in milliseconds that ends the turn whatever the words; null: the model's own
             * @default null
             */
            endOfTurnTimeoutMs?: number | null;
        } | {
            /** @constant */
            provider: "soniox";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and voice
             * @default true
             */
            endsTurns?: boolean;
        } | {
            /** @constant */
            provider: "speechmatics";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, after half a second without words
             * @default false
             */
            endsTurns?: boolean;
        } | {
            /** @constant */
            provider: "gladia";
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "azure-speech";
            /**
             * @description The endpoint id of a custom model; null: the service's own model
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Silence in milliseconds that ends a phrase within an utterance; null: the service's own
             * @default null
             */
            endpointingMs?: number | null;
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, when it hears no voice
             * @default false
             */
            endsTurns?: boolean;
        } | {
            /** @constant */
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, and reports it. For servers that do
             * @default false
             */
            endsTurns?: boolean;
        };
        AgentTranscriberInput: {
            /** @constant */
            provider: "pocketsphinx";
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Silence in milliseconds after which the provider ends an utterance; null: 300. Not for Flux models
             * @default null
             */
            endpointingMs?: number | null;
            /**
             * @description Whether the provider also decides that the caller has finished, in addition to the agent's own turn-taking. Flux models always do
             * @default false
             */
            endsTurns?: boolean;
            /**
             * @description Flux models: the confidence with which the caller has finished; null: 0.7. Higher values wait longer and interrupt less
             * @default null
             */
            endOfTurnThreshold?: number | null;
            /**
             * @description Flux models: the confidence with which the caller has probably finished, at most `endOfTurnThreshold`; null: the provider does not report it
             * @default null
             */
            likelyEndOfTurnThreshold?: number | null;
            /**
             * @description Flux models: silence in milliseconds that ends the turn whatever the confidence; null: 1500
             * @default null
             */
            endOfTurnTimeoutMs?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "assemblyai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and silence
             * @default true
             */
            endsTurns?: boolean;
            /**
             * @description Silence in milliseconds that ends the turn whatever the words; null: the model's own
             * @default null
             */
            endOfTurnTimeoutMs?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "soniox";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, by words and voice
             * @default true
             */
            endsTurns?: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "speechmatics";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, after half a second without words
             * @default false
             */
            endsTurns?: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "gladia";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "azure-speech";
            /**
             * @description The endpoint id of a custom model; null: the service's own model
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Silence in milliseconds that ends a phrase within an utterance; null: the service's own
             * @default null
             */
            endpointingMs?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, when it hears no voice
             * @default false
             */
            endsTurns?: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        } | {
            /** @constant */
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Whether the provider decides that the caller has finished, and reports it. For servers that do
             * @default false
             */
            endsTurns?: boolean;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentTranscriberFallbackInput"] | null;
            /**
             * @description The transcribers to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentTranscriberFallbackInput"][];
        };
        AgentTransferDestination: {
            /** @description The name by which the model chooses it */
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
             * @description blind: the carrier transfers the call (REFER); bridged: Parley dials the destination and connects both; warm: bridged, after a spoken summary
             * @default blind
             * @enum {string}
             */
            mode: "blind" | "bridged" | "warm";
            /**
             * @description Instructions for the summary of a warm transfer; null: the default
             * @default null
             */
            summaryPrompt: string | null;
            /**
             * @description What happens when the transfer fails: `return` to the agent, `end` the call, or the name of another destination
             * @default return
             */
            fallback: string;
        };
        AgentTransferDestinationInput: {
            /** @description The name by which the model chooses it */
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
             * @description blind: the carrier transfers the call (REFER); bridged: Parley dials the destination and connects both; warm: bridged, after a spoken summary
             * @default blind
             * @enum {string}
             */
            mode?: "blind" | "bridged" | "warm";
            /**
             * @description Instructions for the summary of a warm transfer; null: the default
             * @default null
             */
            summaryPrompt?: string | null;
            /**
             * @description What happens when the transfer fails: `return` to the agent, `end` the call, or the name of another destination
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
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Voice settings under the provider's names; null: the voice's own settings
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
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "cartesia";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs a Sonic 3 model
             * @default null
             */
            speed: number | null;
            /**
             * @description An emotion of the provider's list, such as neutral, content, excited or sad; null: as the text suggests. Needs a Sonic 3 model
             * @default null
             */
            emotion: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs an Aura-2 voice
             * @default null
             */
            speed: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "rime";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "inworld";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "hume";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "fish-audio";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "azure-speech";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "polly";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        } | {
            /** @constant */
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback: components["schemas"]["AgentVoiceFallback"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks: components["schemas"]["AgentVoiceFallback"][];
        };
        AgentVoiceFallback: {
            /** @constant */
            provider: "flite";
            /**
             * @description slt: a woman, rms: a man, both from the United States; awb: a man from Scotland
             * @default null
             */
            voice: ("slt" | "rms" | "awb") | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions: string | null;
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description Voice settings under the provider's names; null: the voice's own settings
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
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs a Sonic 3 model
             * @default null
             */
            speed: number | null;
            /**
             * @description An emotion of the provider's list, such as neutral, content, excited or sad; null: as the text suggests. Needs a Sonic 3 model
             * @default null
             */
            emotion: string | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs an Aura-2 voice
             * @default null
             */
            speed: number | null;
        } | {
            /** @constant */
            provider: "rime";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "inworld";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
        } | {
            /** @constant */
            provider: "hume";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions: string | null;
        } | {
            /** @constant */
            provider: "fish-audio";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
        } | {
            /** @constant */
            provider: "azure-speech";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed: number | null;
        } | {
            /** @constant */
            provider: "polly";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice: string | null;
            /**
             * @description The provider's id; null: the provider's default
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
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions?: string | null;
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Voice settings under the provider's names; null: the voice's own settings
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
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs a Sonic 3 model
             * @default null
             */
            speed?: number | null;
            /**
             * @description An emotion of the provider's list, such as neutral, content, excited or sad; null: as the text suggests. Needs a Sonic 3 model
             * @default null
             */
            emotion?: string | null;
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs an Aura-2 voice
             * @default null
             */
            speed?: number | null;
        } | {
            /** @constant */
            provider: "rime";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "inworld";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
        } | {
            /** @constant */
            provider: "hume";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions?: string | null;
        } | {
            /** @constant */
            provider: "fish-audio";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
        } | {
            /** @constant */
            provider: "azure-speech";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
        } | {
            /** @constant */
            provider: "polly";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
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
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
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
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "openai";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "elevenlabs";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description Voice settings under the provider's names; null: the voice's own settings
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
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "cartesia";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs a Sonic 3 model
             * @default null
             */
            speed?: number | null;
            /**
             * @description An emotion of the provider's list, such as neutral, content, excited or sad; null: as the text suggests. Needs a Sonic 3 model
             * @default null
             */
            emotion?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "deepgram";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one. Needs an Aura-2 voice
             * @default null
             */
            speed?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "rime";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "inworld";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "hume";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @description How to speak, in words. Models that do not follow instructions ignore it
             * @default null
             */
            instructions?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "fish-audio";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "azure-speech";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "google-cloud";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @description The speed as a factor of the voice's normal one; null: the normal one
             * @default null
             */
            speed?: number | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "polly";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        } | {
            /** @constant */
            provider: "websocket";
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            voice?: string | null;
            /**
             * @description The provider's id; null: the provider's default
             * @default null
             */
            model?: string | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
            /**
             * @deprecated
             * @description The first of `fallbacks`, for clients that know only one
             * @default null
             */
            fallback?: components["schemas"]["AgentVoiceFallbackInput"] | null;
            /**
             * @description The voices to use when the provider fails, in order, at most 5
             * @default []
             */
            fallbacks?: components["schemas"]["AgentVoiceFallbackInput"][];
        };
        ApiKey: {
            apiKeyId: string;
            name: string;
            /** @description The member who owns the key; may have been removed since */
            memberId: string;
            /** @description null when the scopes were chosen individually */
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
             * @description More kinds may be added
             * @enum {string}
             */
            kind: "trunk-down" | "circuit-open" | "calls-held" | "webhook-failing" | "webhook-disabled" | "workflow-failing" | "process-lost";
            /** @description The id of the trunk, campaign, webhook endpoint, workflow or process. Null when all calls are held */
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
             * @description The console page to open after sign-in
             * @default /
             */
            returnTo?: string;
            /** @description Required for members of several organizations with the same e-mail address */
            organizationId?: string;
        };
        BringWorkflowEventInput: {
            /** @description The key in `waitForEvent` steps */
            key: string;
            /** @description Any JSON, at most 128 KB: the output of the steps */
            payload?: unknown;
            /**
             * @description How long to keep the event for the next step when none waits yet, in seconds; default 300
             * @default 300
             */
            keepSeconds?: number;
        };
        BrowserCall: {
            browserCallId: string;
            agentId: string;
            /** @description `null` for the draft */
            agentVersion: number | null;
            /**
             * @description `lost`: the process that carried it died
             * @enum {string}
             */
            status: "live" | "ended" | "lost";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            endedAt: string | null;
            /** @description As in a call; `failed` when an error ended it */
            endedReason: string | null;
            /** @description Usage of providers so far */
            usage: components["schemas"]["CallUsage"][];
            /** @description By the prices at its end; `null` before the end and without prices */
            cost: components["schemas"]["CallCost"] | null;
        };
        BrowserCallPage: {
            browserCalls: components["schemas"]["BrowserCall"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        Call: {
            callId: string;
            /** @description The agent with which the call begins; it may hand the call over to others */
            agentId: string;
            /** @description The published version of that agent that the call runs; null until it is dialed */
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
            /** @description 1 for the first. Each retry is a call record of its own */
            attempt: number;
            /** @description From 1 to 9. Of the due calls of a campaign those with a higher priority are dialed first. Null for inbound calls */
            priority: number | null;
            /** @description Queued calls: when the dialer looks at the call next. Null: as soon as its trunk has room */
            dueAt: string | null;
            /** @description When the call was answered */
            startedAt: string | null;
            recordingUrl: string | null;
            endedAt: string | null;
            endedBy: ("Agent ended the call" | "Customer ended the call" | "System ended the call") | null;
            customerNumber: string;
            /** @description The time zone of the customer that the call names. Null: it follows from the number */
            timeZone: string | null;
            endedReason: ("assistant-ended-call" | "customer-ended-call" | "assistant-forwarded-call" | "silence-timed-out" | "exceeded-max-duration" | "customer-busy" | "customer-did-not-answer" | "voicemail" | "trunk-rejected" | "trunk-unreachable" | "number-invalid" | "operator-intercept" | "no-person-reached" | "provider-error" | "manually-canceled" | "campaign-ended" | "number-suppressed" | "refused-by-gate" | "customer-opted-out" | "worker-lost" | "unknown-outcome") | null;
            /** @description The final SIP status that ended an attempt */
            sipCode: number | null;
            sipReason: string | null;
            summary: string | null;
            analysis: {
                [key: string]: unknown;
            } | null;
            /** @description The version of the agent behind summary, `analysis` and `qa`: that of the call, or of a later analysis. Null without an analysis */
            analysisAgentVersion: number | null;
            transcript: components["schemas"]["CallTranscriptEntry"][];
            /** @description The latency ledger: where each step of each turn lies */
            turns: components["schemas"]["CallTurn"][];
            /** @description How long the caller waited. Null without a conversation */
            latency: components["schemas"]["CallLatency"] | null;
            /** @description The usage of the providers and the line */
            usage: components["schemas"]["CallUsage"][];
            /** @description The cost of `usage`, once the call has ended. Null when nothing was used, or the organization had no prices then (`/api/organization/prices`) */
            cost: components["schemas"]["CallCost"] | null;
            /** @description The quality of the audio. Null until the call is over, and for unanswered calls */
            quality: components["schemas"]["CallQuality"] | null;
            /** @description What answered: a person, a machine or a menu. Null unless the agent has `conversation.answerDetection` on */
            answeredBy: components["schemas"]["CallAnsweredBy"] | null;
            /** @description Where this call can be read */
            url: string;
            callVariables: {
                [key: string]: unknown;
            };
            /** @description The last session data of the call. The record keeps it after it has expired for lookups. `{}` when none was written */
            sessionVariables: {
                [key: string]: unknown;
            };
            qa: components["schemas"]["CallQa"] | null;
            /** @description The organization's number. With local presence, the number that the call is made from */
            phoneNumber: string;
            phoneNumberId: string;
            /** @description The requested number */
            requestedPhoneNumberId: string;
            /** @description The earlier attempts, first one first */
            campaignParentCallIds: string[];
            transferDestination: string | null;
            externalId: string | null;
        };
        CallAnalysis: {
            callId: string;
            /**
             * @description The state of the newest analysis. `none`: the call has not ended, or its agent has no analysis plan
             * @enum {string}
             */
            status: "none" | "pending" | "done" | "failed";
            /** @description The version of the agent of a pending analysis */
            pendingAgentVersion: number | null;
            /** @description The version of the agent behind summary, `analysis` and `qa`: that of the call, or of a later analysis. Null without an analysis */
            agentVersion: number | null;
            summary: string | null;
            /** @description The structured data that the agent asks for */
            analysis: {
                [key: string]: unknown;
            } | null;
            qa: components["schemas"]["CallQa"] | null;
            /** @description The last decision about it, as in `why` */
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
             * @description queue: music or announcements asked to wait, and no person came. intercept: the telephone network announced that the call cannot be connected. undecided: speech was heard, and it was never clear whether a person or a machine spoke
             * @enum {string}
             */
            kind: "person" | "voicemail" | "ivr" | "screening" | "queue" | "intercept" | "fax" | "silence" | "undecided";
            /** @description Milliseconds since the answer, on the clock of the audio */
            decidedAtMs: number;
            /** @description The evidence for the result */
            reason: string;
        };
        CallBreach: {
            /** @description The name of the rule */
            rule: string;
            /** @enum {string} */
            type: "words" | "personal-data" | "disclosure" | "topic" | "tool";
            /** @description The sentence that was not said, or the tool that did not run. Personal data are left out */
            withheld: string;
            /** @description What was said instead; null for a tool */
            instead: string | null;
        };
        CallBreakdown: {
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
            /** @enum {string} */
            by: "day" | "week" | "hour-of-day" | "agent" | "agent-version" | "campaign" | "trunk" | "type";
            timeZone: string;
            /** @description False while calls from before an upgrade of Parley are still being added */
            isComplete: boolean;
            total: {
                /** @description Calls that are over */
                calls: number;
                /** @description Those that a person or a machine answered */
                answered: number;
                /** @description From the answers to the ends, all calls together */
                talkedSeconds: number;
                /** @description The sum of `cost.total`, whatever its currency */
                cost: string;
                /** @description Analysed calls by sentiment */
                bySentiment: {
                    [key: string]: number;
                };
                /** @description Calls by endedReason */
                byOutcome: {
                    [key: string]: number;
                };
            };
            /** @description The verdicts of analyses by rubric, the most judged 50 */
            rubrics: {
                name: string;
                passed: number;
                failed: number;
            }[];
            /** @description Times in their order, others by calls; at most 400 */
            groups: {
                /** @description A date (`day`, and the Monday of a `week`), an hour from 0 to 23, an id, a version or a type. Empty: none */
                key: string;
                /** @description Calls that are over */
                calls: number;
                /** @description Those that a person or a machine answered */
                answered: number;
                /** @description From the answers to the ends, all calls together */
                talkedSeconds: number;
                /** @description The sum of `cost.total`, whatever its currency */
                cost: string;
                /** @description Analysed calls by sentiment */
                bySentiment: {
                    [key: string]: number;
                };
                /** @description Calls by endedReason */
                byOutcome: {
                    [key: string]: number;
                };
            }[];
        };
        CallComment: {
            commentId: string;
            /** @description The author: the signed-in member, or the owner of the API key */
            memberId: string;
            /** @description The name of the author, or the e-mail address; null for a former member */
            memberName: string | null;
            comment: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description The last edit; null when there was none */
            editedAt: string | null;
        };
        CallComments: {
            comments: components["schemas"]["CallComment"][];
        };
        CallCost: {
            /** @description ISO 4217 */
            currency: string;
            /** @description The exact sum of the items */
            total: string;
            /** @description The price version that applied when the call ended */
            priceVersion: number;
            /** @description false: the process that carried the call was lost, and the last usage with it */
            usageIsComplete: boolean;
            items: components["schemas"]["CallCostItem"][];
            /** @description Usage without a price, which is not in the total */
            unpriced: components["schemas"]["CallUnpricedUsage"][];
        };
        CallCostItem: {
            /** @enum {string} */
            kind: "language-model" | "text-to-speech" | "speech-to-text" | "speech-to-speech" | "telephony";
            /** @description The id of the trunk, for telephony */
            provider: string;
            model: string | null;
            /** @description For telephony */
            direction: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "input-tokens" | "output-tokens" | "characters" | "seconds" | "minutes" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens" | "cache-write-input-tokens";
            /** @description Quantity in the unit; for telephony as it is charged */
            quantity: number;
            /** @description The agent that caused it. Absent for the agent with which the call or chat began */
            agentId?: string;
            agentVersion?: number | null;
            /** @description The price amount. Cached or cache-write tokens without a price of their own use that of another unit */
            amount: string;
            /** @description The number of units that the amount pays for */
            per: number;
            cost: string;
        };
        /** @description What calls of an imported file use unless the request or the row says otherwise. Null for nothing */
        CallDefaults: {
            /** @description The schedule */
            scheduleId: string | null;
            /** @description The caller id */
            phoneNumberId: string | null;
            /** @description The retry configuration */
            callRetryConfigId: string | null;
        };
        CallLatency: {
            /** @description Turns in which the caller waited */
            turns: number;
            p50Ms: number | null;
            p95Ms: number | null;
            maxMs: number | null;
            /** @description Without the providers' time */
            addedP50Ms: number | null;
            addedP95Ms: number | null;
        };
        CallLookup: {
            /** @description The latest session data that has not expired, or null */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Seconds until it expires, rounded up */
            ttl: number | null;
            latestCall: components["schemas"]["Call"] | null;
        };
        CallOverlap: {
            /** @description The beginning of the speech; milliseconds since the answer */
            atMs: number;
            /** @description How long the agent was silent until the decision, in milliseconds */
            heldMs: number;
            /** @description How many of them this entry stands for; absent for one. `heldMs` is the sum then */
            count?: number;
            /**
             * @description `interrupted`: the agent stopped for good. `resumed`: it went on where it had paused. `went-on`: it did not pause
             * @enum {string}
             */
            outcome: "interrupted" | "resumed" | "went-on";
            /**
             * @description `words`: words that interrupt. `back-channel`: only words of a listener, such as "mhm". `no-words`: the transcriber recognized nothing, as with a cough. `no-speech`: the sound was none of speech, as with a dog. `long-speech`: long speech without known words. `late-words`: the words were late. `background`: a voice too soft to be the caller's, such as a television, or the agent's own echo. `uninterruptible`: the agent's settings do not let callers interrupt it. `bound`: the agent said its last words, or transferred the call
             * @enum {string}
             */
            why: "words" | "back-channel" | "no-words" | "no-speech" | "long-speech" | "late-words" | "background" | "uninterruptible" | "bound";
        };
        CallPage: {
            calls: components["schemas"]["Call"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        CallQa: {
            /** @description Whether every rubric holds. True when the agent has none */
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
            /** @description Share of the expected packets */
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
        CallSetback: {
            /** @enum {string} */
            kind: "language-model" | "voice" | "transcriber" | "speech-to-speech";
            provider: string;
            /**
             * @description `skipped`: it was not asked, because its last requests failed
             * @enum {string}
             */
            outcome: "failed" | "skipped";
            /** @description How it failed, in a few words */
            message: string;
            /** @description How long it was waited for, in milliseconds */
            afterMs: number | null;
            /** @description The provider that was asked next, which may be the same one. Null: none */
            next: string | null;
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
            /** @description The agent that spoke or used the tool, in a call with several agents. Absent in others */
            agentId?: string;
            /** @description The version of that agent; null for a draft */
            agentVersion?: number | null;
        };
        CallTurn: {
            /** @description From 1 */
            turn: number;
            /**
             * @description Why the agent spoke
             * @enum {string}
             */
            kind: "greeting" | "speech" | "dtmf" | "silence";
            /** @description The agent that spoke, in a call with several agents. Absent in others */
            agentId?: string;
            /** @description The version of that agent; null for a draft */
            agentVersion?: number | null;
            /** @description The last sound of the caller, or the last key; milliseconds since the answer, on the clock of the audio */
            speechEndMs: number | null;
            /** @description The first words of the caller were understood, often while the caller spoke; milliseconds since the answer, on the clock of the audio */
            transcriptFirstMs: number | null;
            /** @description The last words of the caller were understood; milliseconds since the answer, on the clock of the audio */
            transcriptFinalMs: number | null;
            /** @description It was decided that the caller's turn is over; milliseconds since the answer, on the clock of the audio */
            endOfTurnMs: number | null;
            /** @description Why the caller's turn was over. `keys`: the keys were complete. `transcriber`: the transcriber detected the end. `held-back`: the model had held its answer back, and the caller said nothing more. `expected-phrase`: a short silence after a phrase that the dialogue expects, or after a complete entry. `finished-sound`: the turn detector heard the end. `silence`: the usual silence. A longer silence, because `unfinished-sound`: the turn detector heard no end; `unfinished-words`: the words were no whole sentence; `open-entry`: they ended in a number, a spelled word or an unfinished e-mail address. Null: no turn of the caller */
            endedBy: ("keys" | "transcriber" | "held-back" | "expected-phrase" | "finished-sound" | "silence" | "unfinished-sound" | "unfinished-words" | "open-entry") | null;
            /** @description The model was asked. Before `endOfTurnMs` when it began to answer during a pause of the caller; milliseconds since the answer, on the clock of the audio */
            modelAskedMs: number | null;
            /** @description The model held its answer back, because the caller might go on; the words of this turn are part of the next one; milliseconds since the answer, on the clock of the audio */
            heldBackMs: number | null;
            /** @description Answers that the model began during pauses of the caller, and that were dropped unheard */
            droppedAnswers: number;
            /** @description The caller's speech while the agent spoke in this turn, and what became of it */
            overlaps: components["schemas"]["CallOverlap"][];
            /** @description What the agent's sources had for the answer. Absent when they were not searched */
            knowledge?: components["schemas"]["KnowledgeUse"];
            /** @description The provider whose model answered, with the model if the agent has several of that provider */
            answeredBy?: string;
            /** @description The stage of the agent's flow in which the answer ended. Absent without a flow */
            stage?: string;
            /** @description The provider whose voice spoke first. Absent for speech that was synthesized ahead */
            spokenBy?: string;
            /** @description Failures of providers that delayed the answer, in order. Absent without any */
            setbacks?: components["schemas"]["CallSetback"][];
            /** @description Guard rails that were applied, in order. Absent without any */
            breaches?: components["schemas"]["CallBreach"][];
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
            /** @description The id of the trunk, for telephony */
            provider: string;
            model: string | null;
            /** @description For telephony */
            direction: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "input-tokens" | "output-tokens" | "characters" | "seconds" | "minutes" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens" | "cache-write-input-tokens";
            /** @description Quantity in the unit; for telephony as it is charged */
            quantity: number;
            /** @description The agent that caused it. Absent for the agent with which the call or chat began */
            agentId?: string;
            agentVersion?: number | null;
        };
        CallUsage: {
            /** @enum {string} */
            kind: "speech-to-text" | "language-model" | "text-to-speech" | "speech-to-speech" | "telephony";
            /** @description For telephony the id of the trunk */
            provider: string;
            /** @description Null when the provider has only one */
            model?: string | null;
            /** @description Spoken characters */
            characters?: number;
            /** @description Milliseconds of transcribed audio */
            audioMs?: number;
            /** @description For speech-to-speech the tokens of text */
            inputTokens?: number;
            /** @description For speech-to-speech the tokens of text */
            outputTokens?: number;
            inputAudioTokens?: number;
            outputAudioTokens?: number;
            /** @description Tokens read from the provider's cache, which no other field counts. For speech-to-speech the tokens of text, and of audio when `cachedInputAudioTokens` is absent */
            cachedInputTokens?: number;
            cachedInputAudioTokens?: number;
            /** @description Tokens written to the provider's cache at a price of their own, which no other field counts */
            cacheWriteInputTokens?: number;
            /**
             * @description For telephony
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /** @description For telephony: milliseconds from the answer to the end of one connection, of the call or of its second leg */
            connectedMs?: number;
            /**
             * @description Part of it is estimated, for answers that were cut off before the provider reported their usage
             * @constant
             */
            estimated?: true;
            /** @description The agent that used it. Absent for the agent with which the call or chat began */
            agentId?: string;
            /** @description The version of that agent; null for a draft */
            agentVersion?: number | null;
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
                /** @description Holds: when the hold ended, or will end as far as that is known. Null while it lasts. Absent for other decisions */
                until?: string | null;
            }[];
        };
        CallingHoursRule: {
            ruleId: string;
            name: string;
            /** @description ISO 3166 codes of the countries or states where it applies */
            regions: string[];
            /** @description When calls are allowed, on the called person's clock */
            windows: {
                days: string[];
                start: string;
                end: string;
            }[];
            /** @description Days without calls, in this and the next year */
            holidays: {
                name: string;
                dates: string[];
            }[];
            sources: {
                /** @description The statute or regulation with its section */
                citation: string;
                /** @description The date of the source text, YYYY-MM-DD */
                asOf: string;
                /**
                 * @description `text`: the text of the law; `summaries`: secondary sources, which should be checked
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
            /** @description Campaigns of an organization take turns: a weight of 3 gets three calls for each call of a weight of 1 */
            weight: number;
            /** @description Unix timestamp in milliseconds */
            endCampaignAt: number | null;
            endedAt: string | null;
            callDefaults: components["schemas"]["CallDefaults"];
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
            /** @description The values that the calls share. The values of a call win; variables are merged */
            defaults?: {
                /** @description Name of the campaign */
                campaignName?: string;
                /** @description ID of the schedule to use */
                scheduleId?: string;
                /** @description The customer to call, strictly E.164 */
                phoneNumber?: string;
                /** @description ID of the organization's phone number used as caller id */
                phoneNumberId?: string;
                /** @description Every variable that the agent's prompt requires. Other variables are kept */
                variables?: {
                    [key: string]: unknown;
                };
                /** @description The time zone of the customer: an IANA name, in any case. It replaces the time zone of the number in the schedule (`customer`), in calling hours and for retries */
                timeZone?: string | null;
                callRetryConfigId?: string | null;
                /** @description Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over */
                localPresenceEnabled?: boolean | null;
                /** @description Cap of the campaign; at most the organization's maxConcurrentCalls */
                maxConcurrentCalls?: number | null;
                /** @description Unix timestamp in milliseconds, in the future */
                endCampaignAt?: number | null;
                /** @description Calls of a campaign are dialed in the order of priority, higher ones first. Default 5 */
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
                /** @description Every variable that the agent's prompt requires. Other variables are kept */
                variables?: {
                    [key: string]: unknown;
                };
                /** @description The time zone of the customer: an IANA name, in any case. It replaces the time zone of the number in the schedule (`customer`), in calling hours and for retries */
                timeZone?: string | null;
                callRetryConfigId?: string | null;
                /** @description Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over */
                localPresenceEnabled?: boolean | null;
                /** @description Cap of the campaign; at most the organization's maxConcurrentCalls */
                maxConcurrentCalls?: number | null;
                /** @description Unix timestamp in milliseconds, in the future */
                endCampaignAt?: number | null;
                /** @description Calls of a campaign are dialed in the order of priority, higher ones first. Default 5 */
                priority?: number | null;
            }[];
        };
        CampaignCallBatchQueued: {
            /** @description Calls that were queued */
            accepted: number;
            refused: number;
            /** @description One result for each call, in order */
            results: ({
                /** @description The position of the call in the request, from 0 */
                index: number;
                callId: string;
                campaignId: string;
            } | {
                /** @description The position of the call in the request, from 0 */
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
            /** @description Every variable that the agent's prompt requires. Other variables are kept */
            variables: {
                [key: string]: unknown;
            };
            /** @description The time zone of the customer: an IANA name, in any case. It replaces the time zone of the number in the schedule (`customer`), in calling hours and for retries */
            timeZone?: string | null;
            callRetryConfigId?: string | null;
            /** @description Match customer area codes; default false. The call is made from the organization's number with `localPresence` whose area code is the customer's, else one of the same state, else of a bordering state, else from `phoneNumberId`; numbers at their `maxCallsPerDay` are passed over */
            localPresenceEnabled?: boolean | null;
            /** @description Cap of the campaign; at most the organization's maxConcurrentCalls */
            maxConcurrentCalls?: number | null;
            /** @description Unix timestamp in milliseconds, in the future */
            endCampaignAt?: number | null;
            /** @description Calls of a campaign are dialed in the order of priority, higher ones first. Default 5 */
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
            /** @description Campaigns of an organization take turns: a weight of 3 gets three calls for each call of a weight of 1 */
            weight: number;
            /** @description Unix timestamp in milliseconds */
            endCampaignAt: number | null;
            endedAt: string | null;
            callDefaults: components["schemas"]["CallDefaults"];
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
            /** @description Opens when too many attempts fail. An open circuit holds the calls of the campaign */
            circuit: components["schemas"]["Circuit"];
            counts: {
                /** @description Calls by status */
                byStatus: {
                    [key: string]: unknown;
                };
                /** @description Ended calls by endedReason */
                byOutcome: {
                    [key: string]: unknown;
                };
            };
        };
        CampaignOutcomes: {
            campaignId: string;
            /** @enum {string} */
            interval: "hour" | "day" | "week";
            /** @description Earliest first, without a gap. An hour that two days share belongs to the day in which it begins */
            buckets: components["schemas"]["OutcomeBucket"][];
        };
        CampaignPage: {
            campaigns: components["schemas"]["ListedCampaign"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        CampaignRedial: {
            callsQueued: number;
            /** @description Whether other calls of the campaign have an unknown outcome */
            hasMore: boolean;
        };
        ChangePassword: {
            currentPassword: string;
            /** @description At least 12 characters and not a commonly used password; there are no other rules */
            newPassword: string;
        };
        Chat: {
            chatId: string;
            /** @description The agent with which the chat began. Its messages name the agents to which it was handed */
            agentId: string;
            customerUniqueId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @enum {string} */
            status: "active" | "handedOff" | "ended" | "abandoned";
            /** @description null until available */
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
             * @description The state of the latest analysis; `none`: the chat is open, or its agent has no `analysis`
             * @enum {string}
             */
            status: "none" | "pending" | "done" | "failed";
            /** @description The agent version of the pending analysis */
            pendingAgentVersion: number | null;
            /** @description The agent version behind the results; null without results */
            agentVersion: number | null;
            summary: string | null;
            /** @description The structured data requested by the agent */
            analysis: {
                [key: string]: unknown;
            } | null;
            /** @description Sentiment and rubrics, as in calls */
            qa: {
                [key: string]: unknown;
            } | null;
            /** @description The model of the latest analysis, or why it failed; null while pending */
            note: string | null;
        };
        ChatDetails: {
            chatId: string;
            /** @description The agent with which the chat began. Its messages name the agents to which it was handed */
            agentId: string;
            customerUniqueId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @enum {string} */
            status: "active" | "handedOff" | "ended" | "abandoned";
            /** @description null until available */
            summary?: string | null;
            transcript: {
                messages: components["schemas"]["ChatMessage"][];
            };
            chatVariables: {
                [key: string]: unknown;
            };
            /** @description The usage of models for answers (including abandoned ones) and the analysis */
            usage: components["schemas"]["CallUsage"][];
            /** @description The cost of that usage once the chat is over; null without usage, or when the organization had no prices (`/api/organization/prices`) */
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
            /** @description The agent that wrote it, in a chat that an agent has handed to another one. Absent in others */
            agentId?: string;
            /** @description The version of that agent. Absent for its draft */
            agentVersion?: number;
            /** @description What the agent's sources had for the answer. Absent when they were not searched */
            knowledge?: components["schemas"]["KnowledgeUse"];
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
            /** @description The agent that wrote it, in a chat that an agent has handed to another one. Absent in others */
            agentId?: string;
            /** @description The version of that agent. Absent for its draft */
            agentVersion?: number;
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
                /** @description The agent that wrote it, in a chat that an agent has handed to another one. Absent in others */
                agentId?: string;
                /** @description The version of that agent. Absent for its draft */
                agentVersion?: number;
                /** @description What the agent's sources had for the answer. Absent when they were not searched */
                knowledge?: components["schemas"]["KnowledgeUse"];
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
                /** @description The agent that wrote it, in a chat that an agent has handed to another one. Absent in others */
                agentId?: string;
                /** @description The version of that agent. Absent for its draft */
                agentVersion?: number;
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
            /** @description Session data written by a tool of the agent; null: none, or expired */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Seconds until expiry, rounded up */
            ttl: number | null;
        };
        ChatTrial: {
            /** @description Whether the agent's draft answers */
            draft: boolean;
            /** @description The flow of that draft as it was when the chat began */
            draftFlow: {
                [key: string]: unknown;
            } | null;
            /** @description Where the flow began; null: at its first stage */
            flow: components["schemas"]["FlowStart"] | null;
        };
        ChatWidget: {
            agentId: string;
            /** @description Identifies the widget in its pages; not a secret */
            token: string;
            /** @description The origins of the pages that may embed the widget, exactly as browsers send them */
            allowedOrigins: string[];
            enabled: boolean;
            /** @description The base URL for visitors, derived from `PARLEY_PUBLIC_URL` */
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
            /** @description As in a draft */
            definition: {
                [key: string]: unknown;
            };
        };
        Circuit: {
            /**
             * @description `open`: calls are held; `half-open`: one call probes whether it works again
             * @enum {string}
             */
            state: "closed" | "open" | "half-open";
            /** @description null: it was never open */
            since: string | null;
            /** @description Failures among the counted attempts; unless closed, as they were when it opened */
            failed: number;
            attempts: number;
            /** @description 0 to 1; null: no recent attempts */
            failureRate: number | null;
            /** @description Open: when a call may probe it; half-open: when another may */
            until: string | null;
            /** @description The probing call */
            probeCallId: string | null;
        };
        CircuitBreaker: {
            /**
             * @description false: no circuit opens, and open ones close
             * @default true
             */
            enabled: boolean;
            /**
             * @description The number of failed attempts that opens a circuit
             * @default 10
             */
            failures: number;
            /**
             * @description The number of latest attempts considered
             * @default 20
             */
            attempts: number;
            /**
             * @description Attempts older than this are ignored, in seconds
             * @default 300
             */
            windowSeconds: number;
            /**
             * @description How long an open circuit blocks calls, in seconds; then one call may probe it
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
             * @description The number of failed attempts that opens a circuit
             * @default 10
             */
            failures?: number;
            /**
             * @description The number of latest attempts considered
             * @default 20
             */
            attempts?: number;
            /**
             * @description Attempts older than this are ignored, in seconds
             * @default 300
             */
            windowSeconds?: number;
            /**
             * @description How long an open circuit blocks calls, in seconds; then one call may probe it
             * @default 60
             */
            cooldownSeconds?: number;
        };
        CreateAgentInput: {
            name: string;
            /** @description May contain `{{variable}}` */
            prompt: string;
            /**
             * @description Spoken when the call is answered; null: the model speaks first
             * @default null
             */
            firstMessage?: string | null;
            /**
             * @description The language in which calls begin
             * @default en-US
             */
            language?: string;
            /**
             * @description Further languages. A call changes to one of them when the caller speaks it or asks for it
             * @default []
             */
            languages?: {
                language: string;
                /**
                 * @description The id of a voice of the agent's voice provider; null: the provider's first voice of the language
                 * @default null
                 */
                voice?: string | null;
            }[];
            /**
             * @description Variables used in `prompt` or `firstMessage` and not listed here are required, except customerNumber, agentNumber, callId, date, time, timeZone, memory, which every call has
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
            /** @description The model that decides what to say; null: the agent says only its first message */
            model?: components["schemas"]["AgentModelInput"] | null;
            /** @description null: the embedded voice */
            voice?: components["schemas"]["AgentVoiceInput"] | null;
            /** @description null: the embedded recognizer, if the model supplies the phrases to expect */
            transcriber?: components["schemas"]["AgentTranscriberInput"] | null;
            /**
             * @description A model that hears and speaks directly. `transcriber`, `model` and `voice` take over when it cannot be reached, and the voice speaks fixed texts. null: transcriber, model and voice handle the call
             * @default null
             */
            speechToSpeech?: components["schemas"]["AgentSpeechToSpeechInput"] | null;
            /**
             * @description The conversation as a graph of stages, each with its own instructions and tools; null: `prompt` alone
             * @default null
             */
            flow?: components["schemas"]["AgentFlowInput"] | null;
            /**
             * @description The tools that the model may call
             * @default []
             */
            tools?: components["schemas"]["AgentToolInput"][];
            /** @default [] */
            transferDestinations?: components["schemas"]["AgentTransferDestinationInput"][];
            /**
             * @description The analysis of a call after it ends; null: none
             * @default null
             */
            analysis?: {
                /**
                 * @description A few sentences about what happened
                 * @default true
                 */
                summary?: boolean;
                /**
                 * @description The customer's sentiment: `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment?: boolean;
                /**
                 * @description A JSON Schema of type object. The call record holds the extracted data in `analysis`
                 * @default null
                 */
                structuredDataSchema?: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics?: {
                    /** @description The name of its result */
                    name: string;
                    /** @description The statement about the conversation that must be true to pass */
                    description: string;
                }[];
            } | null;
            /**
             * @description What the agent remembers of a customer from one conversation to the next, as in `/api/customer-facts`; null: nothing
             * @default null
             */
            memory?: components["schemas"]["AgentMemoryInput"] | null;
            /**
             * @description The documents from which the agent answers. They are searched while the caller speaks, and before each answer of a chat; null: none
             * @default null
             */
            knowledge?: components["schemas"]["AgentKnowledgeInput"] | null;
            /**
             * @default {
             *       "maxDurationSeconds": 1800,
             *       "silenceSeconds": 10
             *     }
             */
            limits?: {
                /**
                 * @description Maximum duration of the conversation in seconds; then the call ends. The time pauses during a transfer, which ends the call after 4 hours
                 * @default 1800
                 */
                maxDurationSeconds?: number;
                /**
                 * @description Ends the call after this much silence
                 * @default 10
                 */
                silenceSeconds?: number;
            };
            /** @default {} */
            conversation?: components["schemas"]["AgentConversationInput"];
            /**
             * @description Rules that are checked before the agent says or does something. A sentence that breaks one is replaced
             * @default {}
             */
            guardRails?: components["schemas"]["AgentGuardRailsInput"];
        };
        CreateApiKeyInput: {
            name: string;
            /**
             * @description The key gets all scopes of the role. Give either this or `scopes`
             * @enum {string}
             */
            role?: "Admin" | "Agent Manager" | "Support" | "Viewer";
            /** @description The scopes of the key. Give either this or `role` */
            scopes?: ("agents:read" | "agents:write" | "telephony:read" | "telephony:write" | "schedules:read" | "schedules:write" | "campaigns:read" | "campaigns:write" | "calls:read" | "calls:write" | "chats:read" | "chats:write" | "workflows:read" | "workflows:write" | "workflows:trigger" | "personalization:read" | "personalization:write" | "audit:export" | "exports:read" | "events:read" | "organization:read" | "organization:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "keys:read" | "keys:write" | "data-deletions:read" | "data-deletions:write")[];
            /** @description The member who owns the key; default: the member who creates it */
            memberId?: string;
            /**
             * @description In the future; null: it does not expire
             * @default null
             */
            expiresAt?: string | null;
        };
        CreateCampaign: {
            /** @description Name of the campaign */
            name: string;
            /** @description ID of the agent that makes the calls */
            agentId: string;
            /** @description At most the organization's maxConcurrentCalls. Null for no cap of its own */
            maxConcurrentCalls?: number | null;
            /** @description How many turns the campaign gets relative to other campaigns. Default 1 */
            weight?: number;
            /** @description Changes the given values */
            callDefaults?: {
                /** @description The schedule */
                scheduleId?: string | null;
                /** @description The caller id */
                phoneNumberId?: string | null;
                /** @description The retry configuration */
                callRetryConfigId?: string | null;
            };
            /** @description Unix timestamp in milliseconds, in the future */
            endCampaignAt?: number | null;
        };
        CreateChatInput: {
            /** @description Your id of the customer */
            customerUniqueId: string;
            /**
             * @description Key-value pairs; at most 200 keys and 64 KB
             * @default {}
             */
            chatVariables?: {
                [key: string]: unknown;
            };
            /**
             * @description Tests the agent's draft, if there is one. The chat keeps the draft as it is now. Requires the scope `agents:write`
             * @default false
             */
            draft?: boolean;
            /**
             * @description Tests the agent's flow from a stage, which is entered with the answer to the customer's first message. The agent's first message is left out. Requires the scope `agents:write`
             * @default null
             */
            flow?: components["schemas"]["FlowStartInput"] | null;
        };
        CreateChatMessage: {
            /**
             * @description `user`: the customer; `agent`: a person of the organization
             * @enum {string}
             */
            role: "user" | "agent";
            content: string;
            /** @description Only with role `agent`. Default: the name of the member who owns the key */
            agentName?: string;
        };
        CreateCustomerFactInput: {
            /** @description The customer's telephone number, E.164 */
            phoneNumber?: string;
            /** @description The customer's id in chats. Only for customers whose chats have no telephone number */
            customerUniqueId?: string;
            /**
             * @description The agent that uses the fact, with `memory.scope` `agent`; null: all agents with `organization`
             * @default null
             */
            agentId?: string | null;
            /** @description What the fact is about, such as `preferred time`. A newer fact of the same topic, in any case, replaces it */
            topic: string;
            /** @description The fact, such as `mornings before ten` */
            fact: string;
            /**
             * @description The days that the fact is kept
             * @default 365
             */
            keepDays?: number;
        };
        CreateDataDeletion: {
            /** @description The telephone number of the person, E.164 */
            phoneNumber?: string;
            /** @description The id of the person in chats (`customerUniqueId`) */
            customerUniqueId?: string;
        };
        CreateKnowledgePageInput: {
            /**
             * @description Shown in the console; null: the address
             * @default null
             */
            name?: string | null;
            /**
             * @description The language of the source (BCP 47). A search then knows its word forms; null: it compares words as they are written
             * @default null
             */
            language?: string | null;
            /**
             * Format: uri
             * @description The page: HTML, or a file of a kind that can be uploaded
             */
            address: string;
            /**
             * @description How often it is read again; only changed pages are stored. null: not by itself
             * @default null
             */
            rereadHours?: number | null;
        };
        CreateKnowledgeSiteInput: {
            /**
             * @description Shown in the console; null: the address
             * @default null
             */
            name?: string | null;
            /**
             * @description The language of the source (BCP 47). A search then knows its word forms; null: it compares words as they are written
             * @default null
             */
            language?: string | null;
            /**
             * Format: uri
             * @description A page of the site, or its sitemap. Pages below the folder of the page are read, such as those below `/help/` for `https://example.com/help/`
             */
            address: string;
            /**
             * @description How often it is read again; only changed pages are stored. null: not by itself
             * @default null
             */
            rereadHours?: number | null;
        };
        CreateKnowledgeTextInput: {
            /** @description Shown in the console */
            name: string;
            /**
             * @description The language of the source (BCP 47). A search then knows its word forms; null: it compares words as they are written
             * @default null
             */
            language?: string | null;
            /** @description Markdown, or plain text. Headings divide it */
            text: string;
        };
        CreateMemberInput: {
            name: string;
            /**
             * @description Unique within the organization, ignoring case
             * @default null
             */
            email?: string | null;
            /**
             * @description The upper limit for the scopes of the member's keys
             * @enum {string}
             */
            role: "Admin" | "Agent Manager" | "Support" | "Viewer";
        };
        CreatePhoneNumberInput: {
            /** @description E.164. Belongs to one organization of the installation; cannot be changed */
            phoneNumber: string;
            /**
             * @description The trunk for calls of this number; null: none yet
             * @default null
             */
            trunkId?: string | null;
            /**
             * @description Trunks that replace `trunkId`, in this order, while it is down and when it refuses a call before anything rang. Their inbound calls reach this number too
             * @default []
             */
            fallbackTrunkIds?: string[];
            /**
             * @description The agent that answers calls to this number; null: they are refused
             * @default null
             */
            inboundAgentId?: string | null;
            /**
             * @description Whether the number may be the caller id for customers in its area code, else in its state or a neighboring one
             * @default false
             */
            localPresence?: boolean;
            /**
             * @description Maximum calls dialed with the number per day (from midnight standard time in the number's own region). Further calls use another local presence number or wait for the next day. null: no limit
             * @default null
             */
            maxCallsPerDay?: number | null;
            /**
             * @description The header of an inbound INVITE that contains the call's `externalId`; default: Call-ID
             * @default X-External-ID
             */
            externalIdHeader?: string;
            /**
             * @description The response to a call that cannot be taken (no agent, no free line); null: 486 Busy Here
             * @default null
             */
            overflow?: {
                /** @constant */
                type: "reject";
                /**
                 * @description 486 Busy Here ends the call. Many carriers answer 480 and 503 by trying another route to the number
                 * @default 486
                 * @enum {number}
                 */
                code?: 486 | 480 | 503;
            } | null;
        };
        CreatePronunciationInput: {
            /** @description The written term, in any case: one or more words */
            term: string;
            /**
             * @description The language in which the entry applies. Only the primary language counts: `en-US` applies to all English. null: every language
             * @default null
             */
            language?: string | null;
            /**
             * @description The text to speak instead of the term, such as `zee-rocks` for Xerox; null: the term
             * @default null
             */
            replacement?: string | null;
            /**
             * @description The pronunciation in the International Phonetic Alphabet. Voices that do not take it speak `replacement`
             * @default null
             */
            ipa?: string | null;
        };
        CreateProviderKeyInput: {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "websocket" | "cartesia" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /**
             * @description Write-only: stored encrypted and never returned. vertex: the JSON of a service account. google-cloud: an API key, or that JSON. bedrock with `accessKeyId`: the secret access key. null only with `baseUrl`, for a service without keys
             * @default null
             */
            apiKey?: string | null;
            /**
             * @description The URL of another service with the provider's protocol; null: the provider's own
             * @default null
             */
            baseUrl?: string | null;
            /**
             * @description The name that agents give as `key`, to choose among several keys of a provider
             * @default null
             */
            name?: string | null;
            /**
             * @description bedrock and polly: the AWS region, such as us-east-1. vertex: the location; null: global. azure-speech: the region, such as westeurope. google-cloud: the location that transcribes; null: global
             * @default null
             */
            region?: string | null;
            /**
             * @description azure: the name of the resource, as in https://NAME.openai.azure.com. google-cloud with an API key: the id of the project, to transcribe
             * @default null
             */
            resource?: string | null;
            /**
             * @description azure: the version of a deployment-based address, such as 2024-10-21; null: the v1 API
             * @default null
             */
            apiVersion?: string | null;
            /**
             * @description bedrock and polly: the access key id of an AWS key, with which requests are signed. bedrock, null: `apiKey` is a key of Bedrock
             * @default null
             */
            accessKeyId?: string | null;
        };
        CreateRetryConfigInput: {
            name: string;
            /** @description The most calls to a customer, including the first one */
            maxAttempts: number;
            /** @description The delays after the end of the first attempt, the second, and so on. The last one repeats */
            delaysSeconds: number[];
            /**
             * @description Replace `delaysSeconds` after attempts with this outcome, such as shorter delays after `busy`
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
            /** @description When calls may be dialed every week */
            windows: {
                days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                /**
                 * @description `HH:MM`, 00:00 to 23:59
                 * @example 09:00
                 */
                start: string;
                /**
                 * @description `HH:MM`, later than the start, exclusive; 24:00 is midnight
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
                /** @description Replaces the week's windows; an empty list closes the day */
                windows: {
                    /**
                     * @description `HH:MM`, 00:00 to 23:59
                     * @example 09:00
                     */
                    start: string;
                    /**
                     * @description `HH:MM`, later than the start, exclusive; 24:00 is midnight
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
             * @description The reason, for people. Suppressing the number again does not change it
             * @default null
             */
            reason?: string | null;
        };
        CreateTrunkInput: {
            name: string;
            /** @description The carrier's host name, IPv4 or IPv6 address, without scheme and port */
            host: string;
            /**
             * @description null: as the NAPTR and SRV records of `host` say, by priority and weight, else the default port of `transport`
             * @default 5060
             */
            port?: number | null;
            /**
             * @description The SIP transport. With `tls`, the carrier's certificate must be valid for `host` and trusted by this server; the port is usually 5061
             * @default udp
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /**
             * @description The user name for the carrier's authentication
             * @default null
             */
            username?: string | null;
            /**
             * @description Whether to register at the carrier as `username`, for carriers that send calls only to registered users. Needs `username` and `password`; `health` shows the result
             * @default false
             */
            register?: boolean;
            /**
             * @description IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: the addresses of `host`; empty list: none
             * @default null
             */
            allowedAddresses?: string[] | null;
            /**
             * @description Maximum calls dialed over the trunk per second; others wait (`trunk-limit`). null: no limit
             * @default null
             */
            maxCallsPerSecond?: number | null;
            /**
             * @description Maximum concurrent calls over the trunk in both directions. Outbound calls wait (`trunk-limit`); inbound calls are refused (503, or the overflow of the number). null: no limit
             * @default null
             */
            maxConcurrentCalls?: number | null;
            /**
             * @description In order of preference. G722 and OPUS carry twice the audio bandwidth of the others. OPUS tolerates loss best and needs about half the bit rate, but more CPU
             * @default [
             *       "PCMU",
             *       "PCMA"
             *     ]
             */
            codecs?: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and encrypted offers are accepted; `required`: calls without keys are refused. The keys are only as secret as the signaling: use `tls`
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
             * @description Interval of OPTIONS probes; null: the carrier is only probed after an unanswered INVITE, until it responds
             * @default null
             */
            optionsIntervalSeconds?: number | null;
            /**
             * @description Whether the other party may transfer the call (REFER). The named number is called over this trunk if the organization may call it, and the conversation continues with the new party. false: such requests are refused (603)
             * @default false
             */
            acceptTransfers?: boolean;
            /**
             * @description How the trunk interprets dialed digits. SIP transfer destinations are judged as the numbers it makes of them. Replaced as a whole: omitted fields get their default
             * @default {}
             */
            dialPlan?: components["schemas"]["DialPlanInput"];
        };
        CreateView: {
            /** @description Unique on its page, in any case */
            name: string;
            /**
             * @description The page of the console
             * @enum {string}
             */
            page: "calls";
            /** @description The parameters of the address of the page, as text, such as `{"status": "ended"}` */
            filters: {
                [key: string]: string;
            };
        };
        CreateWebhookEndpointInput: {
            /** @description The http or https URL that events are sent to by POST, public or allowed by the operator */
            url: string;
            /** @description Types of events, or `["*"]` for all, including future ones. `audit.entry` and `*` require `audit:export` */
            events: ("*" | "call.queued" | "call.started" | "call.ended" | "call.analyzed" | "call.agentChanged" | "call.stageEntered" | "campaign.created" | "campaign.updated" | "campaign.paused" | "campaign.resumed" | "campaign.ended" | "campaign.importCompleted" | "chat.created" | "chat.message" | "chat.agentChanged" | "chat.stageEntered" | "chat.handedOff" | "chat.handedBack" | "chat.ended" | "chat.abandoned" | "workflow.run.created" | "workflow.run.completed" | "workflow.run.failed" | "workflow.run.canceled" | "workflow.run.unpublished" | "personalization.consumed" | "suppression.added" | "webhookEndpoint.disabled" | "database.failedOver" | "audit.entry")[];
            /**
             * @description A description for people
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
            /** @description The draft: `steps`, each with a unique `id` and a `type`; at most 200 and 128 KB */
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
            /** @description The member who owns the key; may have been removed since */
            memberId: string;
            /** @description null when the scopes were chosen individually */
            role: ("Admin" | "Agent Manager" | "Support" | "Viewer") | null;
            scopes: string[];
            expiresAt: string | null;
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description The key itself, shown only here; null when an Idempotency-Key replays the creation */
            key: string | null;
        };
        CustomerFact: {
            factId: string;
            /** @description The customer's telephone number, E.164 */
            phoneNumber: string | null;
            /** @description The customer's id in chats, if no number is known */
            customerUniqueId: string | null;
            /** @description The agent that uses it; null: all agents that share facts */
            agentId: string | null;
            topic: string;
            fact: string;
            /**
             * @description `tool`: the model, during the conversation. `member`: a person, or a system with a key
             * @enum {string}
             */
            writtenBy: "analysis" | "tool" | "member";
            /** @description The member who wrote or corrected it */
            memberId: string | null;
            /** @description The call in which the customer said it */
            callId: string | null;
            /** @description The chat in which the customer said it */
            chatId: string | null;
            /**
             * Format: date-time
             * @description When it was said or written
             */
            writtenAt: string;
            /**
             * Format: date-time
             * @description When it is removed
             */
            expiresAt: string;
        };
        CustomerFactPage: {
            facts: components["schemas"]["CustomerFact"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        DataDeletion: {
            dataDeletionId: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed";
            /** @description Why the deletion is waiting */
            waitingFor: ("imports" | "live-calls" | "recordings") | null;
            /**
             * @description Whether a number or an id was given. The receipt does not contain it
             * @enum {string}
             */
            soughtBy: "phoneNumber" | "customerUniqueId";
            deleted: components["schemas"]["DataDeletionCounts"];
            /** @description Data that names the person and stays */
            kept: {
                /** @description The suppression of the number stays, so that the number is not called */
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
            /** @description Facts that agents remembered */
            customerFacts: number;
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
            /** @description The country whose numbers may be dialed without a country code; null: that of the call's number */
            country?: string | null;
            /** @description Prefixes of international numbers; empty: those of the country, such as 011 or 00 */
            exitCodes?: string[];
            /** @description Prefixes for an outside line, such as 9 at a telephone system; empty: none */
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
        DrillAgentInput: {
            /**
             * @description stubs: no vendor is asked, and the drill costs nothing. real: the vendors of the agent are asked with the stored keys, and bill it
             * @default stubs
             * @enum {string}
             */
            providers?: "stubs" | "real";
            /**
             * @description The faults of each provider; fewer of them make a drill shorter
             * @default [
             *       "hangs",
             *       "fails",
             *       "breaksOff"
             *     ]
             */
            faults?: ("hangs" | "fails" | "breaksOff")[];
            /**
             * @description Plays the draft, if there is one
             * @default false
             */
            draft?: boolean;
            /**
             * @description The variables of the calls
             * @default {}
             */
            variables?: {
                [key: string]: string | number | boolean;
            };
            /**
             * @description What the customer says, one text after each turn of the agent
             * @default [
             *       "Hello. Can you help me, please?"
             *     ]
             */
            customerSays?: string[];
        };
        DrillCall: {
            /** @description null: nothing failed */
            fault: components["schemas"]["DrillFault"] | null;
            /**
             * @description completed: the agent answered everything that the customer said. not-played: the time of the drill was over
             * @enum {string}
             */
            outcome: "completed" | "not-completed" | "not-played";
            /** @description What the caller heard of the agent, in order */
            heard: string[];
            /** @description The longest time for which the caller heard nothing while waiting for the agent */
            longestSilenceMs: number;
            /** @description The provider whose model answered last; null: none */
            model: string | null;
            /** @description The provider whose voice spoke last; null: none */
            voice: string | null;
            /** @description The provider that understood the customer last; null: none */
            transcriber: string | null;
            /** @description How the call ended, as in a call record */
            endedReason: string | null;
            /** @description What `why` of a real call would say about its providers */
            why: string[];
        };
        DrillFault: {
            /** @enum {string} */
            kind: "model" | "voice" | "transcriber";
            /** @description The providers of this kind up to this position failed */
            position: number;
            /** @description The provider at that position */
            provider: string;
            /**
             * @description hangs: it never answers. fails: it answers 500. breaksOff: it fails in the middle of an answer, of a sentence, or of what the customer says
             * @enum {string}
             */
            fault: "hangs" | "fails" | "breaksOff";
        };
        DrillProvider: {
            /** @enum {string} */
            kind: "model" | "voice" | "transcriber";
            /** @description 1 for the agent's own provider, 2 for its first fallback */
            position: number;
            provider: string;
            /** @description null: the provider has one, or its default is used */
            model: string | null;
            /** @description Whether the drill asked the provider itself, and not a stub */
            isReal: boolean;
            /** @description The requests that it was sent during the drill; 0 for a stub */
            requests: number;
        };
        EligibilityWebhook: {
            url: string;
            /** @description How long to wait for a response, in milliseconds */
            deadlineMs: number;
            /**
             * @description What happens to a call without a valid response: `dial` it as if there were no webhook, `hold` it and ask again, or `refuse` it
             * @enum {string}
             */
            whenUnavailable: "dial" | "hold" | "refuse";
            /**
             * @description A secret is stored
             * @constant
             */
            secret: true;
        };
        EligibilityWebhookInputInput: {
            /** @description The URL to ask; public, or in `PARLEY_EGRESS_ALLOW` */
            url: string;
            /**
             * @description How long to wait for a response, in milliseconds
             * @default 2000
             */
            deadlineMs?: number;
            /**
             * @description What happens to a call without a valid response: `dial` it as if there were no webhook, `hold` it and ask again, or `refuse` it
             * @default hold
             * @enum {string}
             */
            whenUnavailable?: "dial" | "hold" | "refuse";
            /** @description Signs the requests. Never shown again: `true` keeps it while the address has the same origin */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            /** @description Such as `call.ended`; new types may be added */
            type: string;
            /** @description Depends on the type; see the `webhooks` of this document */
            data: {
                [key: string]: unknown;
            };
        };
        EventFeed: {
            events: components["schemas"]["Event"][];
            metadata: {
                /** @description The position to continue from, always present: opaque, for `after` */
                next: string;
                /** @description Whether more events are available now */
                hasMore: boolean;
            };
        };
        Event_audit_entry: {
            /** @constant */
            type: "audit.entry";
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
        Event_call_agentChanged: {
            /** @constant */
            type: "call.agentChanged";
            /** @description The event's id, the same in every delivery: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                callId: string;
                fromAgentId: string;
                /** @description Null for a draft */
                fromAgentVersion: number | null;
                toAgentId: string;
                toAgentVersion: number | null;
                /** @description Whether the agent gets back what it had handed over */
                isReturn: boolean;
                /** @description In the words of the agent that handed over */
                reason: string | null;
            };
        };
        Event_call_analyzed: {
            /** @constant */
            type: "call.analyzed";
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The agent version behind the results; null: no results */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The other party's number, usually E.164 */
                customerNumber: string;
                /** @description 1 for the first attempt; a retry is a call of its own */
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
                /** @description When it was answered; null: not answered */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The other party's number, usually E.164 */
                customerNumber: string;
                /** @description 1 for the first attempt; a retry is a call of its own */
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
        Event_call_stageEntered: {
            /** @constant */
            type: "call.stageEntered";
            /** @description The event's id, the same in every delivery: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                callId: string;
                agentId: string;
                /** @description The stage before; null at the beginning */
                from: string | null;
                to: string;
                /**
                 * @description `choice`: the model chose the stage. `when`: a condition holds. `tool`: the model called a tool of the stage. `unheard`: back, because the customer had not heard the answer
                 * @enum {string}
                 */
                why: "start" | "choice" | "when" | "keys" | "silence" | "failure" | "tool" | "dialogue" | "values" | "unheard";
                /** @description The choice, the condition, the keys, or the tool */
                detail: string | null;
                /** @description The variables that were found out with it */
                values: {
                    [key: string]: unknown;
                };
            };
        };
        Event_call_started: {
            /** @constant */
            type: "call.started";
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The other party's number, usually E.164 */
                customerNumber: string;
                /** @description 1 for the first attempt; a retry is a call of its own */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
        Event_chat_agentChanged: {
            /** @constant */
            type: "chat.agentChanged";
            /** @description The event's id, the same in every delivery: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                fromAgentId: string;
                /** @description Null for a draft */
                fromAgentVersion: number | null;
                toAgentId: string;
                toAgentVersion: number | null;
                /** @description Whether the agent gets back what it had handed over */
                isReturn: boolean;
                /** @description In the words of the agent that handed over */
                reason: string | null;
            };
        };
        Event_chat_created: {
            /** @constant */
            type: "chat.created";
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
        Event_chat_stageEntered: {
            /** @constant */
            type: "chat.stageEntered";
            /** @description The event's id, the same in every delivery: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                chatId: string;
                agentId: string;
                /** @description The stage before; null at the beginning */
                from: string | null;
                to: string;
                /**
                 * @description `choice`: the model chose the stage. `when`: a condition holds. `tool`: the model called a tool of the stage. `unheard`: back, because the customer had not heard the answer
                 * @enum {string}
                 */
                why: "start" | "choice" | "when" | "keys" | "silence" | "failure" | "tool" | "dialogue" | "values" | "unheard";
                /** @description The choice, the condition, the keys, or the tool */
                detail: string | null;
                /** @description The variables that were found out with it */
                values: {
                    [key: string]: unknown;
                };
            };
        };
        Event_database_failedOver: {
            /** @constant */
            type: "database.failedOver";
            /** @description The event's id, the same in every delivery: `webhook-id` */
            eventId: string;
            /**
             * Format: date-time
             * @description When it was stored
             */
            timestamp: string;
            data: {
                /**
                 * Format: date-time
                 * @description Everything that was acknowledged before this time is there
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When the failover was noticed
                 */
                until: string;
                /** @description The timeline of the database from now on */
                timeline: number;
                /** @description Calls whose lost record was written again */
                callsWrittenBack: number;
                /** @description Calls that ended as `unknown-outcome`, because they were or may have been dialed */
                callsUnknown: number;
                /** @description Dialed or answered calls whose record is gone, up to 100 */
                missingCallIds: string[];
            };
        };
        Event_personalization_consumed: {
            /** @constant */
            type: "personalization.consumed";
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The reason for the status, in words */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The reason for the status, in words */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The reason for the status, in words */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The reason for the status, in words */
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
            /** @description The event's id, the same in every delivery: `webhook-id` */
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
                /** @description The reason for the status, in words */
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
            /** @description The query that the provider added to our page's address */
            query: string;
        };
        FlowStart: {
            /** @description The stage that is entered first */
            stage: string;
            /**
             * @description Variables that are known then. They are checked against the flow's `variables`
             * @default {}
             */
            variables: {
                [key: string]: unknown;
            };
        };
        FlowStartInput: {
            /** @description The stage that is entered first */
            stage: string;
            /**
             * @description Variables that are known then. They are checked against the flow's `variables`
             * @default {}
             */
            variables?: {
                [key: string]: unknown;
            };
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
            /** @description When the last call is over, retries included, as percentiles of the simulated runs. The remaining calls are canceled at the end of the campaign. Null: later than in 90 days, or never */
            finishesAt: {
                p10: string | null;
                p50: string | null;
                p90: string | null;
            };
            /** @description Calls dialed from now on in the median run, like all following fields */
            attempts: number;
            /** @description Their outcomes; `refused` calls are not dialed */
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
            /** @description The lowest of the caps that apply, at the time when the fewest other campaigns dial */
            concurrentCallsMax: number;
            /** @description The used share of the cap while calls are due, from 0 to 1; null: no call is ever due */
            utilization: number | null;
            /** @description What the forecast assumes and leaves out */
            assumptions: string[];
        };
        /** @default {} */
        ForecastRequestInput: {
            /**
             * @description The same seed returns the same forecast as long as the campaign does not change
             * @default 1
             */
            seed?: number;
        };
        ForgetCustomer: {
            /** @description The customer's telephone number, E.164 */
            phoneNumber?: string;
            /** @description The customer's id in chats. Only for customers whose chats have no telephone number */
            customerUniqueId?: string;
        };
        ForgottenFacts: {
            /** @description The facts that were deleted */
            deleted: number;
        };
        FrequencyCap: {
            /** @description Counts calls that rang, or may have, including retries */
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
             * @description `canceled`: accepted rows stay; the others were dropped
             * @enum {string}
             */
            status: "running" | "completed" | "canceled";
            /** @description Rows of the file without its header and without empty lines */
            rowsRead: number;
            /** @description Rows accepted so far. The others wait while the import runs */
            rowsAccepted: number;
            /** @description Rows refused so far. `GET …/refused` returns them with the reasons */
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
            /** @description Shown only here; null when an Idempotency-Key replays the invitation */
            url: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        Join: {
            /** @description The part of the link after the # */
            token: string;
            /** @description At least 12 characters and not a commonly used password; there are no other rules */
            password: string;
            /**
             * Format: email
             * @description The member's sign-in address. Required when the member has none, else not allowed
             */
            email?: string;
            /** @description Changes the member's name */
            name?: string;
        };
        JoinInfo: {
            memberName: string | null;
            /** @description null: the member has none, and gives one when joining */
            email: string | null;
            organizationName: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string;
        };
        JoinInfoRequest: {
            /** @description The part of the link after the # */
            token: string;
        };
        KnowledgeChunks: {
            chunks: {
                chunkId: string;
                /** @description The headings above the part, the outermost first */
                headings: string[];
                /** @description Markdown */
                text: string;
                position: number;
                /** @description Why the embedding model refuses the part, in the provider's words; null: it does not */
                refusal: string | null;
            }[];
        };
        KnowledgeDocument: {
            documentId: string;
            sourceId: string;
            /** @description The title of the document */
            title: string;
            /** @description The address of the page; null for texts and files */
            address: string | null;
            /** @description Why the page could not be read the last time; null: it was */
            problem: string | null;
            /** @description The text was corrected by hand. Reading again does not replace it */
            isCorrected: boolean;
            /** @description Whether there is a text from before the last correction */
            canUndo: boolean;
            /** @description The parts that a search finds */
            chunkCount: number;
            /** @description The parts that the embedding model refuses. Searches find them by their words alone */
            refusedCount: number;
            /**
             * Format: date-time
             * @description When the text was last read or corrected
             */
            readAt: string;
            /** @description Markdown */
            text: string;
        };
        KnowledgeDocumentPage: {
            documents: components["schemas"]["KnowledgeDocumentSummary"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        KnowledgeDocumentSummary: {
            documentId: string;
            sourceId: string;
            /** @description The title of the document */
            title: string;
            /** @description The address of the page; null for texts and files */
            address: string | null;
            /** @description Why the page could not be read the last time; null: it was */
            problem: string | null;
            /** @description The text was corrected by hand. Reading again does not replace it */
            isCorrected: boolean;
            /** @description Whether there is a text from before the last correction */
            canUndo: boolean;
            /** @description The parts that a search finds */
            chunkCount: number;
            /** @description The parts that the embedding model refuses. Searches find them by their words alone */
            refusedCount: number;
            /**
             * Format: date-time
             * @description When the text was last read or corrected
             */
            readAt: string;
        };
        KnowledgeEmbedding: {
            /** @description null: searches compare words alone */
            model: components["schemas"]["KnowledgeEmbeddingChoice"] | null;
            /** @description The dimensions of the vectors */
            dimensions: number | null;
            /** @description The parts of all documents */
            chunkCount: number;
            /** @description The parts that a search by meaning can find */
            embeddedCount: number;
            /** @description The parts that the provider refuses, so that they are found by their words alone */
            refusedCount: number;
            /** @description Why parts could not be embedded the last time. It is tried again; null: nothing */
            problem: string | null;
            /** @description The tokens that the provider has counted for parts so far, with all models */
            chunkTokens: number;
            /** @description The same for questions */
            questionTokens: number;
            chosenAt: string | null;
        };
        KnowledgeEmbeddingChoice: {
            /** @enum {string} */
            provider: "openai" | "google" | "azure" | "bedrock" | "mistral" | "cohere" | "together" | "fireworks";
            /** @description The provider's id of the model */
            model: string;
            /**
             * @description Fewer dimensions than the model's own, which some models can give; null: its own
             * @default null
             */
            dimensions: number | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key: string | null;
        };
        KnowledgeEmbeddingChoiceInput: {
            /** @enum {string} */
            provider: "openai" | "google" | "azure" | "bedrock" | "mistral" | "cohere" | "together" | "fireworks";
            /** @description The provider's id of the model */
            model: string;
            /**
             * @description Fewer dimensions than the model's own, which some models can give; null: its own
             * @default null
             */
            dimensions?: number | null;
            /**
             * @description The `name` of one of the provider keys; null: the newest of the provider
             * @default null
             */
            key?: string | null;
        };
        KnowledgeFound: {
            chunks: {
                chunkId: string;
                /** @description The headings above the part, the outermost first */
                headings: string[];
                /** @description Markdown */
                text: string;
                documentId: string;
                sourceId: string;
                /** @description The title of the document */
                title: string;
                /** @description The address of the page; null for texts and files */
                address: string | null;
                /** @description Higher is better. Only scores of one search can be compared */
                score: number;
                /** @description `words`: it has words of the question. `meaning`: its vector is near that of the question */
                foundBy: ("words" | "meaning")[];
                /** @description Whether an agent would get it: it has enough of the words, or is similar enough in meaning */
                isEnough: boolean;
            }[];
            /** @description Why the embedding model was not used, so that words alone were compared; null: nothing failed */
            problem: string | null;
        };
        KnowledgeSource: {
            sourceId: string;
            /** @enum {string} */
            kind: "text" | "file" | "page" | "site";
            /** @description Shown in the console */
            name: string;
            /** @description The language of the source (BCP 47). A search then knows its word forms; null: it compares words as they are written */
            language: string | null;
            /** @description The page, or the first page of the site */
            address: string | null;
            /** @description The name of the uploaded file */
            fileName: string | null;
            /** @description How often the page or site is read again; null: never */
            rereadHours: number | null;
            /**
             * @description `reading`: being read, or waiting for it. What was read before is found meanwhile
             * @enum {string}
             */
            state: "reading" | "ready" | "failed";
            /** @description Why the last reading failed, or what it left out; null: nothing */
            problem: string | null;
            /** @description The texts, files or pages */
            documentCount: number;
            /** @description The parts that a search finds */
            chunkCount: number;
            /** @description The parts that the embedding model refuses. Searches find them by their words alone */
            refusedCount: number;
            /** @description When it was last read completely; null: not yet */
            readAt: string | null;
            /** @description When it is read again; null: not by itself */
            nextReadAt: string | null;
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
        KnowledgeSourcePage: {
            sources: components["schemas"]["KnowledgeSource"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        KnowledgeUse: {
            /** @description What was searched for: the words of the turn, and after short ones what was said before, in further lines */
            query: string;
            /**
             * @description `nothing`: the sources have nothing about it. `late`: the answer did not wait any longer, and used what was found for the first words. `failed`: the search failed, and the agent answered without it
             * @enum {string}
             */
            outcome: "found" | "nothing" | "late" | "failed";
            /** @description How long the search took, most of it while the caller spoke; null: longer */
            tookMs: number | null;
            /** @description How long the answer waited for it */
            waitedMs: number;
            /** @description The parts of documents that the model got */
            chunks: {
                chunkId: string;
                documentId: string;
                sourceId: string;
                /** @description The title of the document */
                title: string;
                headings: string[];
                /** @description Only scores of one answer can be compared */
                score: number;
            }[];
        };
        LanguageModelPrice: {
            /** @constant */
            kind: "language-model";
            /** @enum {string} */
            provider: "scripted" | "openai" | "anthropic" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model: string | null;
            /**
             * @description `cached-input-tokens` were read from the provider's cache, `cache-write-input-tokens` were written to it (Anthropic). Without a price of their own, both cost as much as `input-tokens`
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "cached-input-tokens" | "cache-write-input-tokens";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1000000
             */
            per: number;
        };
        LanguageModelPriceInput: {
            /** @constant */
            kind: "language-model";
            /** @enum {string} */
            provider: "scripted" | "openai" | "anthropic" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model?: string | null;
            /**
             * @description `cached-input-tokens` were read from the provider's cache, `cache-write-input-tokens` were written to it (Anthropic). Without a price of their own, both cost as much as `input-tokens`
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "cached-input-tokens" | "cache-write-input-tokens";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
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
            /** @description The calls behind the figures: those of the period with a conversation */
            calls: number;
            /** @description False when the period has more calls than the latest ones that were read */
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
        ListedCampaign: {
            campaignId: string;
            agentId: string;
            name: string;
            /** @enum {string} */
            status: "running" | "paused" | "ended";
            maxConcurrentCalls: number | null;
            /** @description Campaigns of an organization take turns: a weight of 3 gets three calls for each call of a weight of 1 */
            weight: number;
            /** @description Unix timestamp in milliseconds */
            endCampaignAt: number | null;
            endedAt: string | null;
            callDefaults: components["schemas"]["CallDefaults"];
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
            calls: {
                /** @description All calls, with retries */
                total: number;
                /** @description Calls that have ended or were canceled */
                ended: number;
            };
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
            /** @description The latest failure of the published trigger's filter; null: never */
            triggerFailure: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
                /** @description The event for which the filter failed; it started nothing */
                eventId: string;
                message: string;
            } | null;
            /** @description The version that runs; null until the workflow is published */
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
            /** @description Its latest runs, at most 5, newest first */
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
            /** @description Unique within the organization, ignoring case */
            email: string | null;
            /**
             * @description The upper limit for the scopes of the member's keys
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
            /** @description The first instant from now that allows the call; null: none within 400 days */
            nextOpen: string | null;
            /** @description The called party's possible time zones; the call is allowed when all of them are open. Empty: unknown, and the call is held */
            timeZones: string[];
            /**
             * @description The source of the time zones; `call`: from `timeZone`, as a call would name it
             * @enum {string}
             */
            timeZoneSource: "schedule" | "call" | "area-code" | "country" | "nothing";
            /** @description The source in words */
            explanation: string;
        };
        OidcAddress: {
            /**
             * Format: uri
             * @description The URL of the provider's page
             */
            url: string;
        };
        OidcOffer: {
            /** @description null: single sign-on is not configured */
            name: string | null;
        };
        OidcSession: {
            session: components["schemas"]["Session"];
            /** @description As given to `beginOidc` */
            returnTo: string;
        };
        Organization: {
            organizationId: string;
            name: string;
            /** @description Maximum concurrent calls, including inbound calls and second legs of transfers; default 10 */
            maxConcurrentCalls: number;
            /** @description The configured value; null: not set */
            allowedCountries: string[] | null;
            /** @description The configured value; null: the default types */
            allowedNumberTypes: string[] | null;
            /** @description SIP hosts at which addresses without a number may be called */
            sipHosts: string[];
            /**
             * @description `off` stops all outbound calls of the organization within a second
             * @enum {string}
             */
            dialing: "on" | "off";
            /** @description The enabled packs of calling-hours rules */
            rulePacks: string[];
            /** @description When circuits of trunks and campaigns open and hold their calls */
            circuitBreaker: components["schemas"]["CircuitBreaker"];
            /** @description Limits how often one person may be called across all campaigns; further calls wait. null: no limit */
            frequencyCap: components["schemas"]["FrequencyCap"] | null;
            eligibilityWebhook: components["schemas"]["EligibilityWebhook"] | null;
            /** @description A chat without messages for this many seconds becomes `abandoned`; default: one hour */
            abandonChatsAfterSeconds: number;
            /** @description The rate limit of each API key; default 6000 */
            requestsPerSecond: number;
            /** @description How long stored records are kept */
            retention: components["schemas"]["Retention"];
            /** @description The countries that may be called now */
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
             * @description When the next bucket begins
             */
            to: string;
            /** @description Calls that ended in the bucket, by endedReason */
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
                /** @description Queued calls that are due, counted up to 10000 */
                due: number;
                /** @description False when more are due */
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
            /** @description Resources that need attention and that the key may read, newest first, at most 100 */
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
            /** @description Explains which data the next call from the number will use */
            reason: string;
            /** @description The data for the next call; null: none */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description When the latest push was stored */
            pushedAt: string | null;
            consumedAt: string | null;
            /** @description The call that used the latest push */
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
            /** @description In any common format, normalized to E.164. E.164 input is unchanged. Ten digits are a US number */
            phoneNumber: string;
            /** @description Values of any JSON type by variable name of the agent's prompt; at most 200 keys and 64 KB */
            data: {
                [key: string]: unknown;
            };
        };
        PhoneNumber: {
            phoneNumberId: string;
            /** @description E.164. Belongs to one organization of the installation; cannot be changed */
            phoneNumber: string;
            /** @description The trunk for calls of this number; null: none yet */
            trunkId: string | null;
            /** @description Trunks that replace `trunkId`, in this order, while it is down and when it refuses a call before anything rang. Their inbound calls reach this number too */
            fallbackTrunkIds: string[];
            /** @description The agent that answers calls to this number; null: they are refused */
            inboundAgentId: string | null;
            /** @description Whether the number may be the caller id for customers in its area code, else in its state or a neighboring one */
            localPresence: boolean;
            /** @description Maximum calls dialed with the number per day (from midnight standard time in the number's own region). Further calls use another local presence number or wait for the next day. null: no limit */
            maxCallsPerDay: number | null;
            /** @description The header of an inbound INVITE that contains the call's `externalId`; default: Call-ID */
            externalIdHeader: string;
            /** @description The response to a call that cannot be taken (no agent, no free line); null: 486 Busy Here */
            overflow: {
                /** @constant */
                type: "reject";
                /**
                 * @description 486 Busy Here ends the call. Many carriers answer 480 and 503 by trying another route to the number
                 * @default 486
                 * @enum {number}
                 */
                code: 486 | 480 | 503;
            } | null;
            /** @description Calls dialed with it today; counted with `localPresence` or `maxCallsPerDay` */
            callsToday: number;
            /** @description When a call with the number was first answered over its trunk, in either direction; null: not yet. Until then another organization may add the number 30 days after `createdAt` */
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
             * @description Calls without a campaign are dialed in the order of priority, higher ones first
             * @default 5
             */
            priority?: number;
            /** @description The time zone of the customer: an IANA name, in any case. It replaces the time zone of the number, for example for calling hours */
            timeZone?: string | null;
        };
        PreviewAgentInput: {
            /** @description The customer's number; default: no personalization */
            phoneNumber?: string;
            /**
             * @description Only an inbound call uses personalization pushed for its number
             * @default inbound
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * @description The variables of the call
             * @default {}
             */
            variables?: {
                [key: string]: unknown;
            };
            /** @description Default: the published version */
            version?: number;
            /**
             * @description true: includes unpublished changes
             * @default false
             */
            draft?: boolean;
        };
        PreviewedVariable: {
            name: string;
            /** @description null: no value, so texts are empty there */
            value: unknown;
            /** @description null: no value. built-in: one of customerNumber, agentNumber, callId, date, time, timeZone, memory */
            source: ("personalization" | "call" | "default" | "built-in") | null;
        };
        Price: components["schemas"]["LanguageModelPrice"] | components["schemas"]["VoicePrice"] | components["schemas"]["TranscriberPrice"] | components["schemas"]["SpeechToSpeechPrice"] | components["schemas"]["TelephonyPrice"];
        PriceInput: components["schemas"]["LanguageModelPriceInput"] | components["schemas"]["VoicePriceInput"] | components["schemas"]["TranscriberPriceInput"] | components["schemas"]["SpeechToSpeechPriceInput"] | components["schemas"]["TelephonyPriceInput"];
        PriceList: {
            /** @description Starts at 1; 0: prices were never set */
            version: number;
            currency: string | null;
            prices: components["schemas"]["Price"][];
            /** @description Calls that end from here on use this version */
            createdAt: string | null;
        };
        ProcessEntry: {
            processId: string;
            /** @description Of `api`, `workflows`, `calls` and `dialer`. More may be added */
            roles: string[];
            /** @description Null: a version of before versions were recorded */
            version: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startedAt: string;
            /**
             * @description `lost`: it has not been seen for 5 s. More may be added
             * @enum {string}
             */
            state: "running" | "lost";
        };
        ProcessList: {
            processes: components["schemas"]["ProcessEntry"][];
        };
        Pronunciation: {
            pronunciationId: string;
            /** @description The written term, in any case: one or more words */
            term: string;
            /** @description The language in which the entry applies. Only the primary language counts: `en-US` applies to all English. null: every language */
            language: string | null;
            /** @description The text to speak instead of the term, such as `zee-rocks` for Xerox; null: the term */
            replacement: string | null;
            /** @description The pronunciation in the International Phonetic Alphabet. Voices that do not take it speak `replacement` */
            ipa: string | null;
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
        PronunciationImport: {
            /** @description The entries that were added */
            created: number;
            /** @description The entries that were changed */
            updated: number;
            /** @description The entries that were in the dictionary already */
            unchanged: number;
        };
        PronunciationPage: {
            pronunciations: components["schemas"]["Pronunciation"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        Provider: {
            /** @enum {string} */
            provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "cartesia" | "websocket" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras" | "flite" | "pocketsphinx" | "scripted";
            /** @description The name for people */
            label: string;
            kinds: ("model" | "voice" | "transcriber" | "speechToSpeech" | "embedding")[];
            /** @description Whether it is part of Parley, and needs no key */
            isEmbedded: boolean;
            /** @description The stored keys of the organization, newest first; at most 1,000 of all providers */
            keys: {
                providerKeyId: string;
                /** @description The name that agents give as `key`, to choose among several keys of a provider */
                name: string | null;
                /** @description The URL of another service with the provider's protocol; null: the provider's own */
                baseUrl: string | null;
            }[];
            /** @description The further fields of a key */
            keyFields: {
                /** @enum {string} */
                field: "region" | "resource" | "apiVersion" | "accessKeyId";
                isRequired: boolean;
                /** @description The field that can be given instead */
                replacedBy: "baseUrl" | null;
            }[];
            /** @description The published prices that we have read. Of other models the price is not known */
            prices: components["schemas"]["PublishedPrice"][];
            /** @description Whether a key must have a `baseUrl`: the address of your server or of your region */
            needsBaseUrl: boolean;
        };
        ProviderCircuit: {
            /** @enum {string} */
            kind: "model" | "voice" | "transcriber" | "speechToSpeech";
            provider: string;
            /** @description The `key` of the agent */
            key: string | null;
            /** @description The `model` of the agent */
            model: string | null;
            /**
             * Format: date-time
             * @description When it is asked again
             */
            openUntil: string;
            /** @description How it failed, in a few words */
            message: string;
        };
        ProviderCircuitList: {
            providerCircuits: components["schemas"]["ProviderCircuit"][];
        };
        ProviderKey: {
            providerKeyId: string;
            /** @enum {string} */
            provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "websocket" | "cartesia" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras";
            /** @description The name that agents give as `key`, to choose among several keys of a provider */
            name: string | null;
            /** @description The URL of another service with the provider's protocol; null: the provider's own */
            baseUrl: string | null;
            /** @description bedrock and polly: the AWS region, such as us-east-1. vertex: the location; null: global. azure-speech: the region, such as westeurope. google-cloud: the location that transcribes; null: global */
            region: string | null;
            /** @description azure: the name of the resource, as in https://NAME.openai.azure.com. google-cloud with an API key: the id of the project, to transcribe */
            resource: string | null;
            /** @description azure: the version of a deployment-based address, such as 2024-10-21; null: the v1 API */
            apiVersion: string | null;
            /** @description bedrock and polly: the access key id of an AWS key, with which requests are signed. bedrock, null: `apiKey` is a key of Bedrock */
            accessKeyId: string | null;
            /** @description The last characters of the key; null when it is short or missing */
            lastFour: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        ProviderKeyCheck: {
            /**
             * @description refused: the vendor does not accept the key. unreachable: no answer in 5 s, or a failure of the vendor. unknown: the vendor has no such request, or its answer does not show whether the key works
             * @enum {string}
             */
            outcome: "accepted" | "refused" | "unreachable" | "unknown";
            /** @description A sentence to show. It has the words of the vendor, and never the key */
            message: string;
            tookMs: number;
        };
        ProviderKeyPage: {
            providerKeys: components["schemas"]["ProviderKey"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        ProviderList: {
            providers: components["schemas"]["Provider"][];
        };
        ProviderModel: {
            /** @description As an agent names it */
            model: string;
            /** @description The name for people */
            name: string | null;
            kinds: ("model" | "voice" | "transcriber" | "speechToSpeech" | "embedding")[];
            /** @description BCP 47; null: the vendor does not say */
            languages: string[] | null;
        };
        ProviderModelPage: {
            models: components["schemas"]["ProviderModel"][];
            /** @description When the vendor was asked. An answer is kept for ten minutes. null: the list is our own */
            askedAt: string | null;
            /** @description The day on which our own list was made; null: the vendor was asked */
            knownOn: string | null;
            /** @description The vendor lists more items than this number, which were read. An agent may name the others, too. null: the list was read to its end */
            truncatedAt: number | null;
            /** @description Why the list is empty or only our own; null: it is complete */
            problem: {
                /**
                 * @description no-key: store a key first. no-list: the vendor has none. failed: the vendor did not answer
                 * @enum {string}
                 */
                reason: "no-key" | "no-list" | "failed";
                /** @description A sentence to show. It has the words of the vendor, and never the key */
                message: string;
            } | null;
            metadata: components["schemas"]["PageMetadata"];
        };
        ProviderTrial: {
            /** @enum {string} */
            outcome: "answered" | "failed";
            /** @description Why it failed, in the provider's words */
            message: string | null;
            /** @description The answer of a model */
            text: string | null;
            /** @description The speech of a voice: a WAV file in base64, cut after 40 s */
            audio: string | null;
            /** @description Milliseconds from the request to the first words, or to the first audio */
            firstMs: number | null;
            /** @description Milliseconds from the request to the end */
            tookMs: number;
        };
        ProviderVoice: {
            /** @description As an agent names it */
            voice: string;
            /** @description The name for people */
            name: string | null;
            /** @description The gender, the accent or a description */
            detail: string | null;
            /** @description BCP 47; null: the vendor does not say */
            languages: string[] | null;
            /** @description null: the vendor does not say */
            models: string[] | null;
        };
        ProviderVoicePage: {
            voices: components["schemas"]["ProviderVoice"][];
            /** @description When the vendor was asked. An answer is kept for ten minutes. null: the list is our own */
            askedAt: string | null;
            /** @description The day on which our own list was made; null: the vendor was asked */
            knownOn: string | null;
            /** @description The vendor lists more items than this number, which were read. An agent may name the others, too. null: the list was read to its end */
            truncatedAt: number | null;
            /** @description Why the list is empty or only our own; null: it is complete */
            problem: {
                /**
                 * @description no-key: store a key first. no-list: the vendor has none. failed: the vendor did not answer
                 * @enum {string}
                 */
                reason: "no-key" | "no-list" | "failed";
                /** @description A sentence to show. It has the words of the vendor, and never the key */
                message: string;
            } | null;
            metadata: components["schemas"]["PageMetadata"];
        };
        PublishedPrice: {
            /** @enum {string} */
            kind: "language-model" | "text-to-speech" | "speech-to-text";
            /** @description null: every model of the provider */
            model: string | null;
            /** @enum {string} */
            unit: "input-tokens" | "output-tokens" | "cached-input-tokens" | "cache-write-input-tokens" | "characters" | "minutes";
            /** @description US dollars without tax, as decimal text */
            amount: string;
            /** @description The number of units that the amount pays for */
            per: number;
            /** @description The condition of the price */
            note: string | null;
            /**
             * Format: date
             * @description The day on which the page was checked. The price may have changed since
             */
            checkedOn: string;
            /**
             * Format: uri
             * @description The page with the price
             */
            source: string;
        };
        RedeliverFailed: {
            /**
             * Format: date-time
             * @description Deliveries given up after this time
             */
            since: string;
        };
        Redelivered: {
            /** @description At most 10,000; repeat the request for more */
            redelivered: number;
        };
        Retention: {
            /** @description Days after its end until a call is deleted with its recording; null: never. At least `frequencyCap.days` */
            callsDays: number | null;
            /** @description Days after the call's end until its recording is deleted; null: with the call */
            recordingsDays: number | null;
            /** @description Days after its end until a chat is deleted; null: never */
            chatsDays: number | null;
            /** @description Days after its end until a workflow run is deleted; null: never */
            runsDays: number | null;
            /** @description Days that events can be read and redelivered; null: forever */
            eventsDays: number | null;
            /** @description Days until audit entries are deleted. A checkpoint remains, from which the rest verifies; null: never */
            auditDays: number | null;
        };
        RetryConfig: {
            callRetryConfigId: string;
            name: string;
            /** @description The most calls to a customer, including the first one */
            maxAttempts: number;
            /** @description The delays after the end of the first attempt, the second, and so on. The last one repeats */
            delaysSeconds: number[];
            /** @description Replace `delaysSeconds` after attempts with this outcome, such as shorter delays after `busy` */
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
             * @description Skips the scenario when the transcriber is not installed, or the service has no key of the provider
             * @default []
             */
            needs: ("pocketsphinx" | "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "websocket" | "cartesia" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras")[];
            /** @description The agent, as in POST /api/agents */
            agent?: {
                [key: string]: unknown;
            };
            /** @description Instead of `agent`: an agent of the running service */
            agentId?: string;
            /**
             * @default inbound
             * @enum {string}
             */
            direction: "inbound" | "outbound";
            /**
             * @description The variables of the call
             * @default {}
             */
            variables: {
                [key: string]: unknown;
            };
            /** @description The codecs of trunk and customer, the preferred one first; PCMU and PCMA by default */
            codecs?: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description The voice of the customer
             * @default rms
             * @enum {string}
             */
            voice: "slt" | "rms" | "awb";
            /**
             * @description How the customer treats a call of the agent
             * @default answers
             */
            customer: components["schemas"]["ScenarioCustomer"];
            /**
             * @description An HTTP service for tools; `$HTTP` in the agent stands for its address. Several answers are given in order, and the last is repeated
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
            /** @description The call that the scenario was made from */
            recorded?: components["schemas"]["ScenarioRecorded"];
        };
        ScenarioCustomer: ("answers" | "busy" | "no-answer" | "declines" | "voicemail" | "intercept") | ({
            /** @constant */
            kind: "answers";
            /**
             * @description The ringing time before the answer, in milliseconds
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
             * @description The ringing time before the network reports 480; null rings until the caller gives up
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
             * @description Hangs up this long after the beep, or after 5 s of silence
             * @default 60000
             */
            recordsMs: number;
        } | {
            /** @constant */
            kind: "intercept";
            /** @default 200 */
            ringMs: number;
            /**
             * @description Said after the special information tones
             * @default The number you have dialed is not in service.
             */
            announcement: string;
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
            /**
             * @description The texts that simulated voices were asked to say, in this order, with anything in between
             * @default []
             */
            spoken: components["schemas"]["ScenarioSpoken"][];
            /** @description The tools that were called, in order, by name or with their arguments */
            toolCalls?: (string | {
                name: string;
                /** @description The given arguments must match; others are allowed */
                arguments?: {
                    [key: string]: unknown;
                };
            })[];
            /** @description Why each turn of the caller was over, in order: `endedBy` in the `turns` of the call record */
            turnEnds?: string[];
            /** @description The least number of times that the agent speaks */
            turnsMin?: number;
            /** @description The longest time from the customer’s last sound to the agent’s answer */
            answerMsMax?: number;
            /** @description The longest time from an interruption until the agent is silent */
            silencedMsMax?: number;
            /** @description The longest response time of any turn, from the `latency` of the call record */
            waitedMsMax?: number;
        };
        ScenarioRecorded: {
            callId: string;
            agentVersion: number | null;
            endedReason: string | null;
            turns: {
                /** @description The customer action; null before the first one */
                customer: string | null;
                /** @description The part of the agent’s answer that was heard */
                agent: string[];
                /** @description The customer interrupted the answer, or hung up during it */
                isCut: boolean;
                tools: {
                    name: string;
                    arguments: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description The response time, from the latency ledger of the call */
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
        ScenarioSpoken: {
            voice: string;
            contains: string;
        };
        ScenarioStep: {
            /** @description Said with the voice of the customer; a list has texts and pauses */
            say: string | (string | {
                pauseMs: number;
            })[];
            /** @description The language in BCP 47 that a simulated transcriber reports; `en` by default */
            language?: string;
        } | {
            /** @description A mono WAV file, from the folder of the scenario */
            play: string;
        } | {
            press: string;
        } | {
            /** @description The customer is the menu of a company: it says its options and ignores keys meanwhile. It repeats them until the agent presses `key` */
            menu: {
                say: string;
                key: string;
                /**
                 * @description The silence after which the menu repeats itself
                 * @default 4000
                 */
                repeatAfterMs: number;
            };
        } | {
            /** @description Milliseconds to wait */
            wait: number;
        } | {
            /**
             * @description `turn`: the agent has spoken and is silent; `speech`: it starts to speak; `end`: the call is over
             * @enum {string}
             */
            await: "turn" | "speech" | "end";
            /** @description With `turn`: the silence that ends the turn; 700 by default */
            silenceMs?: number;
        } | {
            interrupt: {
                /** @description The time since the start of the agent’s turn; when the turn ends earlier, its end counts */
                afterMs: number;
                say?: string;
                press?: string;
            };
        } | {
            /** @description Decibels below full scale; null stops the noise */
            noise: number | null;
        } | {
            /** @description A recording that plays again and again in the room; null stops it */
            background: {
                /** @description A mono WAV file, from the folder of the scenario */
                play: string;
                /** @description Decibels below full scale, pauses left out */
                levelDb: number;
            } | null;
        } | {
            /** @description The telephone returns the agent’s voice; null stops it */
            echo: {
                /** @description How much quieter the agent’s voice comes back, in decibels */
                belowDb: number;
                /** @description How late it comes back */
                delayMs: number;
            } | null;
        } | {
            hangUp: true | {
                /** @description The time since the start of the agent’s turn; when the turn ends earlier, its end counts */
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
            /** @description When calls may be dialed every week */
            windows: {
                days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                /**
                 * @description `HH:MM`, 00:00 to 23:59
                 * @example 09:00
                 */
                start: string;
                /**
                 * @description `HH:MM`, later than the start, exclusive; 24:00 is midnight
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
                /** @description Replaces the week's windows; an empty list closes the day */
                windows: {
                    /**
                     * @description `HH:MM`, 00:00 to 23:59
                     * @example 09:00
                     */
                    start: string;
                    /**
                     * @description `HH:MM`, later than the start, exclusive; 24:00 is midnight
                     * @example 17:00
                     */
                    end: string;
                }[];
            }[];
            /** @description Starts at 1 and increases with every change */
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
        SearchKnowledgeInput: {
            /** @description A question or words, as a caller says or writes them */
            query: string;
            /**
             * @description The sources to search; null: all of the organization
             * @default null
             */
            sourceIds?: string[] | null;
            /**
             * @description The language of the question. Sources in other languages come behind; null: unknown
             * @default null
             */
            language?: string | null;
            /**
             * @description The most parts to return
             * @default 5
             */
            limit?: number;
        };
        SearchResult: {
            /** @enum {string} */
            kind: "customer" | "call" | "campaign" | "agent" | "workflow" | "phone-number" | "trunk" | "knowledge-source" | "schedule" | "member" | "view";
            /** @description The id of the resource. For a customer, the number in E.164 form */
            id: string;
            /** @description The name of the resource, or its number. For a call, the customer's number */
            name: string;
            /** @description What distinguishes results of one name: the ended reason of a call or its status, the status of a campaign, the host of a trunk, the e-mail address of a member */
            detail: string | null;
            /** @description When a call was created. Null for other kinds */
            createdAt: string | null;
        };
        SearchResults: {
            results: components["schemas"]["SearchResult"][];
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
                /** @description Whether everything in it is made up (`POST /console/demo`) */
                isDemo: boolean;
            };
            /** @description The scopes of the member's role */
            scopes: string[];
            /** @description Sent with every change as the header `x-csrf-token` */
            csrfToken: string;
            /**
             * Format: date-time
             * @description At the latest; an unused session ends after 12 hours
             */
            expiresAt: string;
        };
        SessionList: {
            sessions: {
                sessionId: string;
                /** @description Whether it is the requesting session */
                isCurrent: boolean;
                /** @description The IP address that opened it */
                address: string | null;
                userAgent: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description Rounded to the minute
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
            /** @description The origins of the pages that may embed the widget, exactly as browsers send them */
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
        ShownChat: {
            chatId: string;
            /** @description The agent with which the chat began. Its messages name the agents to which it was handed */
            agentId: string;
            customerUniqueId: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @enum {string} */
            status: "active" | "handedOff" | "ended" | "abandoned";
            /** @description null until available */
            summary?: string | null;
            transcript: {
                messages: components["schemas"]["ChatMessage"][];
            };
            chatVariables: {
                [key: string]: unknown;
            };
            /** @description The usage of models for answers (including abandoned ones) and the analysis */
            usage: components["schemas"]["CallUsage"][];
            /** @description The cost of that usage once the chat is over; null without usage, or when the organization had no prices (`/api/organization/prices`) */
            cost: components["schemas"]["CallCost"] | null;
            /** @description The version of the agent with which the chat began; null for its draft */
            agentVersion: number | null;
            /** @description What a test chat tests: a draft, or a flow from the middle; null for other chats */
            trial: components["schemas"]["ChatTrial"] | null;
            /** @description The customer's telephone number (E.164), from `chatVariables` or `customerUniqueId`; null when neither has one */
            customerNumber: string | null;
        };
        SignIn: {
            email: string;
            password: string;
            /** @description Required for members of several organizations with the same e-mail address and password */
            organizationId?: string;
        };
        Sound: {
            soundId: string;
            /** @description Shown in the console and in transcripts */
            name: string;
            durationSeconds: number;
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
        SoundPage: {
            sounds: components["schemas"]["Sound"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        SpeakPronunciationInput: {
            /** @description The written term, in any case: one or more words */
            term: string;
            /**
             * @description The language in which the entry applies. Only the primary language counts: `en-US` applies to all English. null: every language
             * @default null
             */
            language?: string | null;
            /**
             * @description The text to speak instead of the term, such as `zee-rocks` for Xerox; null: the term
             * @default null
             */
            replacement?: string | null;
            /**
             * @description The pronunciation in the International Phonetic Alphabet. Voices that do not take it speak `replacement`
             * @default null
             */
            ipa?: string | null;
            /**
             * @description The agent whose voice speaks, as its published version names it; null: the embedded voice
             * @default null
             */
            agentId?: string | null;
        };
        SpeechToSpeechPrice: {
            /** @constant */
            kind: "speech-to-speech";
            /** @enum {string} */
            provider: "openai" | "google" | "azure";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model: string | null;
            /**
             * @description `input-tokens` and `output-tokens` are text tokens. `cached-input-audio-tokens` without a price use that of `cached-input-tokens`; without that either, they are `unpriced` and never charged as other input
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1000000
             */
            per: number;
        };
        SpeechToSpeechPriceInput: {
            /** @constant */
            kind: "speech-to-speech";
            /** @enum {string} */
            provider: "openai" | "google" | "azure";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model?: string | null;
            /**
             * @description `input-tokens` and `output-tokens` are text tokens. `cached-input-audio-tokens` without a price use that of `cached-input-tokens`; without that either, they are `unpriced` and never charged as other input
             * @enum {string}
             */
            unit: "input-tokens" | "output-tokens" | "input-audio-tokens" | "output-audio-tokens" | "cached-input-tokens" | "cached-input-audio-tokens";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1000000
             */
            per?: number;
        };
        StoreWorkflowSecret: {
            /** @description The name that steps refer to. A secret with the same name is replaced */
            name: string;
            /** @description Stored encrypted and never shown again */
            value: string;
            /** @description The allowed origins; a request to another one fails before it is sent */
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
            /** @description The customer's number in E.164 */
            phoneNumber: string;
            /**
             * @description `api`: by this interface. `call`, `chat`: at the customer's request in one. `import`: from a file of numbers
             * @enum {string}
             */
            source: "api" | "call" | "chat" | "import";
            reason: string | null;
            /** @description The call in which the customer asked for it, or null */
            callId: string | null;
            /** @description The member who added it, or `system`; null for suppressions from before this was recorded */
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
        TelephonyPrice: {
            /** @constant */
            kind: "telephony";
            /**
             * @description null: all trunks without a price of their own
             * @default null
             */
            trunkId: string | null;
            /**
             * @description null: both. Transfers dial out and are outbound
             * @default null
             */
            direction: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1
             */
            per: number;
            /**
             * @description Each connection is rounded up to a multiple of this
             * @default 1
             */
            incrementSeconds: number;
        };
        TelephonyPriceInput: {
            /** @constant */
            kind: "telephony";
            /**
             * @description null: all trunks without a price of their own
             * @default null
             */
            trunkId?: string | null;
            /**
             * @description null: both. Transfers dial out and are outbound
             * @default null
             */
            direction?: ("inbound" | "outbound") | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1
             */
            per?: number;
            /**
             * @description Each connection is rounded up to a multiple of this
             * @default 1
             */
            incrementSeconds?: number;
        };
        TranscriberPrice: {
            /** @constant */
            kind: "speech-to-text";
            /** @enum {string} */
            provider: "pocketsphinx" | "openai" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "azure-speech" | "google-cloud" | "websocket";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model: string | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1
             */
            per: number;
        };
        TranscriberPriceInput: {
            /** @constant */
            kind: "speech-to-text";
            /** @enum {string} */
            provider: "pocketsphinx" | "openai" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "azure-speech" | "google-cloud" | "websocket";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model?: string | null;
            /** @enum {string} */
            unit: "seconds" | "minutes";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1
             */
            per?: number;
        };
        Trunk: {
            trunkId: string;
            name: string;
            /** @description The carrier's host name, IPv4 or IPv6 address, without scheme and port */
            host: string;
            /** @description null: as the NAPTR and SRV records of `host` say, by priority and weight, else the default port of `transport` */
            port: number | null;
            /**
             * @description The SIP transport. With `tls`, the carrier's certificate must be valid for `host` and trusted by this server; the port is usually 5061
             * @enum {string}
             */
            transport: "udp" | "tcp" | "tls";
            /** @description The user name for the carrier's authentication */
            username: string | null;
            /** @description Whether to register at the carrier as `username`, for carriers that send calls only to registered users. Needs `username` and `password`; `health` shows the result */
            register: boolean;
            /** @description IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: the addresses of `host`; empty list: none */
            allowedAddresses: string[] | null;
            /** @description Maximum calls dialed over the trunk per second; others wait (`trunk-limit`). null: no limit */
            maxCallsPerSecond: number | null;
            /** @description Maximum concurrent calls over the trunk in both directions. Outbound calls wait (`trunk-limit`); inbound calls are refused (503, or the overflow of the number). null: no limit */
            maxConcurrentCalls: number | null;
            /** @description In order of preference. G722 and OPUS carry twice the audio bandwidth of the others. OPUS tolerates loss best and needs about half the bit rate, but more CPU */
            codecs: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and encrypted offers are accepted; `required`: calls without keys are refused. The keys are only as secret as the signaling: use `tls`
             * @enum {string}
             */
            mediaEncryption: "off" | "optional" | "required";
            /** @description Interval of OPTIONS probes; null: the carrier is only probed after an unanswered INVITE, until it responds */
            optionsIntervalSeconds: number | null;
            /** @description Whether the other party may transfer the call (REFER). The named number is called over this trunk if the organization may call it, and the conversation continues with the new party. false: such requests are refused (603) */
            acceptTransfers: boolean;
            /** @description How the trunk interprets dialed digits */
            dialPlan: {
                /** @description The configured value; null: that of the call's number */
                country: string | null;
                exitCodes: string[];
                linePrefixes: string[];
            };
            health: components["schemas"]["TrunkHealth"];
            /** @description Opens when too many attempts fail, and then holds the trunk's calls */
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
             * @description Calls over a trunk that is down are held; `unknown`: not probed within the last minute
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
        TryProviderInput: {
            /** @enum {string} */
            kind: "model" | "voice";
            /**
             * @description The settings as in an agent's `model` or `voice`, without `provider` and `fallback`
             * @default {}
             */
            settings?: {
                [key: string]: unknown;
            };
            /** @description The question for a model, or the sentence for a voice */
            text: string;
            /**
             * @description The BCP 47 language of the text
             * @default null
             */
            language?: string | null;
        };
        UnansweredQuestions: {
            questions: {
                /** @description As it was asked last */
                question: string;
                /** @description How often it was asked */
                count: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                lastAskedAt: string;
                /** @description The calls and chats that asked it last, at most five */
                conversations: {
                    /** @enum {string} */
                    kind: "call" | "chat";
                    id: string;
                }[];
            }[];
        };
        UpdateAgentInput: {
            name?: string;
            /** @description May contain `{{variable}}` */
            prompt?: string;
            /** @description Spoken when the call is answered; null: the model speaks first */
            firstMessage?: string | null;
            /** @description The language in which calls begin */
            language?: string;
            /** @description Further languages. A call changes to one of them when the caller speaks it or asks for it */
            languages?: {
                language: string;
                /**
                 * @description The id of a voice of the agent's voice provider; null: the provider's first voice of the language
                 * @default null
                 */
                voice?: string | null;
            }[];
            /** @description Variables used in `prompt` or `firstMessage` and not listed here are required, except customerNumber, agentNumber, callId, date, time, timeZone, memory, which every call has */
            variables?: {
                name: string;
                /** @default true */
                required?: boolean;
                /** @default null */
                default?: string | number | boolean | null;
                /** @default null */
                description?: string | null;
            }[];
            /** @description The model that decides what to say; null: the agent says only its first message */
            model?: components["schemas"]["AgentModelInput"] | null;
            /** @description null: the embedded voice */
            voice?: components["schemas"]["AgentVoiceInput"] | null;
            /** @description null: the embedded recognizer, if the model supplies the phrases to expect */
            transcriber?: components["schemas"]["AgentTranscriberInput"] | null;
            /** @description A model that hears and speaks directly. `transcriber`, `model` and `voice` take over when it cannot be reached, and the voice speaks fixed texts. null: transcriber, model and voice handle the call */
            speechToSpeech?: components["schemas"]["AgentSpeechToSpeechInput"] | null;
            /** @description The conversation as a graph of stages, each with its own instructions and tools; null: `prompt` alone */
            flow?: components["schemas"]["AgentFlowInput"] | null;
            /** @description The tools that the model may call */
            tools?: components["schemas"]["AgentToolInput"][];
            transferDestinations?: components["schemas"]["AgentTransferDestinationInput"][];
            /** @description The analysis of a call after it ends; null: none */
            analysis?: {
                /**
                 * @description A few sentences about what happened
                 * @default true
                 */
                summary?: boolean;
                /**
                 * @description The customer's sentiment: `positive`, `neutral` or `negative`
                 * @default true
                 */
                sentiment?: boolean;
                /**
                 * @description A JSON Schema of type object. The call record holds the extracted data in `analysis`
                 * @default null
                 */
                structuredDataSchema?: {
                    [key: string]: unknown;
                } | null;
                /** @default [] */
                rubrics?: {
                    /** @description The name of its result */
                    name: string;
                    /** @description The statement about the conversation that must be true to pass */
                    description: string;
                }[];
            } | null;
            /** @description What the agent remembers of a customer from one conversation to the next, as in `/api/customer-facts`; null: nothing */
            memory?: components["schemas"]["AgentMemoryInput"] | null;
            /** @description The documents from which the agent answers. They are searched while the caller speaks, and before each answer of a chat; null: none */
            knowledge?: components["schemas"]["AgentKnowledgeInput"] | null;
            limits?: {
                /**
                 * @description Maximum duration of the conversation in seconds; then the call ends. The time pauses during a transfer, which ends the call after 4 hours
                 * @default 1800
                 */
                maxDurationSeconds?: number;
                /**
                 * @description Ends the call after this much silence
                 * @default 10
                 */
                silenceSeconds?: number;
            };
            conversation?: components["schemas"]["AgentConversationInput"];
            /** @description Rules that are checked before the agent says or does something. A sentence that breaks one is replaced */
            guardRails?: components["schemas"]["AgentGuardRailsInput"];
            /**
             * @description true: publishes the change at once, and adds it to an existing draft. false: saves the change in the draft, which starts as a copy of the published version
             * @default true
             */
            publish?: boolean;
        };
        UpdateCampaign: {
            /** @description At most the organization's maxConcurrentCalls. Null for no cap of its own */
            maxConcurrentCalls?: number | null;
            /** @description How many turns the campaign gets relative to other campaigns. Default 1 */
            weight?: number;
            /** @description Changes the given values */
            callDefaults?: {
                /** @description The schedule */
                scheduleId?: string | null;
                /** @description The caller id */
                phoneNumberId?: string | null;
                /** @description The retry configuration */
                callRetryConfigId?: string | null;
            };
        };
        UpdateCustomerFact: {
            /** @description The fact, such as `mornings before ten` */
            fact?: string;
            /** @description The days from now; default: as many as before */
            keepDays?: number;
        };
        UpdateKnowledgeDocument: {
            /** @description The title of the document */
            title?: string;
            /** @description Markdown */
            text?: string;
        };
        UpdateKnowledgeSource: {
            /** @description Shown in the console */
            name?: string;
            /** @description Replaces the text of a source of the kind `text` */
            text?: string;
            /** @description How often a page or site is read again; null: not by itself */
            rereadHours?: number | null;
        };
        UpdateMember: {
            name?: string;
            /** @description Unique within the organization, ignoring case */
            email?: string | null;
            /**
             * @description The upper limit for the scopes of the member's keys
             * @enum {string}
             */
            role?: "Admin" | "Agent Manager" | "Support" | "Viewer";
        };
        UpdateOrganizationInput: {
            name?: string;
            /** @description Maximum concurrent calls, including inbound calls and second legs of transfers; default 10 */
            maxConcurrentCalls?: number;
            /** @description Countries that may be called; null: those of its own numbers */
            allowedCountries?: string[] | null;
            /** @description Number types that may be called, by the numbering plans; null: all except personal numbers, pagers and voicemail access. Premium-rate and shared-cost numbers are never dialed, and satellite numbers belong to no country that could be allowed */
            allowedNumberTypes?: ("fixed-line" | "mobile" | "fixed-line-or-mobile" | "toll-free" | "voip" | "uan" | "personal-number" | "pager" | "voicemail" | "unknown")[] | null;
            /** @description Your own SIP hosts, such as a telephone system. Calls may be transferred to addresses without a number there, such as `sip:204@pbx.example`. Names such as `sip:sales@…` may also be called at the host of the call's trunk, and permitted numbers at every host */
            sipHosts?: string[];
            /**
             * @description `off` stops all outbound calls of the organization within a second
             * @enum {string}
             */
            dialing?: "on" | "off";
            /** @description Packs of calling-hours rules that hold calls until they are allowed in the called region; see `GET /api/rule-packs` */
            rulePacks?: ("us-federal" | "us-states")[];
            /** @description When circuits of trunks and campaigns open and hold their calls */
            circuitBreaker?: components["schemas"]["CircuitBreakerInput"];
            /** @description Limits how often one person may be called across all campaigns; further calls wait. null: no limit */
            frequencyCap?: components["schemas"]["FrequencyCap"] | null;
            /** @description Asked before each call is dialed, after all other checks; null: no webhook */
            eligibilityWebhook?: components["schemas"]["EligibilityWebhookInputInput"] | null;
            /** @description A chat without messages for this many seconds becomes `abandoned`; default: one hour */
            abandonChatsAfterSeconds?: number;
            /** @description The rate limit of each API key; default 6000 */
            requestsPerSecond?: number;
            /** @description How long stored records are kept. Omitted fields stay unchanged */
            retention?: components["schemas"]["UpdateRetention"];
        };
        UpdatePhoneNumberInput: {
            /** @description E.164. Belongs to one organization of the installation; cannot be changed */
            phoneNumber?: string;
            /** @description The trunk for calls of this number; null: none yet */
            trunkId?: string | null;
            /** @description Trunks that replace `trunkId`, in this order, while it is down and when it refuses a call before anything rang. Their inbound calls reach this number too */
            fallbackTrunkIds?: string[];
            /** @description The agent that answers calls to this number; null: they are refused */
            inboundAgentId?: string | null;
            /** @description Whether the number may be the caller id for customers in its area code, else in its state or a neighboring one */
            localPresence?: boolean;
            /** @description Maximum calls dialed with the number per day (from midnight standard time in the number's own region). Further calls use another local presence number or wait for the next day. null: no limit */
            maxCallsPerDay?: number | null;
            /** @description The header of an inbound INVITE that contains the call's `externalId`; default: Call-ID */
            externalIdHeader?: string;
            /** @description The response to a call that cannot be taken (no agent, no free line); null: 486 Busy Here */
            overflow?: {
                /** @constant */
                type: "reject";
                /**
                 * @description 486 Busy Here ends the call. Many carriers answer 480 and 503 by trying another route to the number
                 * @default 486
                 * @enum {number}
                 */
                code?: 486 | 480 | 503;
            } | null;
        };
        UpdatePronunciation: {
            /** @description The written term, in any case: one or more words */
            term?: string;
            /** @description The language in which the entry applies. Only the primary language counts: `en-US` applies to all English. null: every language */
            language?: string | null;
            /** @description The text to speak instead of the term, such as `zee-rocks` for Xerox; null: the term */
            replacement?: string | null;
            /** @description The pronunciation in the International Phonetic Alphabet. Voices that do not take it speak `replacement` */
            ipa?: string | null;
        };
        UpdateRetention: {
            /** @description Days after its end until a call is deleted with its recording; null: never. At least `frequencyCap.days` */
            callsDays?: number | null;
            /** @description Days after the call's end until its recording is deleted; null: with the call */
            recordingsDays?: number | null;
            /** @description Days after its end until a chat is deleted; null: never */
            chatsDays?: number | null;
            /** @description Days after its end until a workflow run is deleted; null: never */
            runsDays?: number | null;
            /** @description Days that events can be read and redelivered; null: forever */
            eventsDays?: number | null;
            /** @description Days until audit entries are deleted. A checkpoint remains, from which the rest verifies; null: never */
            auditDays?: number | null;
        };
        UpdateRetryConfig: {
            name?: string;
            /** @description The most calls to a customer, including the first one */
            maxAttempts?: number;
            /** @description The delays after the end of the first attempt, the second, and so on. The last one repeats */
            delaysSeconds?: number[];
            /** @description Replace `delaysSeconds` after attempts with this outcome, such as shorter delays after `busy` */
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
            /** @description When calls may be dialed every week */
            windows?: {
                days: ("sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat")[];
                /**
                 * @description `HH:MM`, 00:00 to 23:59
                 * @example 09:00
                 */
                start: string;
                /**
                 * @description `HH:MM`, later than the start, exclusive; 24:00 is midnight
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
                /** @description Replaces the week's windows; an empty list closes the day */
                windows: {
                    /**
                     * @description `HH:MM`, 00:00 to 23:59
                     * @example 09:00
                     */
                    start: string;
                    /**
                     * @description `HH:MM`, later than the start, exclusive; 24:00 is midnight
                     * @example 17:00
                     */
                    end: string;
                }[];
            }[];
        };
        UpdateSound: {
            /** @description Shown in the console and in transcripts */
            name?: string;
        };
        UpdateTrunkInput: {
            name?: string;
            /** @description The carrier's host name, IPv4 or IPv6 address, without scheme and port */
            host?: string;
            /** @description null: as the NAPTR and SRV records of `host` say, by priority and weight, else the default port of `transport` */
            port?: number | null;
            /**
             * @description The SIP transport. With `tls`, the carrier's certificate must be valid for `host` and trusted by this server; the port is usually 5061
             * @enum {string}
             */
            transport?: "udp" | "tcp" | "tls";
            /** @description The user name for the carrier's authentication */
            username?: string | null;
            /** @description Whether to register at the carrier as `username`, for carriers that send calls only to registered users. Needs `username` and `password`; `health` shows the result */
            register?: boolean;
            /** @description IPv4 and IPv6 addresses and CIDRs that may send calls over this trunk; null: the addresses of `host`; empty list: none */
            allowedAddresses?: string[] | null;
            /** @description Maximum calls dialed over the trunk per second; others wait (`trunk-limit`). null: no limit */
            maxCallsPerSecond?: number | null;
            /** @description Maximum concurrent calls over the trunk in both directions. Outbound calls wait (`trunk-limit`); inbound calls are refused (503, or the overflow of the number). null: no limit */
            maxConcurrentCalls?: number | null;
            /** @description In order of preference. G722 and OPUS carry twice the audio bandwidth of the others. OPUS tolerates loss best and needs about half the bit rate, but more CPU */
            codecs?: ("PCMU" | "PCMA" | "G722" | "OPUS")[];
            /**
             * @description Encrypted audio (SRTP) with keys in the session description. `off`: none; `optional`: keys are offered with plain audio, and encrypted offers are accepted; `required`: calls without keys are refused. The keys are only as secret as the signaling: use `tls`
             * @enum {string}
             */
            mediaEncryption?: "off" | "optional" | "required";
            /** @description Interval of OPTIONS probes; null: the carrier is only probed after an unanswered INVITE, until it responds */
            optionsIntervalSeconds?: number | null;
            /** @description Whether the other party may transfer the call (REFER). The named number is called over this trunk if the organization may call it, and the conversation continues with the new party. false: such requests are refused (603) */
            acceptTransfers?: boolean;
            /** @description How the trunk interprets dialed digits. SIP transfer destinations are judged as the numbers it makes of them. Replaced as a whole: omitted fields get their default */
            dialPlan?: components["schemas"]["DialPlanInput"];
            /** @description Write-only: stored encrypted and never returned; null removes it */
            password?: string | null;
        };
        UpdateView: {
            /** @description Unique on its page, in any case */
            name?: string;
            /** @description The parameters of the address of the page, as text, such as `{"status": "ended"}` */
            filters?: {
                [key: string]: string;
            };
        };
        UpdateWebhookEndpoint: {
            /** @description The http or https URL that events are sent to by POST, public or allowed by the operator */
            url?: string;
            /** @description Types of events, or `["*"]` for all, including future ones. `audit.entry` and `*` require `audit:export` */
            events?: ("*" | "call.queued" | "call.started" | "call.ended" | "call.analyzed" | "call.agentChanged" | "call.stageEntered" | "campaign.created" | "campaign.updated" | "campaign.paused" | "campaign.resumed" | "campaign.ended" | "campaign.importCompleted" | "chat.created" | "chat.message" | "chat.agentChanged" | "chat.stageEntered" | "chat.handedOff" | "chat.handedBack" | "chat.ended" | "chat.abandoned" | "workflow.run.created" | "workflow.run.completed" | "workflow.run.failed" | "workflow.run.canceled" | "workflow.run.unpublished" | "personalization.consumed" | "suppression.added" | "webhookEndpoint.disabled" | "database.failedOver" | "audit.entry")[];
            /** @description A description for people */
            description?: string | null;
            /** @description Whether events are sent */
            enabled?: boolean;
        };
        UpdateWorkflow: {
            name?: string;
            trigger?: components["schemas"]["WorkflowTrigger"];
            /** @description The draft: `steps`, each with a unique `id` and a `type`; at most 200 and 128 KB */
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
             * @description Answers 409 `workflow.changed` without a change when `updatedAt` is different by now
             */
            ifUpdatedAt?: string;
        };
        View: {
            viewId: string;
            /** @description Unique on its page, in any case */
            name: string;
            /**
             * @description The page of the console
             * @enum {string}
             */
            page: "calls";
            /** @description The parameters of the address of the page, as text, such as `{"status": "ended"}` */
            filters: {
                [key: string]: string;
            };
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
        ViewPage: {
            views: components["schemas"]["View"][];
            metadata: components["schemas"]["PageMetadata"];
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
            /** @description Sent with every further request as `Authorization: Bearer` */
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
            /** @description Sent with every further request as `Authorization: Bearer` */
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
            provider: "flite" | "openai" | "deepgram" | "elevenlabs" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "websocket" | "cartesia";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model: string | null;
            /** @constant */
            unit: "characters";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
             * @default 1000000
             */
            per: number;
        };
        VoicePriceInput: {
            /** @constant */
            kind: "text-to-speech";
            /** @enum {string} */
            provider: "flite" | "openai" | "deepgram" | "elevenlabs" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "websocket" | "cartesia";
            /**
             * @description null: all models without a price of their own
             * @default null
             */
            model?: string | null;
            /** @constant */
            unit: "characters";
            /** @description Of the currency, as decimal text */
            amount: string;
            /**
             * @description The number of units that the amount pays for
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
            /** @description Deliveries of the same resource follow the order of its events */
            resourceId: string;
            /**
             * @description `pending`: waiting for its first or next attempt; `dead`: given up 3 days after the first
             * @enum {string}
             */
            status: "pending" | "delivered" | "dead";
            attempts: number;
            /** @description null when it has ended, or an earlier delivery of the same resource comes first */
            nextAttemptAt: string | null;
            lastAttemptAt: string | null;
            /** @description The status of the last response; null: no response */
            responseCode: number | null;
            responseMs: number | null;
            /** @description The beginning of the response */
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
            /** @description `member`: a member disabled it; `failing`: no success for 5 days; `gone`: it answered 410 */
            disabledReason: ("member" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Deliveries waiting for their first or next attempt */
            pendingDeliveries: number;
            /** @description Failed attempts since the last success */
            failures: number;
            /** @description Since when no attempt has succeeded; null: the last one did */
            failingSince: string | null;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            /** @description Until then the secret before the last rotation also signs */
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
            /** @description `member`: a member disabled it; `failing`: no success for 5 days; `gone`: it answered 410 */
            disabledReason: ("member" | "failing" | "gone") | null;
            disabledAt: string | null;
            /** @description Deliveries waiting for their first or next attempt */
            pendingDeliveries: number;
            /** @description Failed attempts since the last success */
            failures: number;
            /** @description Since when no attempt has succeeded; null: the last one did */
            failingSince: string | null;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            /** @description Until then the secret before the last rotation also signs */
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
            /** @description The latest failure of the published trigger's filter; null: never */
            triggerFailure: {
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
                /** @description The event for which the filter failed; it started nothing */
                eventId: string;
                message: string;
            } | null;
            /** @description The version that runs; null until the workflow is published */
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
            /** @description The number of waiting steps that continue; 0: the event is kept */
            stepsAnswered: number;
        };
        WorkflowPage: {
            workflows: components["schemas"]["ListedWorkflow"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WorkflowProblems: {
            /** @description The problems that would prevent publication; empty: none */
            problems: {
                /** @description The path of the field, such as `definition.steps.2.then.0.url` */
                field: string;
                message: string;
            }[];
        };
        WorkflowRun: {
            workflowRunId: string;
            workflowId: string;
            /** @description The published version that was triggered; null: none */
            version: number | null;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
            /** @description The reason for the status, in words */
            reason: string | null;
            /** @description The member whose key triggered it */
            triggeredBy: string;
            /** @description The request that triggered it */
            requestId: string;
            /** @description The run whose step started this one */
            parentRunId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description When it was paused */
            pausedAt: string | null;
            endedAt: string | null;
            /** @description The body of the trigger */
            input: {
                [key: string]: unknown;
            };
            /** @description The value of its `end` step; null until the run has ended */
            output: unknown;
            /** @description The first 100 in the order they began. An input or output of more than 16384 characters is shown as `{"tooLong": <characters>}`; GET /api/workflow-runs/{workflowRunId}/steps?key=… returns it completely */
            steps: components["schemas"]["WorkflowRunStep"][];
            /** @description GET /api/workflow-runs/{workflowRunId}/steps returns all of them */
            hasMoreSteps: boolean;
        };
        WorkflowRunPage: {
            runs: components["schemas"]["WorkflowRunSummary"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        WorkflowRunStep: {
            /** @description The step's id, with iterations in loops: `notify#3` */
            key: string;
            stepId: string;
            type: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "canceled";
            attempts: number;
            /** @description The input it was carried out with; secrets as references */
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
            /** @description The published version that was triggered; null: none */
            version: number | null;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "canceled" | "unpublished";
            /** @description The reason for the status, in words */
            reason: string | null;
            /** @description The member whose key triggered it */
            triggeredBy: string;
            /** @description The request that triggered it */
            requestId: string;
            /** @description The run whose step started this one */
            parentRunId: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description When it was paused */
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
            event: "call.started" | "call.ended" | "call.analyzed" | "call.agentChanged" | "call.stageEntered" | "campaign.updated" | "campaign.paused" | "campaign.resumed" | "campaign.ended" | "campaign.importCompleted" | "chat.created" | "chat.agentChanged" | "chat.stageEntered" | "chat.handedOff" | "chat.handedBack" | "chat.ended" | "chat.abandoned" | "personalization.consumed" | "suppression.added" | "webhookEndpoint.disabled" | "database.failedOver";
            /** @description A CEL expression over `event` (`eventId`, `type`, `timestamp`, `data`); without it, every event starts the workflow */
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
        WriteCallComment: {
            /** @description Plain text */
            comment: string;
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
        /** @description The current state does not permit it */
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
        /** @description The body exceeds the limit of the operation: 64 KB unless it says otherwise */
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
        /** @description The body is not JSON (or not CSV, for operations that take a file) */
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
        /** @description The file has no such part; `content-range` names its size */
        RangeBeyondEnd: {
            headers: {
                /** @description The id of this request */
                "x-request-id"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limited, or too many requests of the organization wait (`organization.busy`); see `retry-after` */
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
        /** @description Nothing was done: the service is shutting down, or the database cannot be reached; see `retry-after` */
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
        /** @description The outcome is unknown: the connection to the database was lost while the change was stored. Safe to repeat: PUT (except of a password), DELETE, and the same request with the same Idempotency-Key */
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    listAgentTemplates: {
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
                    "application/json": components["schemas"]["AgentTemplateList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBrowserCalls: {
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
                    "application/json": components["schemas"]["BrowserCallPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    drillAgent: {
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
                "application/json": components["schemas"]["DrillAgentInput"];
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
                    "application/json": components["schemas"]["AgentDrill"];
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
    listProviderCircuits: {
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
                    "application/json": components["schemas"]["ProviderCircuitList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createKnowledgeText: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKnowledgeTextInput"];
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    uploadKnowledgeFile: {
        parameters: {
            query: {
                /** @description The name of the file. Its ending says what it is: .pdf, .docx, .html, .htm, .md, .markdown, .txt, .csv */
                fileName: string;
                /** @description Shown in the console; the name of the file by default */
                name?: string;
                /** @description The language of the file (BCP 47) */
                language?: string;
            };
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    replaceKnowledgeFile: {
        parameters: {
            query: {
                /** @description The name of the file */
                fileName: string;
            };
            header?: never;
            path: {
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    createKnowledgePage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKnowledgePageInput"];
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    createKnowledgeSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKnowledgeSiteInput"];
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    readKnowledgeSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                sourceId: string;
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    listKnowledgeSources: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                    "application/json": components["schemas"]["KnowledgeSourcePage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKnowledgeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sourceId: string;
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    deleteKnowledgeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sourceId: string;
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
    updateKnowledgeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sourceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKnowledgeSource"];
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
                    "application/json": components["schemas"]["KnowledgeSource"];
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
    listKnowledgeDocuments: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
            };
            header?: never;
            path: {
                sourceId: string;
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
                    "application/json": components["schemas"]["KnowledgeDocumentPage"];
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
    getKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
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
                    "application/json": components["schemas"]["KnowledgeDocument"];
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
    updateKnowledgeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKnowledgeDocument"];
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
                    "application/json": components["schemas"]["KnowledgeDocument"];
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
    undoKnowledgeCorrection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                documentId: string;
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
                    "application/json": components["schemas"]["KnowledgeDocument"];
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
    listKnowledgeChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
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
                    "application/json": components["schemas"]["KnowledgeChunks"];
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
    getKnowledgeEmbedding: {
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
                    "application/json": components["schemas"]["KnowledgeEmbedding"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    chooseKnowledgeEmbedding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnowledgeEmbeddingChoiceInput"];
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
                    "application/json": components["schemas"]["KnowledgeEmbedding"];
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
    removeKnowledgeEmbedding: {
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
    searchKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchKnowledgeInput"];
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
                    "application/json": components["schemas"]["KnowledgeFound"];
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
    listUnansweredQuestions: {
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
                    "application/json": components["schemas"]["UnansweredQuestions"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCustomerFacts: {
        parameters: {
            query?: {
                /** @description The customer's telephone number, E.164 */
                phoneNumber?: string;
                /** @description The customer's id in chats. Only for customers whose chats have no telephone number */
                customerUniqueId?: string;
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
                    "application/json": components["schemas"]["CustomerFactPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCustomerFact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerFactInput"];
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
                    "application/json": components["schemas"]["CustomerFact"];
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
    forgetCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgetCustomer"];
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
                    "application/json": components["schemas"]["ForgottenFacts"];
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
    getCustomerFact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                factId: string;
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
                    "application/json": components["schemas"]["CustomerFact"];
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
    deleteCustomerFact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                factId: string;
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
    updateCustomerFact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                factId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerFact"];
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
                    "application/json": components["schemas"]["CustomerFact"];
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
    exportPronunciations: {
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
    importPronunciations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PronunciationImport"];
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
    speakPronunciation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpeakPronunciationInput"];
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
                    "audio/wav": string;
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
    listPronunciations: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only entries whose term contains this text, ignoring case */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                    "application/json": components["schemas"]["PronunciationPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPronunciation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePronunciationInput"];
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
                    "application/json": components["schemas"]["Pronunciation"];
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
    getPronunciation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pronunciationId: string;
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
                    "application/json": components["schemas"]["Pronunciation"];
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
    deletePronunciation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pronunciationId: string;
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
    updatePronunciation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pronunciationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePronunciation"];
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
                    "application/json": components["schemas"]["Pronunciation"];
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
    listProviders: {
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
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgentPresets: {
        parameters: {
            query?: {
                /** @description The BCP 47 language of the agent, such as `pl`; default: en-US */
                language?: string;
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
                    "application/json": components["schemas"]["AgentPresetList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProviderModels: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only items whose id, name or description contains this text, ignoring case */
                search?: string;
                /** @description The name of the key to ask with, as an agent gives it; default: the newest key of the provider */
                key?: string;
                /** @description Only models for this part of an agent */
                kind?: "model" | "voice" | "transcriber" | "speechToSpeech" | "embedding";
            };
            header?: never;
            path: {
                provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "cartesia" | "websocket" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras" | "flite" | "pocketsphinx" | "scripted";
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
                    "application/json": components["schemas"]["ProviderModelPage"];
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
    listProviderVoices: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only items whose id, name or description contains this text, ignoring case */
                search?: string;
                /** @description The name of the key to ask with, as an agent gives it; default: the newest key of the provider */
                key?: string;
                /** @description Only voices of this language, such as `pl`. A region is ignored. Voices of unknown languages are kept */
                language?: string;
                /** @description Only voices of this model. Voices of which the vendor does not say that are kept */
                model?: string;
            };
            header?: never;
            path: {
                provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "cartesia" | "websocket" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras" | "flite" | "pocketsphinx" | "scripted";
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
                    "application/json": components["schemas"]["ProviderVoicePage"];
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
    checkProviderKey: {
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
            /** @description Success */
            200: {
                headers: {
                    /** @description The id of this request */
                    "x-request-id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderKeyCheck"];
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
    tryProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: "openai" | "anthropic" | "deepgram" | "elevenlabs" | "assemblyai" | "soniox" | "speechmatics" | "gladia" | "rime" | "inworld" | "hume" | "fish-audio" | "azure-speech" | "google-cloud" | "polly" | "cartesia" | "websocket" | "google" | "vertex" | "azure" | "bedrock" | "mistral" | "groq" | "cohere" | "xai" | "deepseek" | "together" | "fireworks" | "cerebras" | "flite" | "pocketsphinx" | "scripted";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TryProviderInput"];
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
                    "application/json": components["schemas"]["ProviderTrial"];
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    listSounds: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                    "application/json": components["schemas"]["SoundPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSound: {
        parameters: {
            query: {
                /** @description Shown in the console and in transcripts */
                name: string;
            };
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "audio/wav": string;
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
                    "application/json": components["schemas"]["Sound"];
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
    getSound: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                soundId: string;
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
                    "application/json": components["schemas"]["Sound"];
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
    deleteSound: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                soundId: string;
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
    updateSound: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                soundId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSound"];
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
                    "application/json": components["schemas"]["Sound"];
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
    getSoundAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                soundId: string;
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
            416: components["responses"]["RangeBeyondEnd"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTrunks: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
                ids?: string[];
                /** @description Only numbers whose calls use this trunk */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The number to call, in any common format; required when the time zone is `customer` */
                phoneNumber?: string;
                /** @description The called party's time zone, as a call would name it; used when the time zone is `customer` */
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The number in any format (`+49 30 1234-567`, `(212) 555-0100`, `0049 30 1234567`, `030 1234567`), or its last 4 to 6 digits */
                customerNumber?: string;
                /** @description Only calls that ended for one of these reasons */
                endedReason?: ("assistant-ended-call" | "customer-ended-call" | "assistant-forwarded-call" | "silence-timed-out" | "exceeded-max-duration" | "customer-busy" | "customer-did-not-answer" | "voicemail" | "trunk-rejected" | "trunk-unreachable" | "number-invalid" | "operator-intercept" | "no-person-reached" | "provider-error" | "manually-canceled" | "campaign-ended" | "number-suppressed" | "refused-by-gate" | "customer-opted-out" | "worker-lost" | "unknown-outcome")[];
                /** @description Only calls that one of these answered, as answer detection found */
                answeredBy?: ("person" | "voicemail" | "ivr" | "screening" | "queue" | "intercept" | "fax" | "silence" | "undecided")[];
                /** @description Only calls of at least so many seconds from the answer to the end */
                durationGte?: number;
                /** @description Only answered calls of at most so many seconds */
                durationLte?: number;
                /** @description Only calls whose analysis found one of these */
                sentiment?: ("positive" | "neutral" | "negative" | "not assessed")[];
                /** @description Only calls that were judged by the rubric of this name */
                rubric?: string;
                /** @description Only calls with this result of `rubric`. Without `rubric`: of any rubric */
                rubricResult?: "passed" | "failed";
                /** @description Only calls that ran this version of the agent; needs an agent */
                agentVersion?: number;
                /** @description Only calls over this trunk */
                trunkId?: string;
                /** @description Only calls that reached the stage of this name in a flow */
                stage?: string;
                /** @description Only calls whose `cost.total` is at least this amount, whatever its currency */
                costGte?: string;
                /** @description Only calls whose `cost.total` is at most this amount */
                costLte?: string;
                /** @description Only calls in whose transcript these words were said, by either side, ignoring case. `"in quotes"` is a phrase, `or` an alternative, and `-word` excludes a word. Words are compared whole and as they were said */
                text?: string;
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
                /** @description The number in any format (`+49 30 1234-567`, `(212) 555-0100`, `0049 30 1234567`, `030 1234567`), or its last 4 to 6 digits */
                customerNumber?: string;
                /** @description Only calls that ended for one of these reasons */
                endedReason?: ("assistant-ended-call" | "customer-ended-call" | "assistant-forwarded-call" | "silence-timed-out" | "exceeded-max-duration" | "customer-busy" | "customer-did-not-answer" | "voicemail" | "trunk-rejected" | "trunk-unreachable" | "number-invalid" | "operator-intercept" | "no-person-reached" | "provider-error" | "manually-canceled" | "campaign-ended" | "number-suppressed" | "refused-by-gate" | "customer-opted-out" | "worker-lost" | "unknown-outcome")[];
                /** @description Only calls that one of these answered, as answer detection found */
                answeredBy?: ("person" | "voicemail" | "ivr" | "screening" | "queue" | "intercept" | "fax" | "silence" | "undecided")[];
                /** @description Only calls of at least so many seconds from the answer to the end */
                durationGte?: number;
                /** @description Only answered calls of at most so many seconds */
                durationLte?: number;
                /** @description Only calls whose analysis found one of these */
                sentiment?: ("positive" | "neutral" | "negative" | "not assessed")[];
                /** @description Only calls that were judged by the rubric of this name */
                rubric?: string;
                /** @description Only calls with this result of `rubric`. Without `rubric`: of any rubric */
                rubricResult?: "passed" | "failed";
                /** @description Only calls that ran this version of the agent; needs an agent */
                agentVersion?: number;
                /** @description Only calls over this trunk */
                trunkId?: string;
                /** @description Only calls that reached the stage of this name in a flow */
                stage?: string;
                /** @description Only calls whose `cost.total` is at least this amount, whatever its currency */
                costGte?: string;
                /** @description Only calls whose `cost.total` is at most this amount */
                costLte?: string;
                /** @description Only calls in whose transcript these words were said, by either side, ignoring case. `"in quotes"` is a phrase, `or` an alternative, and `-word` excludes a word. Words are compared whole and as they were said */
                text?: string;
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
            416: components["responses"]["RangeBeyondEnd"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCallComments: {
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
                    "application/json": components["schemas"]["CallComments"];
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
    addCallComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                callId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteCallComment"];
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
                    "application/json": components["schemas"]["CallComment"];
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
    deleteCallComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
                commentId: string;
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
    editCallComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callId: string;
                commentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteCallComment"];
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
                    "application/json": components["schemas"]["CallComment"];
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    listViews: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Opaque; taken from `metadata.nextPage` */
                pageToken?: string;
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                    "application/json": components["schemas"]["ViewPage"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateView"];
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
                    "application/json": components["schemas"]["View"];
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
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                viewId: string;
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
                    "application/json": components["schemas"]["View"];
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
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                viewId: string;
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
    updateView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                viewId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateView"];
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
                    "application/json": components["schemas"]["View"];
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
    search: {
        parameters: {
            query: {
                /** @description A part of a name, an id, or a telephone number in any common format. Calls and customers are also found by the last 4 to 6 digits of the number */
                query: string;
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
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaign"];
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
                    "application/json": components["schemas"]["Campaign"];
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Default: when the campaign was created */
                from?: string;
                /** @description Default: now, or the end of the last call of an ended campaign */
                to?: string;
                /** @description Default: the shortest interval of which the period has at most 72 */
                interval?: "hour" | "day" | "week";
                /** @description The time zone of days and weeks. Default: UTC */
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
                /** @description The number in any format (`+49 30 1234-567`, `(212) 555-0100`, `0049 30 1234567`, `030 1234567`), or its last 4 to 6 digits */
                customerNumber?: string;
                /** @description Only calls that ended for one of these reasons */
                endedReason?: ("assistant-ended-call" | "customer-ended-call" | "assistant-forwarded-call" | "silence-timed-out" | "exceeded-max-duration" | "customer-busy" | "customer-did-not-answer" | "voicemail" | "trunk-rejected" | "trunk-unreachable" | "number-invalid" | "operator-intercept" | "no-person-reached" | "provider-error" | "manually-canceled" | "campaign-ended" | "number-suppressed" | "refused-by-gate" | "customer-opted-out" | "worker-lost" | "unknown-outcome")[];
                /** @description Only calls that one of these answered, as answer detection found */
                answeredBy?: ("person" | "voicemail" | "ivr" | "screening" | "queue" | "intercept" | "fax" | "silence" | "undecided")[];
                /** @description Only calls of at least so many seconds from the answer to the end */
                durationGte?: number;
                /** @description Only answered calls of at most so many seconds */
                durationLte?: number;
                /** @description Only calls whose analysis found one of these */
                sentiment?: ("positive" | "neutral" | "negative" | "not assessed")[];
                /** @description Only calls that were judged by the rubric of this name */
                rubric?: string;
                /** @description Only calls with this result of `rubric`. Without `rubric`: of any rubric */
                rubricResult?: "passed" | "failed";
                /** @description Only calls that ran this version of the agent; needs an agent */
                agentVersion?: number;
                /** @description Only calls over this trunk */
                trunkId?: string;
                /** @description Only calls that reached the stage of this name in a flow */
                stage?: string;
                /** @description Only calls whose `cost.total` is at least this amount, whatever its currency */
                costGte?: string;
                /** @description Only calls whose `cost.total` is at most this amount */
                costLte?: string;
                /** @description Only calls in whose transcript these words were said, by either side, ignoring case. `"in quotes"` is a phrase, `or` an alternative, and `-word` excludes a word. Words are compared whole and as they were said */
                text?: string;
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
                /** @description The schedule of calls whose row names none; that of the campaign when left out */
                scheduleId?: string;
                /** @description The caller id of calls whose row names none; that of the campaign when left out */
                phoneNumberId?: string;
                /** @description The retry configuration of calls whose row names none, or `none`; that of the campaign when left out */
                callRetryConfigId?: string;
                /** @description Match customer area codes; default false */
                localPresenceEnabled?: boolean;
                /** @description The priority of calls whose row has none, from 1 to 9; default 5 */
                priority?: number;
                /** @description The meaning of columns with other names, as JSON: `{"Mobile":"phoneNumber","Vorname":"variables.firstName","Note":"ignore"}` */
                columns?: string;
                /** @description The country of national numbers. Without it they are refused */
                country?: string;
                /** @description The delimiter between fields; default: the one in the header */
                delimiter?: "comma" | "semicolon" | "tab";
                /** @description What happens to a row whose number is in an earlier row. Default: refuse */
                duplicates?: "refuse" | "keep";
            };
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description In any common format, normalized to E.164. E.164 input is unchanged. Ten digits are a US number */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The reason for suppressing these numbers, for people */
                reason?: string;
                /** @description The meaning of columns with other names, as JSON: `{"Mobile":"phoneNumber","Vorname":"variables.firstName","Note":"ignore"}` */
                columns?: string;
                /** @description The country of national numbers. Without it they are refused */
                country?: string;
                /** @description The delimiter between fields; default: the one in the header */
                delimiter?: "comma" | "semicolon" | "tab";
                /** @description What happens to a row whose number is in an earlier row. Default: refuse */
                duplicates?: "refuse" | "keep";
            };
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description `api`: by this interface. `call`, `chat`: at the customer's request in one. `import`: from a file of numbers */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Fields to omit; the only option is `summary` */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Fields to omit; the only option is `summary` */
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
                /** @description Only open chats in this state */
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
                    "application/json": components["schemas"]["ShownChat"];
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    listChatMessages: {
        parameters: {
            query?: {
                /** @description Items a page; default 100 */
                pageSize?: number;
                /** @description Only messages after this position; default 0 */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Only messages after this position; default 0. The header `Last-Event-ID` takes precedence */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    endChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description A `priceVersion` of a call’s cost; default: the current version */
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
                /** @description The time zone of the day. Default: UTC */
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
                /** @description Default: a day before `to` */
                from?: string;
                /** @description Default: now */
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
    getCallBreakdown: {
        parameters: {
            query?: {
                /** @description Calls created from then on. Default: 30 days before `to` */
                from?: string;
                /** @description Calls created before. Default: now */
                to?: string;
                /** @description `agent-version` needs `agentId` */
                by?: "day" | "week" | "hour-of-day" | "agent" | "agent-version" | "campaign" | "trunk" | "type";
                /** @description For days, weeks and hours */
                timeZone?: string;
                agentId?: string;
                campaignId?: string;
                trunkId?: string;
                type?: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
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
                    "application/json": components["schemas"]["CallBreakdown"];
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
                /** @description Calls created from then on. Default: a day before `to` */
                from?: string;
                /** @description Calls created before. Default: now */
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
    listProcesses: {
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
                    "application/json": components["schemas"]["ProcessList"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                resourceType?: "organizations" | "members" | "api_keys" | "sessions" | "invitations" | "passwords" | "agents" | "agent_drills" | "sounds" | "trunks" | "provider_keys" | "phone_numbers" | "schedules" | "retry_configs" | "campaigns" | "calls" | "views" | "recordings" | "data_deletions" | "call_session_data" | "call_comments" | "chats" | "chat_messages" | "chat_widgets" | "browser_calls" | "workflows" | "workflow_runs" | "workflow_secrets" | "workflow_events" | "personalization" | "customer_facts" | "suppressions" | "pronunciations" | "knowledge_sources" | "knowledge_documents" | "knowledge_models" | "imports" | "webhook_endpoints" | "webhook_deliveries" | "prices" | "secret_keys" | "audit_logs" | "exports" | "databases";
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
                /** @description Only items whose name contains this text, ignoring case. For phone numbers the digits are compared, for members also the e-mail address */
                search?: string;
                /** @description Only the items with these ids, at most 100. Unknown ids are ignored */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Only this step, with its complete input and output */
                key?: string;
                /** @description Items per page; default and maximum 100 */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description Continue after this position: `metadata.next` of an earlier response, or `latest` for events stored from now on. Default: the oldest stored event */
                after?: string;
                /** @description Only events of these types, separated by commas. Default: all types that the key may read */
                types?: string;
                /** @description Maximum number of events; default 100 */
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
                /** @description Start after this position: `metadata.next` of `GET /api/events`, or the `id` of a streamed event. Default: events stored from now on. The header Last-Event-ID takes precedence */
                after?: string;
                /** @description Only events of these types, separated by commas. A type ending with a dot is a prefix, such as `call.` */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    exportCallTable: {
        parameters: {
            query?: {
                /** @description Only what was created after this instant */
                createdAtGt?: string;
                /** @description Only what was created before this instant */
                createdAtLt?: string;
                status?: "queued" | "ringing" | "in-progress" | "forwarding" | "ended" | "canceled";
                type?: "inboundPhoneCall" | "outboundPhoneCall" | "webCall";
                agentId?: string;
                campaignId?: string;
                /** @description The number in any format (`+49 30 1234-567`, `(212) 555-0100`, `0049 30 1234567`, `030 1234567`), or its last 4 to 6 digits */
                customerNumber?: string;
                /** @description Only calls that ended for one of these reasons */
                endedReason?: ("assistant-ended-call" | "customer-ended-call" | "assistant-forwarded-call" | "silence-timed-out" | "exceeded-max-duration" | "customer-busy" | "customer-did-not-answer" | "voicemail" | "trunk-rejected" | "trunk-unreachable" | "number-invalid" | "operator-intercept" | "no-person-reached" | "provider-error" | "manually-canceled" | "campaign-ended" | "number-suppressed" | "refused-by-gate" | "customer-opted-out" | "worker-lost" | "unknown-outcome")[];
                /** @description Only calls that one of these answered, as answer detection found */
                answeredBy?: ("person" | "voicemail" | "ivr" | "screening" | "queue" | "intercept" | "fax" | "silence" | "undecided")[];
                /** @description Only calls of at least so many seconds from the answer to the end */
                durationGte?: number;
                /** @description Only answered calls of at most so many seconds */
                durationLte?: number;
                /** @description Only calls whose analysis found one of these */
                sentiment?: ("positive" | "neutral" | "negative" | "not assessed")[];
                /** @description Only calls that were judged by the rubric of this name */
                rubric?: string;
                /** @description Only calls with this result of `rubric`. Without `rubric`: of any rubric */
                rubricResult?: "passed" | "failed";
                /** @description Only calls that ran this version of the agent; needs an agent */
                agentVersion?: number;
                /** @description Only calls over this trunk */
                trunkId?: string;
                /** @description Only calls that reached the stage of this name in a flow */
                stage?: string;
                /** @description Only calls whose `cost.total` is at least this amount, whatever its currency */
                costGte?: string;
                /** @description Only calls whose `cost.total` is at most this amount */
                costLte?: string;
                /** @description Only calls in whose transcript these words were said, by either side, ignoring case. `"in quotes"` is a phrase, `or` an alternative, and `-word` excludes a word. Words are compared whole and as they were said */
                text?: string;
                /** @description `csv` by default */
                format?: "csv" | "ndjson";
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
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoCredential"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
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
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
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
    enterDemo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same body within 24 hours returns the first answer, whichever API key of the organization sends it; another body is a 409. */
                "Idempotency-Key"?: string;
            };
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
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    leaveDemo: {
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
                /** @description Only messages after this position; default 0 */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "call.agentChanged": {
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
                "application/json": components["schemas"]["Event_call_agentChanged"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is retried later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "call.stageEntered": {
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
                "application/json": components["schemas"]["Event_call_stageEntered"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.agentChanged": {
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
                "application/json": components["schemas"]["Event_chat_agentChanged"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is retried later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "chat.stageEntered": {
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
                "application/json": components["schemas"]["Event_chat_stageEntered"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "database.failedOver": {
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
                "application/json": components["schemas"]["Event_database_failedOver"];
            };
        };
        responses: {
            /** @description Accepted. Any other status is retried later. */
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
            /** @description Accepted. Any other status is retried later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
