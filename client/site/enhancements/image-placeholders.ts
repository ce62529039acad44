/** Removes the placeholder colour of loaded pictures, because a picture may be transparent. */
export function clearTones(): void {
  const clear = (target: EventTarget | null) =>
    target instanceof Element && target.removeAttribute('data-tone');
  document.addEventListener('load', ({ target }) => clear(target), true);
  for (const image of document.images) if (image.complete) clear(image);
}
