// The voice widget: a button that calls an agent from a web page. Put it where the button should be:
// <script src="https://parley.example.com/public/voice-widget.js" data-token="widget_…" async></script>
// Further attributes: data-language, data-label (the button), data-notice (shown below it), data-captions="off", and data-text-… with
// the name of a text, such as data-text-hang-up.
(() => {
  // The server puts texts.json here.
  const languages = {};
  const script = document.currentScript;
  const { token, language: wanted, label, notice = '', captions = 'on' } = script.dataset;
  const pageLanguage = script.closest('[lang]')?.lang ?? '';
  const [tag] = (wanted || pageLanguage).toLowerCase().split('-');
  const language = Object.hasOwn(languages, tag) ? tag : 'en';
  const text = { ...languages[language] };
  for (const name of Object.keys(text))
    text[name] = script.dataset[`text${name[0].toUpperCase()}${name.slice(1)}`] ?? text[name];
  const base = new URL(`calls/${token}`, script.src).href;

  const styles = `
    :host { all: initial; display: block; font: 16px/1.5 system-ui, sans-serif; color: CanvasText; max-width: 24rem; }
    button { font: inherit; min-height: 44px; padding: 0 1.1em; border: 1px solid currentColor; border-radius: 999px; background: Canvas;
      color: CanvasText; cursor: pointer; }
    button.call { background: #0b6e4f; border-color: #0b6e4f; color: #fff; }
    button.end { background: #b3261e; border-color: #b3261e; color: #fff; }
    button:disabled { opacity: .6; cursor: default; }
    button:focus-visible { outline: 3px solid #4c8dff; outline-offset: 2px; }
    .bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
    p { margin: .5rem 0 0; }
    .problem { color: #b3261e; }
    .captions { margin: .75rem 0 0; padding: .5rem .75rem; max-height: 14rem; overflow-y: auto; border: 1px solid #8888; border-radius: .75rem; }
    .captions p { margin: 0; }
    .captions p + p { margin-top: .35rem; }
    b { font-weight: 600; }
    [hidden] { display: none; }
    @media (prefers-color-scheme: dark) { .problem { color: #ffb4ab; } }`;

  /** Makes an element of the widget. */
  function make(name, properties = {}, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  }

  const call = make('button', { type: 'button', className: 'call', textContent: label ?? text.call });
  const mute = make('button', { type: 'button', textContent: text.mute, hidden: true });
  const end = make('button', { type: 'button', className: 'end', textContent: text.hangUp, hidden: true });
  const status = make('p', { hidden: true });
  const problem = make('p', { className: 'problem' });
  const hint = make('p', { textContent: notice, hidden: notice === '' });
  const list = make('div', { className: 'captions', hidden: true, tabIndex: 0 });
  const voice = make('audio', { autoplay: true });
  mute.setAttribute('aria-pressed', 'false');
  status.setAttribute('role', 'status');
  problem.setAttribute('role', 'alert');
  list.setAttribute('aria-label', text.captions);
  list.setAttribute('role', 'log');
  // What is said may be in another language than the widget.
  list.lang = wanted || pageLanguage;
  const section = make(
    'section',
    {},
    make('div', { className: 'bar' }, call, mute, end),
    hint,
    status,
    problem,
    list,
    voice,
  );
  section.setAttribute('aria-label', text.voiceCall);
  section.lang = language;
  const host = make('div', { className: 'parley-voice' });
  host.attachShadow({ mode: 'open' }).append(make('style', { textContent: styles }), section);
  script.after(host);

  /** The present call: its microphone, connection and session; null between calls. */
  let now = null;

  const microphoneProblems = {
    NotAllowedError: text.blocked,
    NotFoundError: text.noMicrophone,
    NotReadableError: text.inUse,
  };
  const endings = {
    'customer-ended-call': text.youEnded,
    'silence-timed-out': text.silent,
    'exceeded-max-duration': text.longest,
  };

  function show(message, isOver = false) {
    status.hidden = message === '';
    status.textContent = message;
    const isCalling = now !== null && !isOver;
    call.hidden = isCalling;
    mute.hidden = end.hidden = !isCalling;
  }

  function stop(microphone) {
    for (const track of microphone?.getTracks() ?? []) track.stop();
  }

  /** Ends the present call here, and says how it ended. */
  function finish(message, fault = '') {
    if (now === null) return;
    const hadFocus = host.shadowRoot.activeElement === end || host.shadowRoot.activeElement === mute;
    stop(now.microphone);
    now.connection?.close();
    now.following.abort();
    now = null;
    voice.srcObject = null;
    mute.setAttribute('aria-pressed', 'false');
    show(message, true);
    problem.textContent = fault;
    if (hadFocus) call.focus();
  }

  /** Returns an error whose message is for the visitor. */
  const forVisitor = (message) => Object.assign(new Error(message), { isShown: true });

  async function ask(method, path, body, session) {
    const headers = { 'content-type': 'application/json' };
    if (session) headers.authorization = `Bearer ${session}`;
    const answer = await fetch(base + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      keepalive: path === '/end',
    }).catch(() => {
      throw forVisitor(text.unreachable);
    });
    const result = await answer.json().catch(() => ({}));
    if (answer.ok) return result;
    const known = { 429: text.tooOften, 503: text.busy }[answer.status];
    // The service says more, in English.
    throw forVisitor(known ?? ((language === 'en' && result.error) || text.failed));
  }

  async function begin() {
    problem.textContent = '';
    list.replaceChildren();
    list.hidden = true;
    if (!window.isSecureContext || !navigator.mediaDevices) return void (problem.textContent = text.insecure);
    if (!window.RTCPeerConnection) return void (problem.textContent = text.unsupported);
    const own = { following: new AbortController(), microphone: null, connection: null, session: null };
    now = own;
    show(text.asking);
    end.focus();
    try {
      const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
      own.microphone = await navigator.mediaDevices.getUserMedia({ audio });
      if (now !== own) return stop(own.microphone);
      show(text.connecting);
      await connect(own);
    } catch (error) {
      if (now === own)
        finish('', microphoneProblems[error.name] ?? (error.isShown ? error.message : text.failed));
    }
  }

  async function connect(own) {
    const { iceServers } = await ask('GET', '');
    if (now !== own) return;
    const connection = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });
    own.connection = connection;
    connection.ontrack = ({ track }) => {
      voice.srcObject = new MediaStream([track]);
    };
    connection.onconnectionstatechange = () => {
      if (now !== own) return;
      const { connectionState: state } = connection;
      if (state === 'connected') show(text.connected);
      else if (state === 'disconnected') show(text.interrupted);
      else if (state === 'closed') finish(text.ended);
      else if (state === 'failed') {
        hangUp(own);
        finish('', text.connectionFailed);
      }
    };
    for (const track of own.microphone.getTracks()) connection.addTrack(track, own.microphone);
    await connection.setLocalDescription();
    const { answer, sessionToken } = await ask('POST', '', { offer: connection.localDescription.sdp });
    own.session = sessionToken;
    if (now !== own) return hangUp(own);
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
    follow(own);
  }

  function hangUp({ session }) {
    if (session) ask('POST', '/end', {}, session).catch(() => {});
  }

  /** Follows the call: its captions and its end. Continues after an interruption. */
  async function follow(own) {
    while (now === own) {
      // A broken connection ends the stream with an error.
      if (await takeStream(own).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  /** Takes the events of one stream. Returns true when there is nothing more to follow. */
  async function takeStream(own) {
    const headers = { authorization: `Bearer ${own.session}` };
    const answer = await fetch(`${base}/events`, { headers, signal: own.following.signal });
    if (answer.status === 404 || answer.status === 401) return true;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (rest + part.value).split('\n\n');
      rest = events.pop();
      for (const event of events) take(own, event);
    }
    return false;
  }

  function take(own, event) {
    // Regular expressions know more ends of lines than the stream has, such as U+2028.
    const lines = event.split('\n');
    const fieldOf = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const type = fieldOf('event');
    const data = JSON.parse(fieldOf('data') ?? 'null');
    if (now !== own || !type) return;
    if (type === 'entry' && captions !== 'off') showEntry(data);
    else if (type === 'removed') while (list.children.length > data.from) list.lastChild.remove();
    else if (type === 'end') {
      const ending = endings[data.endedReason] ?? text.ended;
      finish(ending, data.endedReason === 'provider-error' ? text.fault : '');
    }
  }

  /** `agent` is a member of the organization, who has taken the call over. */
  const speakers = { user: text.you, bot: text.agent, agent: text.member };

  function showEntry({ index, entry }) {
    list.hidden = false;
    const who = make('b', { textContent: `${speakers[entry.role] ?? speakers.bot}: ` });
    const line = make('p', {}, who, entry.message);
    const before = list.children[index];
    if (before) before.replaceWith(line);
    else list.append(line);
    list.scrollTop = list.scrollHeight;
  }

  call.addEventListener('click', () => void (now === null && begin()));
  end.addEventListener('click', () => {
    if (now === null) return;
    hangUp(now);
    finish(text.youEnded);
  });
  mute.addEventListener('click', () => {
    const isMuted = mute.getAttribute('aria-pressed') !== 'true';
    mute.setAttribute('aria-pressed', String(isMuted));
    for (const track of now?.microphone?.getTracks() ?? []) track.enabled = !isMuted;
  });
  window.addEventListener('pagehide', () => {
    if (now === null) return;
    hangUp(now);
    finish(text.youEnded);
  });
})();
