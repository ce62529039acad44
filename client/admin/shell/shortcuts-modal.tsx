import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Keys } from '../components/keys.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useShortcutList } from '../core/use-shortcuts.ts';
import classes from './command-palette.module.css';

interface ShortcutsModalProps {
  onClose: () => void;
}

/** Lists the shortcuts of the current screen. Single keys can be switched off here. */
export function ShortcutsModal({ onClose }: ShortcutsModalProps) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" withCloseButton>
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const shortcuts = useShortcutList();
  const [areOn, setOn] = useState(shortcuts.areSingleKeysOn);
  const change = (isChecked: boolean) => {
    shortcuts.switchSingleKeys(isChecked);
    setOn(isChecked);
  };
  return (
    <>
      <dl className={classes.shortcuts}>
        {shortcuts.list().map(({ keys, label }) => (
          <div key={keys} className={classes.shortcut}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        mt="md"
        label="Shortcuts with a single key"
        description="They work outside of text fields. Ctrl+K and Ctrl+S always work."
        checked={areOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </>
  );
}
