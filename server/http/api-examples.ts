import type { Example } from '../platform/http/openapi.ts';

const id = '5f0c7b52-6a07-4d0e-8a6f-6f3f3c1f2b10';

/** For the calls with which scripts begin. */
export const apiExamples: Readonly<Record<string, Example>> = {
  'GET /api/users/values': { query: { field: 'role', status: 'active' } },
  'GET /api/users': { query: { limit: '100', q: 'ana lopez', status: 'active', sort: 'name' } },
  'POST /api/users': {
    body: {
      ...{ id, email: 'ana.lopez@example.com', full_name: 'Ana Lopez', phone: '(518) 555-0142' },
      ...{ employee_number: '1042', location_ids: [id] },
    },
  },
  'PATCH /api/users/:id': { body: { phone: '(518) 555-0143' } },
  'PUT /api/users/:id/roles': { body: { role_ids: [id] } },
  'PUT /api/users/:id/locations': { body: { location_ids: [id] } },
  'POST /api/users/:id/invitation': { body: { by: 'mail' } },
  'GET /api/users/export.csv': { query: { status: 'active', columns: 'email,full_name,roles' } },
  'GET /api/locations': { query: { limit: '100', state: 'NY,VT', sort: 'number' } },
  'POST /api/locations': {
    body: {
      ...{ id, number: '394', name: 'Harbor 394', address: '1 Quay Street', city: 'Albany', state: 'NY' },
      ...{ zip: '12207', phone: '(518) 555-0100' },
    },
  },
  'PATCH /api/locations/:id': { body: { phone: '(518) 555-0101' } },
  'POST /api/locations/:id/close': { body: { closed_on: '2026-11-30' } },
  'POST /api/runs': {
    body: { about: 'users', act: { act: 'deactivate' }, selection: { query: 'last_sign_in=180' } },
  },
  'GET /api/audit': { query: { action: 'user.deactivated', from: '2026-11-01T00:00:00Z', limit: '50' } },
};
