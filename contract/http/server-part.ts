import type { Endpoint, ServerPart } from './endpoint.ts';

/** The schemas of an endpoint, with which the server checks what it receives and answers, and its summary. */
export function serverPartOf(endpoint: Endpoint): ServerPart {
  return endpoint as Endpoint & ServerPart;
}
