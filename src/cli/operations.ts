// npm run operations: prints the catalogue of mounted operations; with --json in the format that the catalogue check reads.
import { buildCatalogue, isDescribed } from '../operations/catalogue.ts';
import { buildSchema } from '../operations/schema.ts';

const { operations } = buildCatalogue(buildSchema({}));
const rows = operations.map((operation) => ({
  operation: operation.name,
  method: operation.method,
  path: operation.path,
  module: operation.access.module,
  permission: operation.access.permission ?? '',
  scope: operation.access.scope ?? '',
  principals: operation.access.principals,
  risk: operation.access.risk,
  idempotency: operation.idempotency,
  openapi: isDescribed(operation),
}));
process.stdout.write(
  process.argv.includes('--json')
    ? `${JSON.stringify(rows)}\n`
    : `${rows.map((row) => `${row.method.padEnd(6)} ${row.path}  ${row.operation} (${row.permission || row.principals})`).join('\n')}\n`,
);
