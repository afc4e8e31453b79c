import { Sheet } from '../../../components/overlay/sheet.tsx';
import { TopSearch } from './top-search.tsx';

export function SearchSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Search" isFull onClose={onClose}>
      <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pt-1">
        <TopSearch autoFocus isInSheet onDone={onClose} />
      </div>
    </Sheet>
  );
}
