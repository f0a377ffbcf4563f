// The events of content (crm.md section 15).
export const CONTENT_EVENTS = {
  // A draft is private, so only the audit has its events, without a word of it.
  'content_import.created': { object: 'content_import', line: 'Content source imported', isInternal: true },
  'content_draft.created': { object: 'content_draft', line: 'Content draft saved', isInternal: true },
  'content_draft.updated': { object: 'content_draft', line: 'Content draft changed', isInternal: true },
  'content_draft.deleted': { object: 'content_draft', line: 'Content draft deleted', isInternal: true },
} as const;
