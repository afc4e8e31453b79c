import type { Endpoint, ServerPart } from './endpoint.ts';

/** The schemas with which the server checks requests and answers of an endpoint, and its summary. */
export function serverPartOf(endpoint: Endpoint): ServerPart {
  return endpoint as Endpoint & ServerPart;
}
