// Notes: arguments to services, fields to loaders.
import { noteSubject as onCompany } from '../src/domains/companies/service.ts';
import { noteSubject as onContact } from '../src/domains/contacts/service.ts';
import { countNotesOfCompany, notesOfCompany, notesOfContact } from '../src/domains/notes/loaders.ts';
import { addNote, deleteNote, listNotes, updateNote } from '../src/domains/notes/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import type { Resolvers } from './generated.ts';

export const notes: Resolvers = {
  Query: {
    companyNotes: (_, { companyId, ...args }, ctx, info) =>
      listNotes(ctx, onCompany(companyId), args, lookahead(info, 'notes')),
    contactNotes: (_, { contactId, ...args }, ctx, info) =>
      listNotes(ctx, onContact(contactId), args, lookahead(info, 'notes')),
  },
  Mutation: {
    addCompanyNote: (_, { companyId, input }, ctx) => addNote(ctx, onCompany(companyId), input),
    updateCompanyNote: (_, { companyId, noteId, input }, ctx) =>
      updateNote(ctx, onCompany(companyId), noteId, input),
    deleteCompanyNote: (_, { companyId, noteId }, ctx) => deleteNote(ctx, onCompany(companyId), noteId),
    addContactNote: (_, { contactId, input }, ctx) => addNote(ctx, onContact(contactId), input),
    updateContactNote: (_, { contactId, noteId, input }, ctx) =>
      updateNote(ctx, onContact(contactId), noteId, input),
    deleteContactNote: (_, { contactId, noteId }, ctx) => deleteNote(ctx, onContact(contactId), noteId),
  },
  Company: { notes: related(notesOfCompany) },
  CompanyCounts: { notes: related(countNotesOfCompany) },
  Contact: { notes: related(notesOfContact) },
};
