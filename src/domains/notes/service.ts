// What can be done to the notes of a record (crm.md section 1, Notes). Their text never leaves in an event.
import { permissionDenied } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead, RecordModel } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit, type Link } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { noteListing } from './loaders.ts';
import { Note } from './model.ts';

/** The record that a note stands on. */
export interface Subject {
  model: typeof RecordModel;
  column: 'companyId' | 'contactId' | 'dealId';
  id: string;
}

export interface NoteInput {
  body?: string | null;
  isPinned?: boolean | null;
}

/** A page of the notes of a record, newest first. @throws NOT_FOUND when the record is not there */
export async function listNotes(
  ctx: TenantContext,
  subject: Subject,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Note>> {
  await assertSubject(ctx, subject);
  return listPage<Note>(ctx, noteListing, { ...args, sort: ['-created_at'] }, lookahead, (query) =>
    query.where({ [subject.column]: subject.id }),
  );
}

/** Adds a note; the author is the person, or the label of the token (service.md 2.10). @throws NOT_FOUND */
export async function addNote(ctx: TenantContext, subject: Subject, input: NoteInput): Promise<Note> {
  await assertSubject(ctx, subject);
  return write(ctx, subject, readBody(input.body), input.isPinned ?? false);
}

/** Adds notes that came with their record; the caller has just written the record. */
export async function addNotes(ctx: TenantContext, subject: Subject, texts: string[]): Promise<void> {
  for (const text of texts) await write(ctx, subject, readBody(text), false);
}

/** Edits or pins a note. @throws NOT_FOUND, PERMISSION_DENIED for the note of somebody else */
export async function updateNote(
  ctx: TenantContext,
  subject: Subject,
  id: string,
  input: NoteInput,
): Promise<Note> {
  const before = await lockNote(ctx, subject, id);
  const body = input.body === undefined ? before.body : readBody(input.body);
  const after = await before.change(ctx, {
    ...(body !== before.body && { body, edited: true }),
    ...(input.isPinned !== undefined && { isPinned: input.isPinned ?? false }),
  });
  if (after === before) return before;
  await emitNote(ctx, 'note.updated', after, before);
  return after;
}

/** Deletes a note. @throws NOT_FOUND, PERMISSION_DENIED for the note of somebody else */
export async function deleteNote(
  ctx: TenantContext,
  subject: Subject,
  id: string,
): Promise<{ id: string; deletedAt: Date }> {
  const note = await lockNote(ctx, subject, id);
  await note.change(ctx, { deletedAt: ctx.now });
  await emitNote(ctx, 'note.deleted', note);
  return { id, deletedAt: ctx.now };
}

async function write(ctx: TenantContext, subject: Subject, body: string, isPinned: boolean): Promise<Note> {
  const actor = actorOf(ctx.principal);
  // The label of a token is the author; it has no user id (service.md 2.10).
  const author = actor.type === 'user' ? actor : { ...actor, id: null };
  const note = await Note.create(ctx, { [subject.column]: subject.id, body, isPinned, author });
  await emitNote(ctx, 'note.added', note);
  return note;
}

async function lockNote(ctx: TenantContext, subject: Subject, id: string): Promise<Note> {
  await assertSubject(ctx, subject);
  const note = await Note.live(ctx)
    .where({ [subject.column]: subject.id, id })
    .forUpdate()
    .first();
  if (!note) return fail('NOT_FOUND');
  if (note.createdBy.id !== ctx.principal.id && !ctx.principal.permissions.has('notes.manage')) {
    throw permissionDenied('notes.manage');
  }
  return note;
}

function readBody(body: string | null | undefined): string {
  const text = body?.trim();
  if (!text || text.length > 20_000) throw invalid('body', 'length', 'A note has 1 to 20,000 characters.');
  return text;
}

async function assertSubject(ctx: TenantContext, { model, id }: Subject): Promise<void> {
  await model.find(ctx, id);
}

async function emitNote(ctx: TenantContext, event: EventType, note: Note, before?: Note): Promise<void> {
  const link = linkOf(note);
  await emit(ctx, event, {
    object: note,
    ...(before && { before: before.toJSON(), after: note.toJSON() }),
    withheld: ['body'],
    links: [link],
    data: { length: note.body.length, [`${link.entity}_id`]: link.id },
  });
}

function linkOf({ companyId, contactId, dealId }: Note): Link {
  if (companyId) return { entity: 'company', id: companyId };
  return contactId ? { entity: 'contact', id: contactId } : { entity: 'deal', id: dealId! };
}
