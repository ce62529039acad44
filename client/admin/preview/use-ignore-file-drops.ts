import { useEffect } from 'react';

/**
 * Ignores files that somebody drops outside of a field. Otherwise, the browser would leave the page and open
 * the file.
 */
export function useIgnoreFileDrops(page: Document | undefined): void {
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
