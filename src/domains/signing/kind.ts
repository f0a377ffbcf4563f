// Declares the kind of record `envelope`, and the lists of its parts.
import { applyConditions, linkFilter } from '../../lists/filters.ts';
import type { Conditions, WhereBuilder } from '../../lists/listing.ts';
import { allOf, countOf, listOf } from '../../lists/loaders.ts';
import { recordKind } from '../records/kind.ts';
import { Envelope, EnvelopeDocument, EnvelopeField, EnvelopeRecipient } from './model.ts';
import { progressOf, statusAt } from './rules.ts';

export { progressOf, statusAt };

/** Filters by the status as of a time: what has run out of time is expired before any sweep. */
function byStatus(query: WhereBuilder, { now, ...conditions }: Conditions): void {
  const status = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(String(now))
    ? `(case when envelopes.status in ('sent', 'partially_signed') and envelopes.expires_at <= '${now}' then 'expired'
        else envelopes.status end)`
    : 'envelopes.status';
  applyConditions(query, status, conditions);
}

export const envelopeKind = recordKind<Envelope>({
  model: Envelope,
  links: ({ id, companyId, dealId, projectId }) => [
    { entity: 'envelope', id },
    ...(companyId ? [{ entity: 'company', id: companyId }] : []),
    ...(dealId ? [{ entity: 'deal', id: dealId }] : []),
    ...(projectId ? [{ entity: 'project', id: projectId }] : []),
  ],
  withheld: ['message', 'words', 'manifest', 'manifestSignature', 'certificateFileId', 'providerEnvelopeId'],
  filters: {
    status: byStatus,
    companyId: linkFilter('envelopes.company_id', 'companies'),
    dealId: linkFilter('envelopes.deal_id', 'deals'),
    projectId: linkFilter('envelopes.project_id', 'projects'),
  },
  search: { subtitle: 'r.status', texts: { title: 'r.title', words: 'r.words' } },
});

const inOrder = (table: string) => `${table}.position, ${table}.id`;

export const documentsOf = allOf<EnvelopeDocument>(EnvelopeDocument, 'envelopeId', 'envelope_id', inOrder);
export const recipientsOf = allOf<EnvelopeRecipient>(EnvelopeRecipient, 'envelopeId', 'envelope_id', inOrder);
export const fieldsOf = allOf<EnvelopeField>(EnvelopeField, 'envelopeId', 'envelope_id', inOrder);

const byCompany = { listing: envelopeKind.listing, parent: 'envelopes.company_id' };
export const envelopesOfCompany = listOf<Envelope>('envelopes.company', byCompany);
export const countEnvelopesOfCompany = countOf('envelopes.company', byCompany);
