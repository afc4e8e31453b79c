import { describeOwnLoss } from '../../../../contract/access/own-access.ts';
import { Alert } from '../../../components/feedback/alert.tsx';

export interface OwnLossProps {
  /** The words after 'You will lose'; null for nothing. */
  lost: string | null;
  isRefused: boolean;
}

export function OwnLoss({ lost, isRefused }: OwnLossProps) {
  if (!lost) return null;
  return (
    <Alert tone="info" className="mt-3">
      {isRefused ? describeOwnLoss(lost) : `You will lose ${lost}. Only an administrator can give it back.`}
    </Alert>
  );
}
