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
      <Part
        title="Fuel by grade"
        nothing="No fuel is known."
        heads={['Grade', 'Gallons', 'Gross', 'Discounts', 'Net']}
        extra={['Gross', 'Discounts']}
        rows={fuel_by_grade.map(({ grade, volume, gross, discounts, net }) => [
          `Grade ${grade}`,
          formatVolume(volume),
          formatMoney(gross),
          formatMoney(discounts),
          formatMoney(net),
        ])}
      />
      <Part
        title="Departments"
        nothing="No department is known."
        heads={['Department', 'Kind', 'Units', 'Gross', 'Net']}
        extra={['Units', 'Gross']}
        rows={departments.map(({ code, name, kind, quantity, gross, net }) => [
          name ? `${name} (${code})` : `Code ${code}`,
          kindNames[kind],
          formatQuantity(quantity),
          formatMoney(gross),
          formatMoney(net),
        ])}
      />
      <Part
        title="Products"
        description="The most sold ones, at most 50"
        nothing="No products are known."
        heads={['Product', 'Code', 'Units']}
        extra={['Code']}
        rows={products.map(({ code, name, quantity }) => [name ?? 'No name', code, formatQuantity(quantity)])}
      />
    </>
  );
}

interface PartProps {
  title: string;
  description?: string;
  /** In place of a table without rows. */
  nothing: string;
  heads: readonly string[];
  /** Left out on phones. */
  extra: readonly string[];
  rows: readonly (readonly string[])[];
}

function Part({ title, description, nothing, heads, extra, rows }: PartProps) {
  const look = (index: number) =>
    extra.includes(heads[index] ?? '') ? 'max-md:hidden print:table-cell' : '';
  return (
    <Panel title={title} description={description}>
      {rows.length === 0 ? (
        <p className="text-ink-soft">{nothing}</p>
      ) : (
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
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
            {rows.map(([first, ...others], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two departments may have one name.
              <tr key={at} className="border-b border-line last:border-b-0">
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
      )}
    </Panel>
  );
}
