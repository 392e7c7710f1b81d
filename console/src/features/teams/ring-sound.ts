/** Two soft notes, every three seconds. */
const everyMs = 3_000;
const notes = [659.3, 880];

/** Rings until the returned function is called. A browser that allows no sound before a click stays silent. */
export function ring(): () => void {
  const context = new AudioContext();
  const play = () => {
    for (const [index, hertz] of notes.entries()) {
      const oscillator = context.createOscillator();
      const volume = context.createGain();
      const at = context.currentTime + index * 0.18;
      oscillator.frequency.value = hertz;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.2, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.9);
      oscillator.connect(volume).connect(context.destination);
      oscillator.start(at);
      oscillator.stop(at + 1);
    }
  };
  play();
  const timer = setInterval(play, everyMs);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** Shows a notification of the browser while this window is hidden, if the member allowed it. Returns how to remove it. */
export function notifyOfCall(title: string, body: string): () => void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || !document.hidden)
    return () => undefined;
  const shown = new Notification(title, { body, requireInteraction: true });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
  return () => shown.close();
}

/** Asks once whether notifications may be shown. */
export function askToNotify(): void {
  if ('Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
}
