import { useState } from 'react';
import { Command } from '../../../components/display/command.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';

const systems = [
  { value: 'windows', label: 'Windows' },
  { value: 'linux', label: 'Linux' },
] as const;
type System = (typeof systems)[number]['value'];

const folders: Record<System, string> = { windows: 'C:\\Register\\Out', linux: '/var/register/out' };

interface Commands {
  download: string;
  run: string;
  /** At the start of the machine. */
  keep: string;
}

/** What to do on the machine beside the register. The key is in a file, never in a command that others can read. */
export function SenderHelp() {
  const [system, setSystem] = useState<System>('windows');
  const [folder, setFolder] = useState(folders[system]);
  const { download, run, keep } = commandsOf[system](window.location.origin, folder);
  const isWindows = system === 'windows';
  return (
    <section aria-label="Send the files" className="flex flex-col gap-3">
      <h3 className="font-semibold">Send the files of a folder</h3>
      <SelectField
        label="System of the machine beside the register"
        isLabeled
        value={system}
        options={systems}
        onChange={(value) => {
          setSystem(value);
          if (folder === folders[system]) setFolder(folders[value]);
        }}
      />
      <TextField
        label="Folder of the register's files"
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
      />
      <Command label={`1. Download the program${isWindows ? ', in PowerShell as administrator' : ''}`}>
        {download}
      </Command>
      <p>
        2. Save the key in the same folder, as <code className="font-mono text-small">register.key</code>. The
        program needs Node 20 or newer.
      </p>
      <Command label="3. Try it. Ctrl+C ends it">{run}</Command>
      <Command label="4. Let it start with the machine">{keep}</Command>
      <p className="text-small text-ink-soft">
        It sends each file once, tries again until Canopy has answered, and changes no file. What it did is in{' '}
        <code className="font-mono">sent.log</code>.
      </p>
    </section>
  );
}

const commandsOf: Record<System, (origin: string, folder: string) => Commands> = {
  windows(origin, folder) {
    const send = `canopy-sender.mjs --watch "${folder}" --to ${origin} --key-file register.key --record sent`;
    return {
      download: `mkdir C:\\canopy-sender; cd C:\\canopy-sender\ncurl.exe -O ${origin}/canopy-sender.mjs`,
      run: `node ${send}`,
      keep: [
        '$run = New-ScheduledTaskAction -Execute (Get-Command node).Source -WorkingDirectory C:\\canopy-sender `',
        `  -Argument '${send.replaceAll("'", "''")}'`,
        '$often = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 `',
        '  -RestartInterval (New-TimeSpan -Minutes 1)',
        "Register-ScheduledTask 'Canopy sender' -Action $run -Settings $often -User SYSTEM `",
        '  -Trigger (New-ScheduledTaskTrigger -AtStartup)',
        "Start-ScheduledTask 'Canopy sender'",
      ].join('\n'),
    };
  },
  linux(origin, folder) {
    const send = `canopy-sender.mjs --watch "${folder}" --to ${origin} --key-file register.key --record sent`;
    return {
      download: `sudo mkdir -p /opt/canopy-sender && cd /opt/canopy-sender\nsudo curl -O ${origin}/canopy-sender.mjs`,
      run: `sudo node ${send}`,
      keep: [
        "sudo tee /etc/systemd/system/canopy-sender.service <<'END'",
        '[Unit]',
        'Wants=network-online.target',
        'After=network-online.target',
        '[Service]',
        'WorkingDirectory=/opt/canopy-sender',
        `ExecStart=/usr/bin/env node ${send.replaceAll('%', '%%')}`,
        'Restart=always',
        'RestartSec=30',
        '[Install]',
        'WantedBy=multi-user.target',
        'END',
        'sudo systemctl enable --now canopy-sender',
      ].join('\n'),
    };
  },
};
