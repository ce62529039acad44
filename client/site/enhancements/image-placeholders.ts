/** Marks loaded pictures to remove their placeholder colour, which would show through transparent pictures. */
export function clearTones(): void {
  const clear = (target: EventTarget | null) =>
    target instanceof HTMLImageElement && target.setAttribute('data-loaded', '');
  document.addEventListener('load', ({ target }) => clear(target), true);
  for (const image of document.images) if (image.complete) clear(image);
}
