const markup = `<div id="parley-chat">
  <ol aria-live="polite"></ol>
  <form><input aria-label="Message" maxlength="4000" required><button>Send</button></form>
  <p role="alert"></p>
</div>`;

/** Chooses the texts: of data-language, or of the page's language, or English. data-text-send and others replace single ones. */
const textsScript = `const names = ['message', 'send', 'you', 'unreachable', 'failed'];
const texts = {
  en: ['Message', 'Send', 'You', 'The chat cannot be reached. Try again.', 'The chat does not work now.'],
  de: ['Nachricht', 'Senden', 'Sie', 'Der Chat ist nicht erreichbar. Versuchen Sie es noch einmal.', 'Der Chat ist gerade nicht verfügbar.'],
  fr: ['Message', 'Envoyer', 'Vous', 'Le chat est injoignable. Réessayez.', 'Le chat n’est pas disponible pour le moment.'],
  es: ['Mensaje', 'Enviar', 'Usted', 'No se puede acceder al chat. Inténtelo de nuevo.', 'El chat no está disponible en este momento.'],
  it: ['Messaggio', 'Invia', 'Lei', 'La chat non è raggiungibile. Riprovi.', 'La chat non è disponibile al momento.'],
  pt: ['Mensagem', 'Enviar', 'Você', 'Não foi possível acessar o chat. Tente novamente.', 'O chat não está disponível no momento.'],
  nl: ['Bericht', 'Versturen', 'U', 'De chat is niet bereikbaar. Probeer het opnieuw.', 'De chat is op dit moment niet beschikbaar.'],
};
const chatBox = document.querySelector('#parley-chat');
const [tag] = (chatBox.dataset.language || chatBox.closest('[lang]')?.lang || '').toLowerCase().split('-');
const language = Object.hasOwn(texts, tag) ? tag : 'en';
const text = Object.fromEntries(names.map((name, at) =>
  [name, chatBox.dataset['text' + name[0].toUpperCase() + name.slice(1)] ?? texts[language][at]]));`;

/** Keeps the chat, and exchanges messages with the service. */
const messagesScript = `const [list, form, problem] = ['ol', 'form', 'p'].map((name) => chatBox.querySelector(name));
const [input, button] = form.elements;
form.lang = problem.lang = language;
input.setAttribute('aria-label', text.message);
button.textContent = text.send;
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
    .catch(() => { throw new Error(text.unreachable); });
  if (answer.ok) return answer.json();
  const { error, code } = await answer.json().catch(() => ({}));
  // The service says more, in English.
  throw Object.assign(new Error((language === 'en' && error) || text.failed), { code });
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
    line.textContent = (role === 'user' ? text.you + ': ' : '') + content;
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
${textsScript}
${messagesScript}
${eventsScript}
</script>`;
}

/** Returns the script tag of the voice widget, by the widget's address for chats. */
export function voiceSnippet(base: string): string {
  const [service, token] = base.split('/public/chats/');
  return `<script src="${service}/public/voice-widget.js" data-token="${token}" async></script>`;
}
