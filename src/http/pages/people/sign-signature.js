// A signature, typed or drawn with finger, pen or mouse.
import { html, text, useEffect, useRef, useState } from './kit.js';

export function SignatureInput({ id, label, value, set, name, isInitials }) {
  const [isDrawn, setDrawn] = useState(false);
  const initials = name
    .split(/\s+/)
    .map((word) => word[0])
    .join('');
  useEffect(() => {
    if (!value) set({ type: 'typed', text: isInitials ? initials : name });
  }, []);
  const choose = (drawn) => {
    setDrawn(drawn);
    set(drawn ? null : { type: 'typed', text: isInitials ? initials : name });
  };
  return html`<fieldset class="signature">
    <legend>${label}</legend>
    <div class="row">
      <label class="check"><input type="radio" name=${`kind-${id}`} checked=${!isDrawn} onChange=${() => choose(false)} /> ${text('signType')}</label>
      <label class="check"><input type="radio" name=${`kind-${id}`} checked=${isDrawn} onChange=${() => choose(true)} /> ${text('signDraw')}</label>
    </div>
    ${
      isDrawn
        ? html`<${Pad} id=${id} set=${set} label=${label} />`
        : html`<input id=${`field-${id}`} class="typed" aria-label=${label} maxlength="200" value=${value?.text ?? ''}
          onInput=${(event) => set({ type: 'typed', text: event.target.value })} />`
    }
  </fieldset>`;
}

function Pad({ id, set, label }) {
  const canvas = useRef(null);
  const pen = useRef(null);
  const at = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.current.getBoundingClientRect();
    return [((clientX - left) / width) * 600, ((clientY - top) / height) * 200];
  };
  const draw = (event) => {
    if (!pen.current) return;
    const context = canvas.current.getContext('2d');
    Object.assign(context, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#10204f' });
    context.beginPath();
    context.moveTo(...pen.current);
    pen.current = at(event);
    context.lineTo(...pen.current);
    context.stroke();
  };
  const start = (event) => {
    canvas.current.setPointerCapture(event.pointerId);
    pen.current = at(event);
  };
  const stop = () => {
    if (!pen.current) return;
    pen.current = null;
    set({ type: 'drawn', png_base64: canvas.current.toDataURL('image/png').split(',')[1] });
  };
  const clear = () => {
    canvas.current.getContext('2d').clearRect(0, 0, 600, 200);
    set(null);
  };
  return html`<canvas id=${`field-${id}`} class="pad" width="600" height="200" tabindex="0" role="img" aria-label=${label} ref=${canvas}
      onPointerDown=${start} onPointerMove=${draw} onPointerUp=${stop} onPointerCancel=${stop}></canvas>
    <div class="row"><button type="button" class="quiet" onClick=${clear}>${text('signClear')}</button></div>`;
}
