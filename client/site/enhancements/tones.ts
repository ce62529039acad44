/** Takes the colour away that stands for a picture until it has come: the picture itself may be transparent. */
export function clearTones(): void {
  const clear = (target: EventTarget | null) =>
    target instanceof Element && target.removeAttribute('data-tone');
  document.addEventListener('load', ({ target }) => clear(target), true);
  for (const image of document.images) if (image.complete) clear(image);
}
