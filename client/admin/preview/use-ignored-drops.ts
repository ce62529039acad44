import { useEffect } from 'react';

/** Ignores files that are dropped outside of a field, because the browser would leave the page to open them. */
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
