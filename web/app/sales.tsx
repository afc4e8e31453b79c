import { SalesPage } from '../features/registers/sales/sales-page.tsx';
import { ViewsButton } from '../features/views/views-button.tsx';

const builtIn = [
  { name: 'All sales', search: {} },
  { name: 'Not closed', search: { state: 'not_closed' } },
];

export function Sales() {
  return <SalesPage views={<ViewsButton list="sales" builtIn={builtIn} />} />;
}
