import { randomUUID } from 'node:crypto';
import type { Executed } from '../server/testing/recorded-statements.ts';
import type { Params } from './scenarios.ts';

/** Where a bind of a recorded statement comes from in the next request; plain data. */
type Source =
  | { from: 'recording'; value: unknown }
  /** Text with parameters in it, such as an address inside of a JSON document. */
  | { from: 'params'; parts: (string | { param: string })[] }
  /** An id that every request makes anew; the same number means the same id. */
  | { from: 'new id'; number: number }
  | { from: 'list'; members: Source[] };

export interface Statement {
  sql: string;
  name?: string;
  binds: Source[];
}

interface Recorded {
  statements: Executed[];
  params: Params;
}

/**
 * Makes a script of two recordings of the same use case: what follows the request's parameters is taken from
 * them, ids that differ for no such reason are made anew, and all else stays as it was recorded.
 */
export function makeScript(first: Recorded, second: Recorded): Statement[] {
  const texts = ({ statements }: Recorded) => statements.map(({ sql }) => sql).join('\n');
  if (texts(first) !== texts(second)) {
    throw new Error(
      `Two requests of one kind ran different statements:\n${texts(first)}\n\n${texts(second)}`,
    );
  }
  const newIds: string[] = [];
  return first.statements.map(({ sql, name, binds }, at) => ({
    sql,
    ...(name && { name }),
    binds: binds.map((bind, position) =>
      sourceOf(bind, second.statements[at]?.binds[position], first.params, newIds),
    ),
  }));
}

function sourceOf(value: unknown, other: unknown, params: Params, newIds: string[]): Source {
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? other : [];
    return {
      from: 'list',
      members: value.map((member, at) => sourceOf(member, others[at], params, newIds)),
    };
  }
  if (typeof value !== 'string') return { from: 'recording', value };
  const parts = split(value, params);
  if (parts.some((part) => typeof part !== 'string')) return { from: 'params', parts };
  if (value === other || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) {
    return { from: 'recording', value };
  }
  if (!newIds.includes(value)) newIds.push(value);
  return { from: 'new id', number: newIds.indexOf(value) };
}

function split(text: string, params: Params): (string | { param: string })[] {
  let parts: (string | { param: string })[] = [text];
  for (const [param, value] of Object.entries(params)) {
    parts = parts.flatMap((part) => {
      if (typeof part !== 'string') return [part];
      const pieces = part.split(value);
      return pieces.flatMap((piece, at) => (at === 0 ? [piece] : [{ param }, piece]));
    });
  }
  return parts.filter((part) => part !== '');
}

/** The binds of each statement for one request. */
export function bindsFor(script: readonly Statement[], params: Params): unknown[][] {
  const newIds: string[] = [];
  const bindOf = (source: Source): unknown => {
    switch (source.from) {
      case 'recording':
        return source.value;
      case 'params':
        return source.parts.map((part) => (typeof part === 'string' ? part : params[part.param])).join('');
      case 'new id':
        newIds[source.number] ??= randomUUID();
        return newIds[source.number];
      case 'list':
        return source.members.map(bindOf);
    }
  };
  return script.map(({ binds }) => binds.map(bindOf));
}
