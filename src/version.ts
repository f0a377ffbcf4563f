// The version of the service, read from package.json, and the API versions.
import { readFileSync } from 'node:fs';

const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

export const VERSION: string = JSON.parse(file).version;

/** The versions that X-Api-Version may name, the newest last (platform.md §3). */
export const API_VERSIONS = ['2026-11-01'];
