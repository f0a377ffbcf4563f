// The items of a room: sections, notes, files, links, embedded pages and action items.
import { Alert, call, day, explain, html, ROOT, text, useEffect, useRef, useState } from './kit.js';
import { embedAddress } from './room-embeds.js';
import { fileUrl, path, REFUSALS, report, sendEvents, session, watchItem } from './room-visit.js';

/** @param onEnd called when the session has ended */
export function Item({ item, onEnd }) {
  const place = useRef(null);
  useEffect(() => watchItem(place.current, item.id), []);
  if (item.kind === 'section') return html`<h2 ref=${place}>${item.title}</h2>`;
  return html`<article class="card plain" ref=${place} aria-label=${item.title}>
    <h3>${item.title}</h3>
    ${item.kind === 'action_item' && html`<p class="soft">${stateOf(item)}</p>`}
    ${item.body && html`<${Text} item=${item} />`}
    ${item.kind === 'embed' && html`<${Embed} item=${item} />`}
    ${item.url && html`<${Link} item=${item} />`} ${item.file && html`<${File} item=${item} onEnd=${onEnd} />`}
  </article>`;
}

function stateOf({ done, due_on }) {
  const due = due_on && text('roomDue', { date: day(due_on) });
  return [text(done ? 'roomDone' : 'roomOpen'), due].filter(Boolean).join(' · ');
}

/** HTML that the service has sanitized. Its headings stand below that of the item; tables may be wider than a phone. */
function Text({ item: { title, body } }) {
  const content = body.replace(/<(\/?)h[1-3]>/g, '<$1h4>');
  const wide = content.includes('<table') && { tabindex: 0, role: 'region', 'aria-label': title };
  return html`<div class="text" ...${wide} dangerouslySetInnerHTML=${{ __html: content }} />`;
}

/** Another site is asked only when the visitor wants to see its page here. */
function Embed({ item }) {
  const [isShown, setShown] = useState(false);
  const address = embedAddress(item.url);
  const show = () => {
    report('link_clicked', { item_id: item.id, url: item.url });
    setShown(true);
  };
  if (!isShown)
    return html`<div class="row">
      <button onClick=${show} aria-label=${text('roomShowHereItem', item)}>${text('roomShowHere')}</button>
      <span class="soft">${text('roomShowHereHint', { host: new URL(address).host })}</span>
    </div>`;
  return html`<iframe
    class="embedded"
    title=${item.title}
    src=${address}
    sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-presentation"
    allow="fullscreen"
    referrerpolicy="strict-origin"
  />`;
}

function Link({ item }) {
  const onClick = () => {
    report('link_clicked', { item_id: item.id, url: item.url });
    sendEvents();
  };
  return html`<p>
    <a href=${item.url} target="_blank" rel="noopener noreferrer" onClick=${onClick}>${text('roomOpenLink', item)}</a>
    <br /><span class="soft">${item.url}</span>
  </p>`;
}

function File({ item, onEnd }) {
  const [message, setMessage] = useState('');
  const [image, setImage] = useState(null);
  const { file } = item;
  const isImage = file.mime.startsWith('image/');
  async function view() {
    setMessage('');
    // Opened before the address is known: afterwards browsers would block it.
    const tab = isImage ? null : open('', '_blank');
    if (tab) tab.opener = null;
    try {
      const { data } = await call('GET', `${path}/items/${item.id}`, undefined, session.headers());
      report('page_viewed', { item_id: item.id, page: 1 });
      const address = fileUrl(data.view.url);
      if (isImage) setImage(address);
      else (tab ?? window).location.replace(address);
    } catch (refusal) {
      tab?.close();
      if (refusal.status === 401) onEnd();
      else setMessage(explain(refusal, REFUSALS));
    }
  }
  async function download() {
    setMessage('');
    const reply = await fetch(new URL(`api/${path}/items/${item.id}/download`, ROOT), {
      headers: session.headers(),
    }).catch(() => null);
    if (!reply?.ok) return reply?.status === 401 ? onEnd() : setMessage(text('roomDownloadFailed'));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await reply.blob());
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  return html`<p class="soft">${file.name} · ${sizeOf(file.bytes)}</p>
    ${image && html`<img class="shown-image" alt=${item.title} src=${image} />`}
    <${Alert} message=${message} />
    <div class="row">
      ${item.can_view && !image && html`<button onClick=${view} aria-label=${text('roomViewItem', item)}>${text('roomView')}</button>`}
      ${item.can_download && html`<button class="quiet" onClick=${download} aria-label=${text('roomDownloadItem', item)}>${text('roomDownload')}</button>`}
    </div>`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte'];

function sizeOf(bytes) {
  const step = bytes < 1e3 ? 0 : bytes < 1e6 ? 1 : 2;
  const unitDisplay = step === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: UNITS[step], unitDisplay, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(undefined, options).format(bytes / 1e3 ** step);
}
