import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { signOutElsewhere } from './profile.api.ts';

export function SessionsPanel() {
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function end() {
    setBusy(true);
    const failure = await signOutElsewhere();
    setBusy(false);
    setAnswer(
      failure
        ? { tone: 'error', text: failure.message }
        : { tone: 'success', text: 'All other devices are signed out.' },
    );
  }

  return (
    <Panel title="Other devices" text="Signed in at a counter or on a lost phone? End it from here.">
      {answer && (
        <Alert tone={answer.tone} className="mb-4">
          {answer.text}
        </Alert>
      )}
      <Button variant="secondary" loading={isBusy} onClick={() => void end()}>
        Sign out other devices
      </Button>
    </Panel>
  );
}
