import { notifyDocumentChanged } from './panel-document.ts';

/** The elements in the head of the panel's document that depend on the site's settings. */
const parts = [
  'meta[name="application-name"]',
  'meta[name="logo"]',
  'meta[name="content-language"]',
  'meta[name="locale"]',
  'meta[name="time-zone"]',
  'meta[name="parts-off"]',
  'meta[name="languages"]',
  'link[rel="icon"]',
  'link[rel="stylesheet"][href^="/brand/"]',
] as const;

/** Loads the document again and applies the parts that depend on the site's settings. */
export async function refreshDocument(): Promise<void> {
  const answer = await fetch('/admin/dashboard').catch(() => undefined);
  // A failure is ignored, because the next page load shows the new values in any case.
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of parts) replacePart(document.head.querySelector(part), next.head.querySelector(part));
  const { headingFont } = next.documentElement.dataset;
  if (headingFont) document.documentElement.dataset.headingFont = headingFont;
  else delete document.documentElement.dataset.headingFont;
  notifyDocumentChanged();
}

function replacePart(before: Element | null, after: Element | null): void {
  const saysOf = (element: Element | null) =>
    element?.getAttribute('content') ?? element?.getAttribute('href');
  if (saysOf(before) === saysOf(after)) return;
  if (!after) {
    before?.remove();
    return;
  }
  const added = document.importNode(after);
  // Removed only after the new one has loaded, so that the default colours do not flash.
  if (before) added.addEventListener('load', () => before.remove(), { once: true });
  document.head.append(added);
  if (before && !(added instanceof HTMLLinkElement && added.rel === 'stylesheet')) before.remove();
}
