import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The version of package.json, which grows with each release. */
export const productVersion: string = manifest.version;
