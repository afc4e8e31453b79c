import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SearchInput } from '../../components/search-input.tsx';
import { paths } from '../paths.ts';

export interface TopSearchProps {
  className?: string;
  autoFocus?: boolean;
  onDone?: () => void;
}

/** Enter opens Users with this search. */
export function TopSearch({ className, autoFocus, onDone }: TopSearchProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  return (
    <SearchInput
      placeholder="Search"
      value={text}
      onValueChange={setText}
      onEnter={() => {
        const q = text.trim();
        void navigate({ to: paths.users, search: q ? { q } : {} });
        setText('');
        onDone?.();
      }}
      hotkey="silent"
      autoFocus={autoFocus}
      className={className}
    />
  );
}
