import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { getSalesDay } from '../../../../contract/registers.ts';
import { Panel } from '../../../components/display/panel.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { formatMoney, formatQuantity, formatVolume } from '../../../lib/format/format-money.ts';
import { kindNames } from '../words.ts';

type Details = Pick<Answer<typeof getSalesDay>, 'fuel_by_grade' | 'departments' | 'products'>;

/** Fuel by grade, departments and products, of a day or of a range. */
export function SalesDetails({ fuel_by_grade, departments, products }: Details) {
  return (
    <>
      <Panel title="Fuel by grade">
        {fuel_by_grade.length === 0 ? (
          <Nothing>No fuel is known.</Nothing>
        ) : (
          <Table
            name="Fuel by grade"
            heads={['Grade', 'Gallons', 'Gross', 'Discounts', 'Net']}
            extra={['Gross', 'Discounts']}
            rows={fuel_by_grade.map(({ grade, volume, gross, discounts, net }) => ({
              key: grade,
              cells: [
                `Grade ${grade}`,
                formatVolume(volume),
                formatMoney(gross),
                formatMoney(discounts),
                formatMoney(net),
              ],
            }))}
          />
        )}
      </Panel>
      <Panel title="Departments">
        {departments.length === 0 ? (
          <Nothing>No department is known.</Nothing>
        ) : (
          <Table
            name="Departments"
            heads={['Department', 'Kind', 'Units', 'Gross', 'Net']}
            extra={['Units', 'Gross']}
            rows={departments.map(({ code, name, kind, quantity, gross, net }) => ({
              key: code,
              cells: [
                name ? `${name} (${code})` : `Code ${code}`,
                kindNames[kind],
                formatQuantity(quantity),
                formatMoney(gross),
                formatMoney(net),
              ],
            }))}
          />
        )}
      </Panel>
      <Panel title="Products" description="The most sold ones, at most 50">
        {products.length === 0 ? (
          <Nothing>No products are known.</Nothing>
        ) : (
          <Table
            name="Products"
            heads={['Product', 'Code', 'Units']}
            extra={['Code']}
            rows={products.map(({ code, name, quantity }) => ({
              key: code,
              cells: [name ?? 'No name', code, formatQuantity(quantity)],
            }))}
          />
        )}
      </Panel>
    </>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="text-ink-soft">{children}</p>;
}

interface TableProps {
  name: string;
  heads: readonly string[];
  /** Left out on phones. */
  extra: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
}

function Table({ name, heads, extra, rows }: TableProps) {
  const look = (index: number) =>
    extra.includes(heads[index] ?? '') ? 'max-md:hidden print:table-cell' : '';
  return (
    <table className="w-full">
      <caption className="sr-only">{name}</caption>
      <thead className="border-b border-line text-small text-ink-soft">
        <tr>
          {heads.map((label, index) => (
            <th
              key={label}
              scope="col"
              className={classes(
                'pb-2 font-normal',
                index === 0 ? 'text-left' : 'pl-3 text-right',
                look(index),
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 text-left font-medium wrap-anywhere">
              {first}
            </th>
            {others.map((cell, index) => (
              <td
                key={heads[index + 1]}
                className={classes('py-2 pl-3 text-right tabular-nums', look(index + 1))}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
