// The file in the data folder with the API tokens of the demo's agents, for `npm run demo`; only its owner may read it.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tokens by the slug of their workspace. */
export type AgentTokens = Record<string, string>;

/** Reads the tokens; returns an empty object without a demo. */
export function readAgentTokens(dataDir: string): AgentTokens {
  try {
    return JSON.parse(readFileSync(filePath(dataDir), 'utf8')) as AgentTokens;
  } catch {
    return {};
  }
}

/** Writes the tokens; by renaming a file, so that readers never see an incomplete one. */
export function writeAgentTokens(dataDir: string, tokens: AgentTokens): void {
  const temporaryFile = `${filePath(dataDir)}.${process.pid}`;
  writeFileSync(temporaryFile, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporaryFile, filePath(dataDir));
}

function filePath(dataDir: string): string {
  return join(dataDir, 'demo-tokens.json');
}
