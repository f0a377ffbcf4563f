// The version of the service, as package.json states it.
import { readFileSync } from 'node:fs';

const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

export const VERSION: string = JSON.parse(file).version;
