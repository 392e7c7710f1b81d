// A web phone for the calls of a team, with JsSIP. To try it: npm install && npm start, in this folder.
import JsSIP from 'jssip';

const element = (id) => document.getElementById(id);
const show = (text) => {
  element('status').textContent = text;
};

/** Plays the caller. */
const voice = document.body.appendChild(new Audio());
voice.id = 'voice';
voice.autoplay = true;

/** The call that rings or goes on; null without one. */
let call = null;

element('sign-in').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  const { url, username, password } = Object.fromEntries(new FormData(form));
  const phone = new JsSIP.UA({
    sockets: [new JsSIP.WebSocketInterface(url)],
    uri: `sip:${username}@${new URL(url).hostname}`,
    password,
  });
  phone.on('registered', () => show(call?.isEstablished() ? 'On the line' : 'Ready for calls'));
  phone.on('registrationFailed', ({ cause }) => {
    phone.removeAllListeners('disconnected');
    phone.stop();
    form.hidden = false;
    show(`Not connected. ${cause}`);
  });
  phone.on('disconnected', () => show('The connection is lost. Connecting again …'));
  phone.on('newRTCSession', ({ session, originator, request }) => {
    if (originator !== 'remote') return;
    if (call) session.terminate({ status_code: 486 });
    else ring(session, request.getHeader('Subject') ?? '');
  });
  phone.start();
  show('Connecting …');
  form.hidden = true;
});

function ring(session, summary) {
  call = session;
  // "+12025550123 (Sales)", and what the agent has heard so far.
  element('caller').textContent = session.remote_identity.display_name;
  element('summary').textContent = summary;
  showButtons('answer', 'decline');
  show('A call');
  session.on('peerconnection', ({ peerconnection }) => {
    peerconnection.addEventListener('track', ({ streams }) => {
      voice.srcObject = streams[0];
    });
  });
  session.on('accepted', () => {
    showButtons('mute', 'hold', 'hang-up');
    show('On the line');
  });
  const over = ({ cause }) => {
    call = null;
    showButtons();
    show(`Ready for calls. The last one: ${cause}`);
  };
  session.on('ended', over);
  session.on('failed', over);
}

function showButtons(...names) {
  element('call').hidden = names.length === 0;
  for (const button of element('call').querySelectorAll('button')) {
    button.hidden = !names.includes(button.id);
    if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', 'false');
  }
}

element('answer').addEventListener('click', () => {
  // A browser that is behind a strict firewall needs a TURN server here: { iceServers: [{ urls, username, credential }] }.
  call?.answer({ mediaConstraints: { audio: true, video: false }, pcConfig: { iceServers: [] } });
});
element('decline').addEventListener('click', () => call?.terminate({ status_code: 603 }));
element('hang-up').addEventListener('click', () => call?.terminate());
element('mute').addEventListener('click', ({ target }) => {
  const isMuted = call.isMuted().audio;
  if (isMuted) call.unmute({ audio: true });
  else call.mute({ audio: true });
  target.setAttribute('aria-pressed', String(!isMuted));
});
element('hold').addEventListener('click', ({ target }) => {
  const isHeld = call.isOnHold().local;
  const done = () => target.setAttribute('aria-pressed', String(!isHeld));
  if (isHeld) call.unhold({}, done);
  else call.hold({}, done);
});
