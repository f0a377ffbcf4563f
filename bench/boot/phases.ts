// Runs the phases of a start one after another in this process and sends the CPU time of each. In the service, phases
// marked "later" run at their first use, after the service is ready.
import { createRequire } from 'node:module';

const phases: { name: string; ms: number }[] = [];

async function phase<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  phases.push({ name, ms: (user + system) / 1000 });
  return result;
}

const code = await phase('load the code', async () => ({
  ...(await import('../../src/server.ts')),
  ...(await import('../../src/sdl/type-defs.ts')),
  ...(await import('../../src/operations/schema.ts')),
  ...(await import('../../src/operations/catalogue.ts')),
  ...(await import('../../src/operations/operation-files.ts')),
  ...(await import('../../src/operations/validate.ts')),
  ...(await import('../../src/operations/execute.ts')),
  ...(await import('../../src/access/redaction.ts')),
  ...(await import('../../src/access/sections.ts')),
  ...(await import('../../src/access/roles.ts')),
}));
// Load the product's copy of graphql, because the bench has its own.
const { parse } = createRequire(new URL('../../package.json', import.meta.url))(
  'graphql',
) as typeof import('graphql');
const { openApiDocument } = await import('../../rest-compat/openapi.ts');
const { toolsOf } = await import('../../src/agent/tools.ts');
const { resolvers } = await import('../../resolvers/index.ts');

await phase('SDL: read, parse, join', () => code.loadTypeDefs());
await phase('schema from it, without guards (SDL again)', () => code.buildSchema(resolvers as never));
const schema = await phase('schema with resolvers, redaction, sections, shield (both again)', () =>
  code.guardedSchema(),
);
const files = await phase('documents: read', () => code.readOperationFiles());
await phase('documents: parse', () => [...files.values()].map((text) => parse(text, { noLocation: true })));
const catalogue = await phase('catalogue (parses the documents again)', () =>
  code.buildCatalogue(schema, files),
);
const validator = await phase('JSON schemas: join', () => new code.InputValidator(catalogue.definitions));
await phase('runner, governed fields, sections, permissions', () => [
  new code.OperationRunner(schema),
  code.governedFields(schema),
  code.sectionsOf(schema),
  code.permissionCatalogue(schema),
]);
const all = [...catalogue.operations, ...catalogue.unrouted];
await phase('later: JSON schemas of all inputs, compiled', () => {
  for (const { inputSchema } of all) validator.faults(inputSchema, {});
});
await phase('later: OpenAPI', () => JSON.stringify(openApiDocument(catalogue)));
await phase('later: MCP tools', () =>
  toolsOf({ catalogue, validator, config: { publicUrl: 'http://127.0.0.1' } } as never),
);
process.send!({ operations: catalogue.operations.length, phases });
