// Resolvers of notes: operations call services, other fields call loaders.
import { noteSubject as companySubject } from '../src/domains/companies/service.ts';
import { noteSubject as contactSubject } from '../src/domains/contacts/service.ts';
import { countNotesOfCompany, notesOfCompany, notesOfContact } from '../src/domains/notes/loaders.ts';
import { addNote, deleteNote, listNotes, updateNote } from '../src/domains/notes/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import type { Resolvers } from './generated.ts';

export const notes: Resolvers = {
  Query: {
    companyNotes: (_, { companyId, ...args }, ctx, info) =>
      listNotes(ctx, companySubject(companyId), args, lookahead(info, 'notes')),
    contactNotes: (_, { contactId, ...args }, ctx, info) =>
      listNotes(ctx, contactSubject(contactId), args, lookahead(info, 'notes')),
  },
  Mutation: {
    addCompanyNote: (_, { companyId, input }, ctx) => addNote(ctx, companySubject(companyId), input),
    updateCompanyNote: (_, { companyId, noteId, input }, ctx) =>
      updateNote(ctx, companySubject(companyId), noteId, input),
    deleteCompanyNote: (_, { companyId, noteId }, ctx) => deleteNote(ctx, companySubject(companyId), noteId),
    addContactNote: (_, { contactId, input }, ctx) => addNote(ctx, contactSubject(contactId), input),
    updateContactNote: (_, { contactId, noteId, input }, ctx) =>
      updateNote(ctx, contactSubject(contactId), noteId, input),
    deleteContactNote: (_, { contactId, noteId }, ctx) => deleteNote(ctx, contactSubject(contactId), noteId),
  },
  Company: { notes: related(notesOfCompany) },
  CompanyCounts: { notes: related(countNotesOfCompany) },
  Contact: { notes: related(notesOfContact) },
};
