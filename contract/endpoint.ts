import type * as z from 'zod/mini';
import type { Requirement } from './permissions.ts';

type Schema = z.ZodMiniType;

/**
 * One HTTP call as both sides see it. `failure` is its text in the specification's error catalogue.
 * `permission` has no default on purpose: an endpoint without one does not compile.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path; `:name` is a member of `params`. */
  path: `/api/${string}`;
  permission: Requirement;
  failure: string;
  /** Also serves users who must set up a second factor first. */
  duringSetup?: true;
  /** Replaces `failure` for a search (`q`). */
  searchFailure?: string;
  /** One sentence for the generated OpenAPI document. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The body is a file: the handler reads it as a stream, at most `fileMaxBytes`. */
  upload?: true;
  /** Without it the call answers 204. */
  response?: Schema;
  /** The media type, when the answer is a file and not JSON. */
  download?: string;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Member<E, K extends string> = K extends keyof E ? E[K] : undefined;

/** What a handler of the server gets, after validation. */
export interface Received<E extends Endpoint> {
  params: Output<Member<E, 'params'>>;
  query: Output<Member<E, 'query'>>;
  body: Output<Member<E, 'body'>>;
}

/** What the browser sends: only the members that the endpoint has. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as Input<Member<E, K>> extends undefined ? never : K]: Input<
    Member<E, K>
  >;
};

/** What a call returns: nothing for a 204. */
// biome-ignore lint/suspicious/noConfusingVoidType: a use case that returns nothing answers 204.
export type Answer<E extends Endpoint> = E extends { response: infer S extends Schema } ? z.output<S> : void;
