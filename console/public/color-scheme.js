// Before the first paint, so that a page in the dark scheme is never white first.
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
