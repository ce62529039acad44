import IconPhotoSearch from 'icon:photo-search';
import { Button, type ButtonProps } from '@mantine/core';
import { type RefObject, useRef, useState } from 'react';
import { hasGrant } from '../../../src/shared/grants.ts';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { useCurrentUser } from '../core/admin-context.ts';

/** The dialog in which people choose items of the library. The code of the dialog is loaded when the dialog opens. */
export const LazyMediaPicker = lazyDialog({
  name: 'the picture library',
  load: () => import('./media-picker.tsx').then((file) => file.MediaPicker),
  onClose: ({ onClose }) => onClose(),
});

interface LibraryButtonProps {
  onPick: (items: MediaItemView[]) => void;
  multiple?: boolean;
  /** The kind of items that people can choose. The default is pictures. */
  kind?: MediaKind;
  size?: ButtonProps['size'];
  /**
   * The purpose of the picture, such as 'Logo'. If a screen has several of these buttons, their accessible names differ
   * only in the purpose.
   */
  purpose?: string;
  buttonRef?: RefObject<HTMLButtonElement | null>;
}

/**
 * A button that opens the library, in which people choose a picture or a file. Renders nothing for people who
 * may not use the library.
 */
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
  const words = kind === 'file' ? 'Choose a file of the library' : 'Choose from the library';
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
        {...(purpose && { 'aria-label': `${words}: ${purpose}` })}
        leftSection={<IconPhotoSearch size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {words}
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
