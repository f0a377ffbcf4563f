// Where the service leaves the API tokens of the demo's agents for `npm run demo`: in the data folder, for its owner only.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets by the slug of their workspace. */
export type AgentTokens = Record<string, string>;

/** The tokens that the service has left; empty without a demo. */
export function readAgentTokens(dataDir: string): AgentTokens {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as AgentTokens;
  } catch {
    return {};
  }
}

/** Leaves the tokens; in one step, so that no reader finds half a file. */
export function writeAgentTokens(dataDir: string, tokens: AgentTokens): void {
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileOf(dataDir));
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'demo-tokens.json');
}
