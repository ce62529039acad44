import { closeOnPageHide } from './menu.ts';

/**
 * Opens the pictures of the gallery, or of a page's blocks, in a dialog. The arrow keys, Home and End change the picture. Escape
 * closes the dialog.
 */
export function enhanceGallery(): void {
  const viewer = document.querySelector<HTMLDialogElement>('.gallery-viewer');
  const caption = viewer?.querySelector('figcaption');
  const [title, note] = caption?.children ?? [];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-title]')];
  if (!viewer || !caption || !title || !note) return;
  let shown = 0;
  const show = (place: number) => {
    shown = (place + links.length) % links.length;
    const link = links[shown];
    const small = link?.querySelector('img');
    if (!link || !small) return;
    const image = document.createElement('img');
    for (const name of ['alt', 'width', 'height']) image.setAttribute(name, small.getAttribute(name) ?? '');
    image.src = link.href;
    image.lang = link.lang;
    title.textContent = link.dataset.title ?? '';
    (title as HTMLElement).lang = link.dataset.lang ?? '';
    note.textContent = link.dataset.note ?? '';
    caption.parentElement?.replaceChildren(image, caption);
  };
  for (const [place, link] of links.entries()) {
    link.onclick = (event) => {
      // A click with a modifier key must open the picture in a new tab or window, as for any other link.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      show(place);
      viewer.showModal();
    };
  }
  viewer.onkeydown = ({ key }) => {
    const places: Record<string, number> = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      Home: 0,
      End: -1,
    };
    const place = places[key];
    if (place !== undefined) show(place);
  };
  viewer.onclick = ({ target }) => {
    const button = (target as Element).closest('button');
    const { turn } = button?.dataset ?? {};
    if (turn) show(shown + Number(turn));
    else if (button) viewer.close();
  };
  closeOnPageHide(viewer);
}
