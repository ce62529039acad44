import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onPicture` with a picture that is pasted anywhere on the screen. Ignores pastes with text, which
 * belong into a field.
 */
export function usePastedImage(onPicture: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'));
    const hasText = event.clipboardData?.types.includes('text/plain');
    if (!picture || hasText) return;
    event.preventDefault();
    onPicture(picture);
  });
  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
}
