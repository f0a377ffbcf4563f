// The search of the reference: operations, guides and error codes, by words and their synonyms. Enter takes the first hit.

const MAX_HITS = 12;

/** Loads the index when the page opens, so that the first search needs no request. */
const index = fetch('/docs/search.json')
  .then((response) => response.json())
  .then(({ entries, synonyms }) => ({ synonyms, entries: entries.map(withWords) }));

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function withWords(entry) {
  return {
    ...entry,
    title: entry.title,
    titleWords: wordsOf(entry.title),
    allWords: wordsOf(`${entry.title} ${entry.detail} ${entry.words}`),
  };
}

/** Returns the best hits of a text: those with every word, itself or as a synonym; without any, those with some. */
function search({ entries, synonyms }, text) {
  const wanted = wordsOf(text).map((word) => [word, ...(synonyms[word] ?? [])]);
  const found = entries
    .map((entry) => ({ entry, ...scoreOf(entry, wanted) }))
    .filter(({ words }) => words > 0);
  const complete = found.filter(({ words }) => words === wanted.length);
  return (complete.length ? complete : found)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
    .slice(0, MAX_HITS)
    .map(({ entry }) => entry);
}

/** Titles count more than descriptions, the word itself more than a synonym, operations more than headings. */
function scoreOf({ titleWords, allWords, kind }, wanted) {
  let score = kind === 'operation' ? 2 : 0;
  let words = 0;
  for (const forms of wanted) {
    const best = Math.max(
      ...forms.map((form, index) => {
        const weight = index === 0 ? 1 : 0.8;
        if (titleWords.includes(form)) return 10 * weight;
        if (titleWords.some((word) => word.startsWith(form))) return 8 * weight;
        return allWords.some((word) => word.startsWith(form)) ? 3 * weight : 0;
      }),
    );
    score += best;
    if (best > 0) words += 1;
  }
  return { score, words };
}

/** Puts the search field into a page. @param {HTMLElement} place */
function mountSearch(place) {
  place.innerHTML = `<input type="search" role="combobox" aria-label="Search the documentation" aria-expanded="false"
    aria-controls="hits" autocomplete="off" placeholder="Search (Ctrl K)" /><ul id="hits" role="listbox" hidden></ul>`;
  const [input, list] = place.children;
  let hits = [];
  let chosen = 0;
  const render = () => {
    list.replaceChildren(...hits.map((hit, at) => row(hit, at === chosen)));
    list.hidden = hits.length === 0;
    input.setAttribute('aria-expanded', String(hits.length > 0));
  };
  const close = () => {
    hits = [];
    render();
  };
  const open = (hit) => {
    close();
    input.value = '';
    input.blur();
    location.assign(hit.url);
  };
  const find = async () => {
    hits = search(await index, input.value);
    chosen = 0;
    render();
  };
  input.oninput = find;
  input.onkeydown = async (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'ArrowDown') chosen = Math.min(chosen + 1, hits.length - 1);
    if (event.key === 'ArrowUp') chosen = Math.max(chosen - 1, 0);
    if (/^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault();
      render();
    }
    if (event.key !== 'Enter') return;
    if (hits.length === 0) await find();
    if (hits[chosen]) open(hits[chosen]);
  };
  list.onmousedown = (event) => {
    const at = [...list.children].indexOf(event.target.closest('li'));
    event.preventDefault();
    if (hits[at]) open(hits[at]);
  };
  input.onblur = close;
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    input.focus();
  });
}

function row({ title, detail }, isChosen) {
  const item = document.createElement('li');
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', String(isChosen));
  const name = document.createElement('b');
  name.textContent = title;
  const more = document.createElement('span');
  more.textContent = detail;
  item.append(name, more);
  return item;
}

mountSearch(document.querySelector('#search'));
