import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { ClippedText } from '../display/clipped-text.tsx';

export interface FileColumnsProps {
  file: { headers: readonly string[]; samples: readonly (readonly string[])[] };
  /** Of the columns of the file. */
  shown: readonly number[];
  /** What is chosen for a column, and the classes of the head above it. */
  choices: readonly {
    head: string;
    headClasses?: string;
    cell: (index: number, name: string) => ReactNode;
  }[];
}

const headClasses =
  'h-9 border-y border-line bg-surface-raised px-3 text-left text-small font-semibold text-ink-soft first:w-1/4 first:pl-6 last:pr-6';

/** The columns of a file, each with an example, and what it becomes. */
export function FileColumns({ file, shown, choices }: FileColumnsProps) {
  const heads = [{ head: 'In your file' }, { head: 'Example' }, ...choices];
  return (
    <table aria-label="Columns of the file" className="w-full table-fixed border-collapse max-md:block">
      <thead className="max-md:sr-only max-md:block">
        <tr>
          {heads.map(({ head, ...look }) => (
            <th
              key={head}
              scope="col"
              className={classes(headClasses, 'headClasses' in look && look.headClasses)}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {shown.map((index) => {
          const header = file.headers[index];
          const sample = file.samples.map((cells) => cells[index] ?? '').find(Boolean);
          return (
            <tr
              // Two headers may be equal when they are blank.
              key={index}
              className="border-b border-line last:border-b-0 max-md:grid max-md:gap-1.5 max-md:px-4 max-md:py-3"
            >
              <Cell className="font-semibold md:pl-6">
                <ClippedText>{header || 'No header'}</ClippedText>
              </Cell>
              <Cell className="text-ink-soft">
                <ClippedText>{sample || 'Empty in the first rows'}</ClippedText>
              </Cell>
              {choices.map(({ head, cell }) => (
                <Cell key={head} className="md:last:pr-6">
                  {cell(index, header || 'the column without a header')}
                </Cell>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={classes('h-13 min-w-0 px-3 py-1 max-md:h-auto max-md:p-0', className)}>{children}</td>
  );
}
