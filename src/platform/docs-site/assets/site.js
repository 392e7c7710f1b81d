// Adds themes and search to the pages, which all work without this script.
const looksKey = 'parley-color-scheme';
const looks = ['auto', 'light', 'dark'];

/** The looks that were chosen here or in the console; the system's where nothing was, or nothing can be stored. */
function chosenLooks() {
  try {
    const chosen = localStorage.getItem(looksKey);
    return looks.includes(chosen) ? chosen : 'auto';
  } catch {
    return 'auto';
  }
}

// Before the first paint.
document.documentElement.dataset.looks = chosenLooks();

function offerLooks() {
  const button = document.querySelector('.looks');
  const show = () => {
    const chosen = chosenLooks();
    document.documentElement.dataset.looks = chosen;
    button.textContent = { auto: 'Auto', light: 'Light', dark: 'Dark' }[chosen];
    button.setAttribute('aria-label', `Looks: ${chosen}`);
  };
  button.addEventListener('click', () => {
    try {
      localStorage.setItem(looksKey, looks[(looks.indexOf(chosenLooks()) + 1) % looks.length]);
    } catch {
      // Storage is forbidden: the system's choice stays.
    }
    show();
  });
  show();
  button.hidden = false;
}

function offerCopies() {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const text = block.querySelector('code').textContent.trimEnd();
      const isCopied = await copy(text);
      button.textContent = isCopied ? 'Copied' : 'Select it by hand';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 2000);
    });
    block.append(button);
  }
}

/** Browsers have a clipboard on https and on this machine alone. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Suggestions below the field; Enter without a choice goes to the page of all that was found. */
function offerSuggestions() {
  const input = document.querySelector('.search input');
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Found');
  list.hidden = true;
  input.after(list);
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-autocomplete', 'list');
  let found = [];
  let chosen = -1;
  let asked = 0;

  const show = () => {
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    list.replaceChildren(...found.map(suggestion));
    if (chosen >= 0) input.setAttribute('aria-activedescendant', `suggestion-${chosen}`);
    else input.removeAttribute('aria-activedescendant');
    list.children[chosen]?.scrollIntoView({ block: 'nearest' });
  };
  const suggestion = ({ title, place }, index) => {
    const item = document.createElement('li');
    item.id = `suggestion-${index}`;
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', String(index === chosen));
    item.textContent = title;
    const where = document.createElement('small');
    where.textContent = place;
    item.append(where);
    // Before the field loses the focus, which hides the list.
    item.addEventListener('mousedown', () => location.assign(found[index].address));
    return item;
  };
  const hide = () => {
    found = [];
    chosen = -1;
    show();
  };
  input.addEventListener('input', async () => {
    const turn = ++asked;
    const query = input.value.trim();
    const answer = query
      ? await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`).catch(() => null)
      : null;
    const entries = answer?.ok ? await answer.json() : [];
    if (turn !== asked) return;
    found = entries.slice(0, 10);
    chosen = -1;
    show();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
    if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      location.assign(found[chosen].address);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    chosen = (chosen + step + found.length + (chosen < 0 && step < 0 ? 1 : 0)) % found.length;
    show();
  });
  input.addEventListener('blur', hide);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

document.addEventListener('DOMContentLoaded', () => {
  offerLooks();
  offerCopies();
  offerSuggestions();
});
