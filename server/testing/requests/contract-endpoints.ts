import { readdirSync } from 'node:fs';
import type { Endpoint } from '../../../contract/http/endpoint.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';

const folder = new URL('../../../contract/', import.meta.url);

/** Every endpoint that the contract exports. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const exported = (await exportedEndpoints()).map(([, endpoint]) => endpoint);
  // The request of an endpoint may also be exported alone, for code that needs no schema.
  const isWhole = (endpoint: Endpoint) => serverPartOf(endpoint).response !== undefined;
  const whole = new Set(exported.filter(isWhole).map(nameOf));
  return exported.filter((endpoint) => isWhole(endpoint) || !whole.has(nameOf(endpoint)));
}

/** With the name of each export. */
export async function exportedEndpoints(): Promise<[string, Endpoint][]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules.flatMap((module) =>
    Object.entries(module as Record<string, unknown>).flatMap(([name, value]): [string, Endpoint][] =>
      isEndpoint(value) ? [[name, value]] : [],
    ),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'permission' in value && 'path' in value;
}

/** 'GET /api/users/:id' */
export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
