import IconDownload from 'icon:download';
import { Button, Group, Stack } from '@mantine/core';
import { useRef } from 'react';
import { CopyButton } from '../../components/copy-field.tsx';
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import classes from './account.module.css';

interface RecoveryCodesModalProps {
  codes: readonly string[] | undefined;
  onClose: () => void;
}

/** The codes cannot be shown again, so only the button closes the dialog. */
export function RecoveryCodesModal({ codes, onClose }: RecoveryCodesModalProps) {
  return (
    <Dialog
      opened={codes !== undefined}
      onClose={() => {}}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Store your recovery codes"
    >
      {codes && <Codes codes={codes} onClose={onClose} />}
    </Dialog>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useCurrentUser();
  const list = useRef<HTMLOListElement>(null);
  const text = codes.join('\n');
  const select = () => {
    if (list.current) window.getSelection()?.selectAllChildren(list.current);
  };
  return (
    <Stack gap="md">
      <DialogText>
        Without your device, these codes let you sign in. Each works once. They won’t be shown again: store
        them where you don’t need the device to read them.
      </DialogText>
      <ol className={classes.codes} ref={list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="sm">
        <CopyButton text={text} message="Codes copied" select={select} />
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={17} stroke={1.6} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes of ${email}\n\n${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </Button>
      </Group>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          I have stored them
        </Button>
      </DialogActions>
    </Stack>
  );
}
