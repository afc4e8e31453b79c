import { placeOf } from './places.ts';
import type { SourceFile } from './source-file.ts';
import { isTest } from './tree.ts';

/** SQL that stands outside of the files that may hold it. */
export function findStraySql(files: SourceFile[]): string[] {
  const isStatement = (call: string) =>
    /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/.test(call);
  const hasSql = (file: SourceFile) =>
    [...file.calls].some(isStatement) ||
    file.imports.some(({ specifier, names }) => specifier === 'kysely' && names.includes('sql'));
  const mayHaveSql = ({ path }: SourceFile) =>
    isTest(path) ||
    placeOf(path).role === 'repository' ||
    path.startsWith('server/platform/') ||
    path.startsWith('scripts/');
  return files
    .filter((file) => hasSql(file) && !mayHaveSql(file))
    .map(
      ({ path }) =>
        `${path} speaks SQL: move the query into the feature's *.repository.ts and give it a name.`,
    );
}

/** Calls of the browser to the server that do not go through the one place that signs and checks them. */
export function findStrayRequests(files: SourceFile[]): string[] {
  const isRequest = (call: string) =>
    /^((window|globalThis|self)\.)?fetch$/.test(call) || call === 'navigator.sendBeacon';
  const isChannel = (name: string) => /(^|\.)(XMLHttpRequest|EventSource|WebSocket)$/.test(name);
  return files
    .filter(({ path, calls, made }) => {
      if (!path.startsWith('web/') || path.startsWith('web/lib/') || isTest(path)) return false;
      return [...calls].some(isRequest) || [...made].some(isChannel);
    })
    .map(
      ({ path }) =>
        `${path} calls the server by itself: use the client of web/lib, in the feature's *.api.ts.`,
    );
}

/** Settings that are read past server/config.ts, and so past its checks and its documentation. */
export function findStraySettings(files: SourceFile[]): string[] {
  return files
    .filter(({ path, readsEnvironment, mentionsEnvironment }) => {
      const { wing, room } = placeOf(path);
      if (
        isTest(path) ||
        path === 'server/config.ts' ||
        (wing !== 'server' && wing !== 'web' && wing !== 'contract')
      )
        return false;
      // A process hands its environment to loadConfig.
      return wing === 'server' && room === 'entry' ? readsEnvironment : mentionsEnvironment;
    })
    .map(
      ({ path }) =>
        `${path} reads process.env: add the setting to server/config.ts and take it from the config.`,
    );
}
