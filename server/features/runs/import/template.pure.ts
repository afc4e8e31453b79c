import { type ImportColumn, labelOf } from '../../../../contract/files/import-columns.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import { csvHead, csvRows } from '../../../platform/csv.ts';

/** Without the id, because a template is for new rows. */
const examples: Record<RunSubject, { [K in ImportColumn]?: string }> = {
  users: {
    employee_number: '00042',
    email: 'ana.lopez@northline.example',
    full_name: 'Ana Lopez',
    phone: '(518) 555-0100',
    status: 'active',
    roles: 'Cashier',
    locations: '007; Mill Road',
  },
  locations: {
    number: '007',
    name: 'Mill Road',
    address: '1 Mill Road',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    phone: '(518) 555-0101',
    closed_on: '',
    time_zone: 'America/New_York',
  },
  stock: {
    locations: '007',
    code: '049000000443',
    on_hand: '24',
    reorder_point: '6',
    counted_at: '2026-03-14 06:00',
  },
};

export function importTemplate(about: RunSubject) {
  const example = Object.entries(examples[about]) as [ImportColumn, string][];
  async function* body() {
    yield csvHead(example.map(([column]) => labelOf(about, column)));
    yield csvRows([example.map(([, cell]) => cell)]);
  }
  return { filename: `${about}-template.csv`, body: body() };
}
