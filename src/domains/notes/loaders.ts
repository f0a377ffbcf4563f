// How notes are listed and counted for the records that they stand on.

import type { Listing } from '../../lists/listing.ts';
import { countOf, listOf } from '../../lists/loaders.ts';
import { Note } from './model.ts';

export const noteListing: Listing = { model: Note };

const ofCompany = { listing: noteListing, parent: 'notes.company_id', sort: ['-created_at'] };
const ofDeal = { listing: noteListing, parent: 'notes.deal_id', sort: ['-created_at'] };
const ofContact = { listing: noteListing, parent: 'notes.contact_id', sort: ['-created_at'] };

export const notesOfCompany = listOf<Note>('notes.company', ofCompany);
export const countNotesOfCompany = countOf('notes.company', ofCompany);
export const notesOfDeal = listOf<Note>('notes.deal', ofDeal);
export const notesOfContact = listOf<Note>('notes.contact', ofContact);
