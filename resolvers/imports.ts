// Resolvers of imports: operations call services.
import { approveImport } from '../src/domains/imports/approve.ts';
import { discardImport } from '../src/domains/imports/discard.ts';
import type { Import, ImportRow } from '../src/domains/imports/model.ts';
import { foundOf, getPmImport, setPmMapping, uploadPmImport } from '../src/domains/imports/pm-service.ts';
import { listTargets, previewImport } from '../src/domains/imports/preview.ts';
import { rollBackImport } from '../src/domains/imports/rollback.ts';
import { errorsOfRow, fixRow, listRows, valuesOf } from '../src/domains/imports/rows.ts';
import {
  discardsAt,
  executeImport,
  getImport,
  listImports,
  validateImport,
} from '../src/domains/imports/service.ts';
import { setMapping } from '../src/domains/imports/set-mapping.ts';
import { uploadImport } from '../src/domains/imports/upload.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const imports: Resolvers = {
  Query: {
    importTargets: (_, _args, ctx) => listTargets(ctx) as never,
    imports: (_, args, ctx, info) => listImports(ctx, 'data', args, lookahead(info, 'imports')),
    import: (_, { id }, ctx) => getImport(ctx, id),
    pmImports: (_, args, ctx, info) => listImports(ctx, 'pm', args, lookahead(info, 'imports')),
    pmImport: (_, { id }, ctx) => getPmImport(ctx, id),
    importPreview: (_, { id, rows }, ctx) => previewImport(ctx, id, rows) as never,
    importRows: (_, { importId, ...args }, ctx, info) =>
      listRows(ctx, importId, args, lookahead(info, 'import_rows')),
  },
  Mutation: {
    uploadImport: (_, { input }, ctx) => uploadImport(ctx, input),
    discardImport: (_, { id, expectedVersion }, ctx) => discardImport(ctx, id, expectedVersion),
    setImportMapping: (_, { id, input, expectedVersion }, ctx) =>
      setMapping(ctx, id, input as never, expectedVersion),
    validateImport: (_, { id, expectedVersion }, ctx) => validateImport(ctx, 'data', id, expectedVersion),
    fixImportRow: (_, { id, rowNumber, ...input }, ctx) => fixRow(ctx, id, rowNumber, input),
    approveImport: (_, { id, ...input }, ctx) => approveImport(ctx, 'data', id, input),
    uploadPmImport: (_, { input }, ctx) => uploadPmImport(ctx, input as never),
    setPmImportMapping: (_, { id, input, expectedVersion }, ctx) =>
      setPmMapping(ctx, id, input as never, expectedVersion),
    validatePmImport: (_, { id, expectedVersion }, ctx) => validateImport(ctx, 'pm', id, expectedVersion),
    approvePmImport: (_, { id, ...input }, ctx) => approveImport(ctx, 'pm', id, input),
    executePmImport: (_, { id, expectedVersion }, ctx) => executeImport(ctx, 'pm', id, expectedVersion),
    rollbackImport: (_, { id, reason, expectedVersion }, ctx) =>
      rollBackImport(ctx, id, { reason, expectedVersion }),
    executeImport: (_, { id, expectedVersion }, ctx) => executeImport(ctx, 'data', id, expectedVersion),
  },
  Import: {
    file: computed<Import>(['file', 'purgedAt'], ({ file, purgedAt }) => ({ ...file, purgedAt })),
    found: computed<Import>(['found', 'createdBy'], (imported, ctx) => foundOf(ctx, imported)),
    discardsAt: computed<Import>(['status', 'updatedAt'], (imported) => discardsAt(imported)),
  },
  ImportRow: {
    values: computed<ImportRow>(['cells', 'parts'], (row, ctx) => valuesOf(ctx, row)),
    errors: computed<ImportRow>(['errors'], (row, ctx) => errorsOfRow(ctx, row)),
    record: computed<ImportRow>(['recordType', 'recordId', 'matchId'], ({ recordType, recordId }) =>
      recordId ? { type: recordType, id: recordId } : null,
    ),
  },
};
