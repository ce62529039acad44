import { useEffect } from 'react';

/** Ignores a file that is dropped beside the fields for pictures. The browser would leave the page to show it. */
export function useIgnoredDrops(page: Document | undefined): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    page?.addEventListener('dragover', ignore);
    page?.addEventListener('drop', ignore);
    return () => {
      page?.removeEventListener('dragover', ignore);
      page?.removeEventListener('drop', ignore);
    };
  }, [page]);
}
