// npm run lint:api: checks the API description with the strict rules of the linters that integrators run on it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../rest-compat/openapi.ts';
import { governedFields } from '../access/redaction.ts';
import { childEnvironment } from '../config.ts';
import { buildCatalogue } from '../operations/catalogue.ts';
import { guardedSchema } from '../server.ts';

// The linters are CommonJS.
const require = createRequire(import.meta.url);

/**
 * Redocly's rules without the one that forbids /deals/{id}/contacts beside /deals/pipelines/{pipelineId}: these routes are
 * given, and the router tells them apart.
 */
const REDOCLY_RULES = ['--extends', 'recommended-strict', '--skip-rule', 'no-ambiguous-paths'];

function description(): string {
  const schema = guardedSchema();
  const catalogue = buildCatalogue(schema);
  const events = { catalogue, governed: governedFields(schema) };
  return JSON.stringify(openApiDocument(catalogue, { events }));
}

/** Runs Redocly, whose report goes to the terminal. @returns whether it found nothing */
function passesRedocly(text: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'description-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), text);
    const env = { ...childEnvironment(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = [require.resolve('@redocly/cli/bin/cli.js'), 'lint', 'openapi.json', ...REDOCLY_RULES];
    return spawnSync(process.execPath, args, { cwd: folder, env, stdio: 'inherit' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs Spectral and prints what it finds. @returns whether it found nothing */
async function passesSpectral(text: string): Promise<boolean> {
  const { Spectral } = require('@stoplight/spectral-core') as typeof import('@stoplight/spectral-core');
  const { oas } = require('@stoplight/spectral-rulesets') as typeof import('@stoplight/spectral-rulesets');
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] } as never);
  const problems = await spectral.run(JSON.parse(text));
  for (const { code, path, message } of problems)
    process.stderr.write(`${code} at ${path.join('/')}: ${message}\n`);
  return problems.length === 0;
}

const text = description();
const passes = [passesRedocly(text), await passesSpectral(text)];
process.exitCode = passes.includes(false) ? 1 : 0;
