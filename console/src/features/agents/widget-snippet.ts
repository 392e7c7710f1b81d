const markup = `<div id="parley-chat">
  <ol aria-live="polite"></ol>
  <form><input aria-label="Message" maxlength="4000" required><button>Send</button></form>
  <p role="alert"></p>
</div>`;

/** Keeps the chat, and exchanges messages with the service. */
const messagesScript = `const [list, form, problem] = ['ol', 'form', 'p'].map((name) => document.querySelector('#parley-chat ' + name));
const [input, button] = form.elements;
const store = (() => { try { return window.sessionStorage; } catch { return {}; } })();
let chat = JSON.parse(store[base] ?? 'null');
let last = 0, idle = 0, beginning;
function keep(next) {
  chat = next;
  if (chat) store[base] = JSON.stringify(chat);
  else delete store[base];
}
async function ask(method, path, body) {
  const headers = { 'content-type': 'application/json' };
  if (chat) headers.authorization = 'Bearer ' + chat.sessionToken;
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
    .catch(() => { throw new Error('The chat cannot be reached. Try again.'); });
  if (answer.ok) return answer.json();
  const { error = 'The chat does not work now.', code } = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(error), { code });
}
function begin() {
  return beginning ??= ask('POST', '', {}).then(({ sessionToken }) => {
    last = 0;
    keep({ sessionToken, since: Date.now() });
    return show();
  }).finally(() => { beginning = undefined; });
}
async function show() {
  const shown = chat;
  const { messages } = await ask('GET', '/messages?after=' + last);
  for (const { position, role, content } of shown === chat ? messages : []) {
    if (position <= last) continue; // Two answers may overlap.
    [last, idle] = [position, 0];
    const line = document.createElement('li');
    line.textContent = (role === 'user' ? 'You: ' : '') + content;
    list.append(line);
  }
}
async function say(content) {
  if (!chat || beginning) await begin();
  await ask('POST', '/messages', { content });
}`;

/** Sends what the visitor writes, and looks for answers. */
const eventsScript = `const isOver = ({ code }) => ['chat.ended', 'chat.full', 'session.invalid'].includes(code);
const tell = (error) => { problem.textContent = error.message; };
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const content = input.value;
  [button.disabled, problem.textContent] = [true, ''];
  try {
    await say(content).catch((error) => {
      if (!isOver(error)) throw error;
      keep(null); // That chat is over: another begins with the message.
      return say(content);
    });
    if (input.value === content) input.value = '';
    idle = 0;
    show().catch(() => {});
  } catch (error) { tell(error); }
  button.disabled = false;
});
input.addEventListener('focus', () => { if (!chat) begin().catch(tell); });
async function look() {
  if (!chat || beginning) return;
  try {
    // A session lasts an hour.
    if (Date.now() - chat.since > 1_800_000) {
      const { sessionToken } = await ask('POST', '/session', {});
      keep(Object.assign(chat, { sessionToken, since: Date.now() }));
    }
    // Polls less often after five minutes without a message.
    if (!document.hidden && (++idle < 150 || idle % 10 === 0)) await show();
  } catch (error) { if (isOver(error)) keep(null); }
}
look();
setInterval(look, 2000);`;

/**
 * Returns a chat for a web page: HTML and script that use only the widget's addresses below `base`. A chat begins with
 * the visitor's first message, follows them from page to page, and is replaced when it is over.
 */
export function widgetSnippet(base: string): string {
  return `${markup}
<script type="module">
const base = ${JSON.stringify(base).replaceAll('<', '\\u003c')};
${messagesScript}
${eventsScript}
</script>`;
}

/** Returns the script tag of the voice widget, by the widget's address for chats. */
export function voiceSnippet(base: string): string {
  const [service, token] = base.split('/public/chats/');
  return `<script src="${service}/public/voice-widget.js" data-token="${token}" async></script>`;
}
