import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SearchInput } from '../../components/form/search-input.tsx';

export interface TopSearchProps {
  className?: string;
  autoFocus?: boolean;
  onDone?: () => void;
}

/** Enter searches Locations where somebody looks at them, Users anywhere else; each list leads on to the other. */
export function TopSearch({ className, autoFocus, onDone }: TopSearchProps) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const to = pathname.startsWith('/locations') ? '/locations' : '/users';
  return (
    <SearchInput
      placeholder="Search"
      value={text}
      onValueChange={setText}
      onEnter={() => {
        const q = text.trim();
        void navigate({ to, search: q ? { q } : {} });
        setText('');
        onDone?.();
      }}
      hotkey="silent"
      autoFocus={autoFocus}
      className={className}
    />
  );
}
