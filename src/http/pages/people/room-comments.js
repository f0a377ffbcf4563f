// The comments of a room, and the form to write one.
import { call, Form, html, moment, text, useEffect, useRef, useState } from './kit.js';
import { path, REFUSALS, session } from './room-visit.js';

/** @param onEnd called when the session has ended */
export function Comments({ items, onEnd }) {
  const [comments, setComments] = useState([]);
  const [sent, setSent] = useState('');
  /** The comment that the visitor answers. */
  const [asked, setAsked] = useState(null);
  const load = () =>
    call('GET', `${path}/comments`, undefined, session.headers()).then(
      ({ data }) => setComments(data),
      (refusal) => refusal.status === 401 && onEnd(),
    );
  const field = useRef(null);
  useEffect(() => {
    load();
  }, []);
  useEffect(() => {
    if (asked) field.current.focus();
  }, [asked]);
  async function write({ body }, form) {
    setSent('');
    const input = { body, ...(asked && { parent_id: asked.id }) };
    await call('POST', `${path}/comments`, input, session.headers()).catch((refusal) => {
      if (refusal.status === 401) onEnd();
      throw refusal;
    });
    form.reset();
    setAsked(null);
    setSent(text('roomCommentSent'));
    await load();
  }
  const answers = (parent) => comments.filter((comment) => comment.parent_id === parent.id);
  const titleOf = ({ item_id }) => items.find(({ id }) => id === item_id)?.title;
  const name = asked?.author.name;
  return html`<section class="card plain" aria-labelledby="comments">
    <h2 id="comments">${text('roomComments')}</h2>
    ${comments.length === 0 && html`<p class="soft">${text('roomNoComments')}</p>`}
    ${comments
      .filter(({ parent_id }) => !parent_id)
      .map(
        (
          comment,
        ) => html`<${Comment} key=${comment.id} comment=${comment} about=${titleOf(comment)} onAnswer=${() => setAsked(comment)} />
          ${answers(comment).map((answer) => html`<${Comment} key=${answer.id} comment=${answer} isAnswer />`)}`,
      )}
    <${Form} key=${asked?.id ?? 'new'} submit=${write} button=${text('send')} known=${REFUSALS}>
      <label>
        <span>${asked ? text('roomYourAnswer', { name }) : text('roomComment')}</span>
        <textarea name="body" required maxlength="4000" ref=${field}></textarea>
      </label>
    <//>
    ${asked && html`<div class="row"><button class="quiet" onClick=${() => setAsked(null)}>${text('roomNoAnswer')}</button></div>`}
    <p role="status" class="soft">${sent}</p>
  </section>`;
}

function Comment({ comment: { author, body, created_at, is_resolved }, about, isAnswer, onAnswer }) {
  const name = author.is_team ? `${author.name} (${text('roomTeam')})` : author.name;
  const facts = [
    moment(created_at),
    about && text('roomAbout', { title: about }),
    is_resolved && text('roomResolved'),
  ];
  return html`<div class=${isAnswer ? 'comment answer' : 'comment'}>
    <p><strong>${name}</strong> <span class="soft">${facts.filter(Boolean).join(' · ')}</span></p>
    <p class="lines">${body}</p>
    ${onAnswer && html`<p><button class="plain" onClick=${onAnswer} aria-label=${text('roomAnswerTo', author)}>${text('roomAnswer')}</button></p>`}
  </div>`;
}
