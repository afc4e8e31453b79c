import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { nearestName } from '../../contract/lists/search-typos.ts';
import { ConfigError } from '../platform/config-error.ts';
import { type Config, loadConfig, settingNames } from './config.ts';

const usualFile = fileURLToPath(new URL('../../canopy.env', import.meta.url));

interface Settings {
  env: Record<string, string | undefined>;
  file: string | null;
  warnings: string[];
}

/** For the server and every command. @throws ConfigError when the file or a setting cannot be used. */
export function readConfig(given: string | undefined, environment: Settings['env']): Config {
  const { env, file, warnings } = readSettings(given, environment);
  const config = loadConfig(env);
  return { ...config, settings_file: file, warnings: [...warnings, ...config.warnings] };
}

/**
 * Environment variables come before the file, which is `canopy.env` in the project folder unless given. @throws
 * ConfigError with every line of the file that cannot be used.
 */
export function readSettings(given: string | undefined, environment: Settings['env']): Settings {
  const file = given === undefined ? usualFile : resolve(given);
  const text = readText(file, given !== undefined);
  const env = { ...environment };
  for (const name of settingNames) env[name] = withoutQuotes(name, environment[name]);
  if (text === null) return { env, file: null, warnings: [] };
  const settings = parseSettings(file, text);
  for (const name of settingNames) env[name] = env[name]?.trim() ? env[name] : settings[name];
  return { env, file, warnings: warnOfOpenFile(file, settings) };
}

/** `docker --env-file` passes the quotes on as a part of the value. @throws ConfigError when one is not closed. */
function withoutQuotes(name: string, value: string | undefined): string | undefined {
  const quote = value?.trim()[0];
  if (!value || (quote !== '"' && quote !== "'")) return value;
  const text = value.trim();
  if (text.length < 2 || !text.endsWith(quote)) throw new ConfigError(`${name}: the quote is not closed.`);
  return text.slice(1, -1);
}

function readText(path: string, isRequired: boolean): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'ENOENT' && !isRequired) return null;
    throw new ConfigError(`The settings file ${path} cannot be read (${code}).`);
  }
}

/** No value has several lines, so an unclosed quote must not swallow the next ones. */
function parseSettings(path: string, text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  const wrong = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line, index) => {
      const [name, value] = Object.entries(parseEnv(line))[0] ?? [];
      const reason = describeWrong(line, name, value, settings);
      if (reason) return [`${path}, line ${index + 1}${reason}`];
      if (name && value) settings[name] = value;
      return [];
    });
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return settings;
}

function describeWrong(
  line: string,
  name: string | undefined,
  value: string | undefined,
  before: Record<string, string>,
): string | null {
  if (name === undefined) return /^\s*(#|$)/.test(line) ? null : ' cannot be read. Write NAME=value.';
  if (!settingNames.includes(name)) {
    const meant = nearestName(name, settingNames, Math.floor(name.length / 2));
    return `: ${name} is not a setting. ${meant ? `Did you mean ${meant}?` : 'docs/operations.md lists them all.'}`;
  }
  if (name in before) return `: ${name} is set a second time.`;
  if (/^["'`]/.test(value ?? '')) return ': the quote is not closed.';
  const written = line.slice(line.indexOf('=') + 1);
  if (!/^\s*["'`]/.test(written) && written.split(/\s#/)[0]?.includes('#')) {
    return `: # begins a comment. Put the value of ${name} in quotes.`;
  }
  return null;
}

function warnOfOpenFile(path: string, settings: Record<string, string>): string[] {
  const hasSecret = Object.entries(settings).some(
    ([name, value]) => name === 'SECRET_KEY' || (URL.canParse(value) && new URL(value).password !== ''),
  );
  const everybodyMayRead = 0o004;
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & everybodyMayRead) !== 0;
  return hasSecret && isOpen
    ? [`${path} holds secrets, and every user of this machine can read it. Run: chmod 600 ${path}`]
    : [];
}
