/** Replaces a clicked card with the player of the video provider. If the script does not run, the card is a link. */
export function enhanceEmbeds(): void {
  document.addEventListener('click', (event) => {
    const card = (event.target as Element).closest<HTMLAnchorElement>('a[data-frame]');
    if (!card || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = card.dataset.frame ?? '';
    frame.title = card.querySelector('.embed-title')?.textContent ?? '';
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
    // The providers refuse to play a video if they do not receive the site's origin, so the frame sends the origin.
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    card.replaceWith(frame);
    frame.focus();
  });
}
