import { useEffect, useEffectEvent } from 'react';

/** Hands over a picture that is pasted anywhere on the screen. Text beside it wins: it belongs into a field. */
export function usePastedPicture(onPicture: (file: File) => void): void {
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
