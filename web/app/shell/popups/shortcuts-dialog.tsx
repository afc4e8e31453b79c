import { CancelButton, Dialog } from '../../../components/dialog/dialog.tsx';

const shortcuts = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['Ctrl K'], does: 'Find anything: locations, users, pages, actions' },
  { keys: ['f'], does: 'Filter the list' },
  { keys: ['j', '↓'], does: 'Next row' },
  { keys: ['k', '↑'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['Shift ↓', 'Shift ↑'], does: 'Select more rows' },
  { keys: ['c'], does: 'Add a user or a location to the list' },
  { keys: ['e'], does: 'Edit the row or the page' },
  { keys: ['a'], does: 'Assign users to the location' },
  { keys: ['g d', 'g l', 'g u', 'g s', 'g a'], does: 'Go to Dashboard, Locations, Users, Sales, Audit' },
  { keys: ['Esc'], does: 'Clear the search or the selection, close what is open, or go back to the list' },
  { keys: ['?'], does: 'Show this list' },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} footer={<CancelButton label="Close" />}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5 pb-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-6 min-w-6 place-items-center rounded-badge border border-line-strong px-1.5 font-sans text-badge"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
