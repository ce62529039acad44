/**
 * Marks loaded pictures, so that their placeholder colour is removed. Otherwise, this colour would be visible
 * through transparent pictures.
 */
export function removeImagePlaceholders(): void {
  const clear = (target: EventTarget | null) =>
    target instanceof HTMLImageElement && target.setAttribute('data-loaded', '');
  document.addEventListener('load', ({ target }) => clear(target), true);
  for (const image of document.images) if (image.complete) clear(image);
}
