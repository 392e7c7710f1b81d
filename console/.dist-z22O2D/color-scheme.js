// Before the first paint, so that nobody who chose the dark looks is shown a white page first.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('parley-color-scheme') ?? 'auto';
  } catch {
    // Storage is forbidden: the system's choice.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = dark ? '#151619' : '#ffffff';
})();
