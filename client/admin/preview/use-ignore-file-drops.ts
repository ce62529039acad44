import { useEffect } from 'react';

/** The browser would leave the page for a file that is dropped outside a field. */
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
