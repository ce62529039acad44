import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { ShortcutKeyList } from '../components/shortcut-keys.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useShortcutRegistry } from '../core/use-shortcuts.ts';

interface ShortcutsModalProps {
  onClose: () => void;
}

export function ShortcutsModal({ onClose }: ShortcutsModalProps) {
  return (
    <Dialog opened onClose={onClose} title="Keyboard shortcuts" withCloseButton>
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const shortcuts = useShortcutRegistry();
  const [areOn, setOn] = useState(shortcuts.areSingleKeysOn);
  const change = (isChecked: boolean) => {
    shortcuts.switchSingleKeys(isChecked);
    setOn(isChecked);
  };
  return (
    <>
      <ShortcutKeyList shortcuts={shortcuts.list()} />
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
