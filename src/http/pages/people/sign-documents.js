// Shows the pages of PDFs with the fields in their places.
import { Alert, html, text, useEffect, useRef, useState } from './kit.js';

/** Loads the viewer of PDFs, which is large, when there is something to show. */
async function open(bytes) {
  const pdfjs = await import('./pdf.min.mjs');
  pdfjs.GlobalWorkerOptions.workerSrc = new URL('./pdf.worker.min.mjs', import.meta.url).href;
  return pdfjs.getDocument({ data: bytes, isEvalSupported: false, useWasm: false }).promise;
}

export function Documents({ documents, read, fields, values }) {
  return documents.map(
    (one) => html`<section class="card plain" aria-label=${one.name} key=${one.id}>
      <h2>${one.name}</h2>
      <${Pages} document=${one} read=${read} fields=${fields.filter((field) => field.document_id === one.id)} values=${values} />
    </section>`,
  );
}

function Pages({ document: one, read, fields, values }) {
  const [pdf, setPdf] = useState(null);
  const [message, setMessage] = useState('');
  useEffect(() => {
    read(one)
      .then(open)
      .then(setPdf, () => setMessage(text('signNoView')));
  }, []);
  if (!pdf)
    return html`<${Alert} message=${message} />${!message && html`<p class="soft">${text('loading')}</p>`}`;
  return Array.from(
    { length: pdf.numPages },
    (_, index) =>
      html`<${Page} key=${index} pdf=${pdf} number=${index + 1} fields=${fields.filter(({ page }) => page === index + 1)} values=${values} />`,
  );
}

/** A page is drawn when it comes near the screen. */
function Page({ pdf, number, fields, values }) {
  const place = useRef(null);
  const canvas = useRef(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      async ([entry]) => {
        if (!entry.isIntersecting) return;
        observer.disconnect();
        const page = await pdf.getPage(number);
        const [base, width] = [page.getViewport({ scale: 1 }), place.current.clientWidth];
        const scale = (width / base.width) * Math.min(2, window.devicePixelRatio || 1);
        const viewport = page.getViewport({ scale });
        Object.assign(canvas.current, { width: viewport.width, height: viewport.height });
        await page.render({ canvas: canvas.current, viewport }).promise;
        canvas.current.dataset.drawn = 'true';
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return html`<div class="pdf-page" ref=${place}>
    <canvas ref=${canvas} role="img" aria-label=${text('signPage', { page: number })}></canvas>
    ${fields.map((field) => html`<${Spot} key=${field.id} field=${field} value=${values[field.id]} />`)}
  </div>`;
}

/** The place of a field; it leads to its input. */
function Spot({ field, value }) {
  const percent = (part) => `${part * 100}%`;
  const style = {
    left: percent(field.x),
    top: percent(field.y),
    width: percent(field.width),
    height: percent(field.height),
  };
  const go = () => document.getElementById(`field-${field.id}`)?.focus();
  const name = field.label || text(`signField_${field.type}`);
  const isBox = field.type === 'checkbox';
  const filled =
    typeof value === 'string' ? value : value === true ? '✓' : (value?.text ?? (value ? '✓' : ''));
  const label = filled ? `${name}: ${filled}` : name;
  return html`<button type="button" class="field-spot" style=${style} aria-label=${label} title=${name} onClick=${go}>
    ${filled || (isBox ? '' : name)}
  </button>`;
}
