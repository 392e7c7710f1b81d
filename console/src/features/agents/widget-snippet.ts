/** A chat for a web page, whole: a few lines of HTML and script that need nothing but the widget's addresses. */
export function widgetSnippet(serviceUrl: string, token: string): string {
  return `<div id="parley-chat">
  <ol aria-live="polite"></ol>
  <form><input aria-label="Message" maxlength="4000" required><button>Send</button></form>
</div>
<script type="module">
const base = ${JSON.stringify(`${serviceUrl}/public/chats/${token}`)};
const chat = document.getElementById('parley-chat');
const [list, form] = [chat.querySelector('ol'), chat.querySelector('form')];
const input = form.querySelector('input');
let session;
let last = 0;
async function send(path, method, body) {
  const headers = { 'content-type': 'application/json' };
  if (session) headers.authorization = 'Bearer ' + session;
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  // A session lasts an hour: the next message begins another chat.
  if (answer.status === 401) [session, last] = [undefined, 0];
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}
async function show() {
  const { messages } = await send('/messages?after=' + last, 'GET');
  for (const { position, role, content } of messages) {
    last = position;
    const line = document.createElement('li');
    line.textContent = (role === 'user' ? 'You: ' : '') + content;
    list.append(line);
  }
}
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    session ??= (await send('', 'POST', {})).sessionToken;
    await send('/messages', 'POST', { content: input.value });
    input.value = '';
    await show();
  } catch (error) {
    alert(error.message);
  }
});
setInterval(() => { if (session) show().catch(() => {}); }, 2000);
</script>`;
}
