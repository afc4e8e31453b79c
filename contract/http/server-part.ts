import type { Endpoint, ServerPart } from './endpoint.ts';

export function serverPartOf(endpoint: Endpoint): ServerPart {
  return endpoint as Endpoint & ServerPart;
}
