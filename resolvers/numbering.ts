// Resolvers of number series and their ledger.
import { gapsOf, type LedgerPage, listLedger } from '../src/domains/numbering/ledger.ts';
import { listSeries, updateSeries } from '../src/domains/numbering/series.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const numbering: Resolvers = {
  Query: {
    numberSeries: (_, _args, ctx) => listSeries(ctx),
    numberLedger: (_, { docType, ...args }, ctx, info) =>
      listLedger(ctx, docType, args, lookahead(info, 'number_ledger')),
  },
  Mutation: {
    updateNumberSeries: (_, { docType, input, expectedVersion }, ctx) =>
      updateSeries(ctx, docType, input, expectedVersion),
  },
  NumberLedgerEntryConnection: {
    gaps: (page, _, ctx) => gapsOf(ctx, page as unknown as LedgerPage),
  },
};
