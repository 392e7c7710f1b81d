// Opens the page again as soon as the service answers.
const waitMs = 3_000;
try {
  const chosen = localStorage.getItem('parley-color-scheme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen;
} catch {
  // Storage is forbidden: the system's choice.
}

async function tryAgain() {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer && answer.status !== 502 && answer.status !== 504) location.reload();
  else document.getElementById('tried').textContent = `Last tried at ${new Date().toLocaleTimeString()}.`;
}

setInterval(tryAgain, waitMs);
addEventListener('online', tryAgain);
document.getElementById('again').addEventListener('click', tryAgain);
