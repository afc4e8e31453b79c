import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button/button.tsx';
import { IconArrowLeft } from '../../components/icons/icons.ts';

export function BackToSales() {
  return (
    <p className="mb-2 print:hidden">
      <Link to="/sales" className={buttonClasses('link')}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Sales
      </Link>
    </p>
  );
}
