import IconPhotoSearch from 'icon:photo-search';
import { Button, type ButtonProps } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { hasGrant } from '../../../src/shared/grants.ts';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { useCurrentUser } from '../core/admin-context.ts';

export const LazyMediaPicker = lazyDialog({
  name: 'the picture library',
  load: () => import('./media-picker.tsx').then((file) => file.MediaPicker),
  onClose: ({ onClose }) => onClose(),
});

interface LibraryButtonProps {
  onPick: (items: MediaItemView[]) => void;
  multiple?: boolean;
  /** Pictures by default. */
  kind?: MediaKind;
  size?: ButtonProps['size'];
  /** Such as 'Logo'. Distinguishes the buttons of one screen for screen readers. */
  purpose?: string;
  buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** Renders nothing for people who may not use the library. */
export function LibraryButton({
  onPick,
  multiple,
  kind = 'picture',
  size,
  purpose,
  buttonRef,
}: LibraryButtonProps) {
  const { role } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const opener = buttonRef ?? own;
  if (!hasGrant(role, 'media:manage')) return null;
  const label = kind === 'file' ? 'Choose a file of the library' : 'Choose from the library';
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        {...(size && { size, fz: 14 })}
        {...(purpose && { 'aria-label': `${label}: ${purpose}` })}
        leftSection={<IconPhotoSearch size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <LazyMediaPicker
          opened
          kind={kind}
          {...(multiple && { multiple })}
          onClose={close}
          onPick={(items) => {
            close();
            onPick(items);
          }}
        />
      )}
    </>
  );
}
