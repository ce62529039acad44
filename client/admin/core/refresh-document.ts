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

let latest = 0;

/** Loads the document again and applies the parts that depend on the site's settings. */
export async function refreshDocument(): Promise<void> {
  latest += 1;
  const turn = latest;
  const answer = await fetch('/admin/dashboard').catch(() => undefined);
  const html = answer?.ok ? await answer.text() : undefined;
  // A failure is ignored, because the next page load shows the new values in any case. A save and its event may both
  // ask, and an older answer may come last.
  if (html === undefined || turn !== latest) return;
  const next = new DOMParser().parseFromString(html, 'text/html');
  for (const part of parts) replacePart(document.head.querySelectorAll(part), next.head.querySelector(part));
  const { headingFont } = next.documentElement.dataset;
  if (headingFont) document.documentElement.dataset.headingFont = headingFont;
  else delete document.documentElement.dataset.headingFont;
  notifyDocumentChanged();
}

function replacePart(before: NodeListOf<Element>, after: Element | null): void {
  const saysOf = (element: Element | null | undefined) =>
    element?.getAttribute('content') ?? element?.getAttribute('href');
  // The last one may still be loading.
  const last = [...before].at(-1);
  if (saysOf(last) === saysOf(after)) return;
  const removeBefore = () => {
    for (const element of before) element.remove();
  };
  if (!after) {
    removeBefore();
    return;
  }
  const added = document.importNode(after);
  document.head.append(added);
  const isStyles = added instanceof HTMLLinkElement && added.rel === 'stylesheet';
  // Removed only after the new one has loaded, so that the default colours do not flash.
  if (last && isStyles) added.addEventListener('load', removeBefore, { once: true });
  else removeBefore();
}
