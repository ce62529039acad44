/** Marks loaded pictures, which need no placeholder colour: a picture may be transparent. */
export function clearTones(): void {
  const clear = (target: EventTarget | null) =>
    target instanceof HTMLImageElement && target.setAttribute('data-loaded', '');
  document.addEventListener('load', ({ target }) => clear(target), true);
  for (const image of document.images) if (image.complete) clear(image);
}
